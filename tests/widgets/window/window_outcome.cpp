#include "window_outcome.h"

#include "window_walk.h"

#include <QRegularExpression>

namespace headroom {
namespace {

constexpr int shownDialogLines = 8;

QString nameOf(const QWidget &widget)
{
    return widget.objectName().isEmpty() ? QString::fromLatin1(widget.metaObject()->className())
                                         : widget.objectName();
}

} // namespace

void WindowOutcome::init()
{
    QLocale::setDefault(QLocale::c());
    m_stage = std::make_unique<WindowStage>(QSize(2400, 1500)); // letters are wide here
    m_watch = std::make_unique<DialogWatch>();
    QVERIFY(m_stage->make(*sceneOf(QStringLiteral("model"))));
    m_stage->said.clear();
    m_name = m_stage->window->controller().displayName();
}

void WindowOutcome::cleanup()
{
    m_stage.reset();
    m_watch.reset();
    applyAppearance(Appearance::Light);
}

QString WindowOutcome::focusName()
{
    const QWidget *focus = QApplication::focusWidget();
    return QStringLiteral("focus ") + (focus ? nameOf(*focus) : QStringLiteral("nowhere"));
}

QStringList WindowOutcome::outcome()
{
    MainWindow &window = *m_stage->window;
    QStringList lines { QStringLiteral("page %1, %2%3")
                            .arg(window.currentPage(), focusName(),
                                window.isVisible() ? QString() : QStringLiteral(", closed")) };
    lines << QStringLiteral("plan %1, %2 on %3%4")
                 .arg(window.controller().displayName(),
                     QString::fromStdString(window.controller().plan().model.id),
                     QString::fromStdString(window.controller().plan().hardware.accelerator),
                     window.controller().isModified() ? QStringLiteral(" (edited)") : QString());
    QStringList shown = m_watch->taken();
    for (const QWidget *other : QApplication::topLevelWidgets())
        if (other != &window && other->isVisible() && !other->windowTitle().isEmpty()) {
            QStringList inside;
            addShown(*other, inside);
            shown << QStringLiteral("window ") + other->windowTitle()
                  << inside.mid(0, shownDialogLines);
        }
    for (const QString &line : shown)
        lines << QStringLiteral("  ") + line.left(200);
    lines += std::exchange(m_stage->said, {}) + std::exchange(m_stage->dialogs.lines, {});
    lines.removeAll(QStringLiteral("says: Search finished.")); // once or, begun anew, twice
    if (QApplication::palette().color(QPalette::Window).lightness() < 128)
        lines << QStringLiteral("dark");
    lines.replaceInStrings(QStringLiteral(HEADROOM_TEST_DATA), QStringLiteral("<data>"));
    lines.replaceInStrings(m_stage->folder.path(), QStringLiteral("<folder>"));
    lines.replaceInStrings(
        QRegularExpression(QStringLiteral("Qt \\d[\\d.]+")), QStringLiteral("Qt <release>"));
    lines.replaceInStrings(QStringLiteral("\n"), QStringLiteral(" "));
    return lines;
}

void WindowOutcome::restore()
{
    for (QWidget *other : QApplication::topLevelWidgets())
        if (other != m_stage->window.get() && other->isVisible())
            other->close();
    if (!m_stage->window->isVisible() || m_stage->window->controller().isModified()
        || m_stage->window->controller().displayName() != m_name)
        QVERIFY(m_stage->make(*sceneOf(QStringLiteral("model"))));
    m_name = m_stage->window->controller().displayName();
    applyAppearance(Appearance::Light);
    m_stage->window->showPage(QStringLiteral("model"));
    m_stage->settle();
    m_stage->said.clear();
    m_watch->taken();
}

} // namespace headroom
#include "moc_window_outcome.cpp"
