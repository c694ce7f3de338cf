#include "window_blueprint.h"

#include "blueprint.h"
#include "paint_recorder.h"
#include "pointing.h"
#include "scene_steps.h"
#include "window_hands.h"
#include "window_walk.h"

#include <QMap>
#include <QPointer>
#include <QRegularExpression>

namespace headroom {
namespace {

constexpr QSize windowSize { 2400, 1500 }; ///< letters are wide here

/// What is open next to the window and the part of the scene, by name.
void addOtherWindows(const WindowStage &stage, const Scene &scene, QStringList &lines)
{
    QMap<QString, QWidget *> others;
    for (QWidget *other : QApplication::topLevelWidgets())
        if (other != stage.window.get() && other != &stage.root(scene) && other->isVisible()
            && !(other->windowTitle() + other->objectName()).isEmpty())
            others.insert(other->windowTitle() + ' ' + other->objectName(), other);
    for (auto other = others.cbegin(); other != others.cend(); ++other) {
        lines << QStringLiteral("=== window ") + other.key();
        addBlueprint(*other.value(), lines);
    }
}

} // namespace

void WindowBlueprint::parts_data()
{
    QTest::addColumn<QString>("scene");
    for (const QString &scene : m_scenes)
        QTest::newRow(qPrintable(scene)) << scene;
}

void WindowBlueprint::parts()
{
    QFETCH(QString, scene);
    const Scene *found = sceneOf(scene);
    QVERIFY(found);
    QLocale::setDefault(QLocale::c());
    WindowStage stage(windowSize);
    DialogWatch watch;
    QStringList lines;
    stage.beforeStep = [&](const QStringList &inner) {
        watch.setInner([&, inner](QWidget &dialog) {
            const QPointer<QWidget> open(&dialog);
            for (const QString &step : inner) {
                doStep(*stage.window, dialog, step);
                QApplication::processEvents();
                if (!open)
                    return;
            }
            lines << QStringLiteral("=== dialog ") + dialog.windowTitle();
            addBlueprint(dialog, lines);
        });
    };
    QVERIFY(stage.make(*found));
    for (QWidget *part : stage.parts(*found)) {
        addBlueprint(*part, lines);
        QStringList faults = faultsOfLayout(*part);
        if (stage.window->width() < windowSize.width()) // too narrow for such wide letters
            faults.removeIf([](const QString &fault) { return fault.endsWith(wider); });
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }
    addOtherWindows(stage, *found, lines);
    stage.said.clear(); // how often a search was begun anew depends on how fast this machine is
    addPointed(stage, *found, lines);
    // Where a long name may be broken, folders, and how fast this machine is.
    static const QRegularExpression measured(QStringLiteral("(Finished in )[^:]*:.*evaluated"));
    static const QRegularExpression temporary(QStringLiteral("/tmp/[\\w-]+"));
    static const QRegularExpression release(QStringLiteral("Qt \\d[\\d.]+"));
    lines.replaceInStrings(QString(QChar(0x200B)), QString());
    lines.replaceInStrings(release, QStringLiteral("Qt <release>"));
    lines.replaceInStrings(measured, QStringLiteral("\\1<n>"));
    lines.replaceInStrings(QStringLiteral(HEADROOM_TEST_DATA), QStringLiteral("<data>"));
    lines.replaceInStrings(temporary, QStringLiteral("<folder>"));
    stage.close();
    compareWithRecorded(lines, QStringLiteral("../blueprint/%1.txt").arg(scene), isSameLine);
}

} // namespace headroom
#include "moc_window_blueprint.cpp"
