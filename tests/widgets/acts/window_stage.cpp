#include "window_stage.h"

#include "scene_steps.h"
#include "window_hands.h"
#include "window_walk.h"

#include "model/plan/tuning.h"
#include "widgets/frame/window_context.h"
#include "widgets/incidents/incident_game.h"

#include <QApplication>
#include <QTest>

namespace headroom {
namespace {

constexpr int patience = 60000; ///< ms
constexpr int quietTurns = 3; ///< of the event loop
constexpr int laterLook = 10; ///< ms

/// Few chips are enough, and quicker than all.
constexpr std::string_view comparedChips[] = { "h100-sxm", "b200", "a100-80-sxm" };

/// Whether measured runs of its kind are among the profiles.
bool hasMeasuredKin(const Plan &plan)
{
    return plan.tuning->method == TuningMethod::Full
        && !plan.hardware.accelerator.starts_with("tpu");
}

} // namespace

WindowStage::WindowStage(QSize size)
    : library({ HEADROOM_PROFILES, std::filesystem::path { folder.path().toStdString() } / "user" })
    , application(std::move(ApplicationServices::make(library)).value())
    , m_size(size)
{ }

QWidget &WindowStage::root(const Scene &scene) const
{
    const QString name = QLatin1String(scene.root);
    for (QWidget *other : QApplication::topLevelWidgets())
        if (!name.isEmpty() && other->objectName() == name && other->isVisible())
            return *other;
    QWidget *found = name.isEmpty() ? window->pageWidget(window->currentPage())
                                    : window->findChild<QWidget *>(name);
    return found ? *found : *window;
}

QList<QWidget *> WindowStage::parts(const Scene &scene) const
{
    QList<QWidget *> found { &root(scene) };
    if (const auto *page = qobject_cast<Page *>(found.first()); page && page->mainAction())
        found << page->otherActions() << page->mainAction();
    return found;
}

bool WindowStage::make(const Scene &scene)
{
    window.reset();
    const QString home = folder.filePath(QString::number(++m_made));
    settings
        = std::make_unique<QSettings>(home + QStringLiteral("/settings.ini"), QSettings::IniFormat);
    for (const std::string &id : library.acceleratorIds())
        if (std::ranges::count(comparedChips, id) == 0)
            settings->setValue(QStringLiteral("chipsLeftOut/") + QString::fromStdString(id), true);
    dialogs.unsaved = UnsavedAnswer::Discard;
    dialogs.file = QStringLiteral(HEADROOM_TEST_DATA "/runs/pretrain.sh");
    window = std::make_unique<MainWindow>(
        application->services(), dialogs, *settings, home.toStdString());
    QObject::connect(&window->context(), &WindowContext::message, window.get(),
        [this](const QString &text) { said << QStringLiteral("says: ") + text; });
    // The log of an incident grows only when it is asked for, and today is always the same day.
    window->findChild<IncidentGame *>()->setClock(
        { [] { return qint64(1000); }, [] { return QDate(2026, 8, 22); } });
    window->resize(m_size);
    window->files().openExample(QLatin1String(scene.plan));
    window->controller().flush();
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get(), windowPatience))
        return false;
    if (*scene.page)
        window->showPage(QLatin1String(scene.page));
    // The place among measured runs comes once they are read; adapters have none.
    const auto *place = window->findChild<QLabel *>(QStringLiteral("mfuPlace"));
    if (hasMeasuredKin(window->controller().plan())
        && !QTest::qWaitFor([place] { return !place->text().isEmpty(); }, windowPatience))
        return false;
    QStringList steps = stepsOf(scene);
    while (!steps.isEmpty()) {
        const QString step = steps.takeFirst();
        QStringList inner;
        while (!steps.isEmpty() && steps.first().startsWith(QLatin1String("in ")))
            inner << steps.takeFirst().mid(3);
        if (beforeStep)
            beforeStep(inner);
        doStep(*window, *window, step);
        settle();
    }
    settle();
    if (*scene.page && window->currentPage() != QLatin1String(scene.page))
        window->showPage(QLatin1String(scene.page));
    settle();
    return true;
}

void WindowStage::settle()
{
    window->controller().flush();
    QElapsedTimer since;
    since.start();
    QStringList last { QString() };
    for (int quiet = 0; since.elapsed() < patience;) {
        QApplication::processEvents();
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        quiet = isQuiet(*window) && !DialogWatch::isOpen() ? quiet + 1 : 0;
        QTest::qWait(1);
        if (quiet < quietTurns)
            continue;
        QStringList now;
        addShown(*window, now);
        if (now == std::exchange(last, now))
            return;
        quiet = 0;
        QTest::qWait(laterLook);
    }
}

} // namespace headroom
