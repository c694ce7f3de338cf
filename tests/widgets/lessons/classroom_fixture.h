#pragma once

#include "tests/widgets/window_fixture.h"

#include "widgets/lessons/lesson_panel.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/lessons/lesson_view.h"

#include <QApplication>
#include <QTest>

namespace headroom {

/// A window with the classroom, driven by keys alone.
struct Classroom
{
    Classroom()
        : window(fixture.makeWindow())
    {
        window->resize(1280, 720);
        window->show();
    }

    LessonSession &session() { return *window->findChild<LessonSession *>(); }
    QWidget *focus() { return QApplication::focusWidget(); }

    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(focus() ? focus() : window.get(), static_cast<Qt::Key>(key), modifiers);
    }

    /// Walks with Tab until a widget of that name has the focus.
    bool tabTo(const QString &name)
    {
        for (int i = 0; i < 400; ++i) {
            if (focus() && focus()->objectName() == name)
                return true;
            press(Qt::Key_Tab);
        }
        return false;
    }

    WindowFixture fixture;
    std::unique_ptr<MainWindow> window;
};

} // namespace headroom
