#pragma once

#include "window_fixture.h"

#include <QPushButton>
#include <QTest>

namespace headroom {

/// A test with the real window before it: opened at 1280×720 with the first example before each
/// function, closed after it.
class WindowTest : public QObject
{
    Q_OBJECT

protected slots:
    void openWindow();
    void closeWindow();

protected:
    PlanController &controller() { return m_window->controller(); }
    /// A named widget anywhere in the window, or null.
    template <class Widget> Widget *child(const char *name)
    {
        return m_window->findChild<Widget *>(QLatin1String(name));
    }
    /// Opens an example on a page.
    void open(const char *example, const char *page);
    /// Presses a visible button by the space bar.
    void press(const char *name);
    /// Goes to a field and writes over what it holds.
    void type(const QString &path, const QString &text);
    /// Opens a file whose degrees do not multiply to its devices, by Ctrl+O: nothing is estimated.
    void openBroken();

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace headroom
