#include "widgets/window/main_window.h"

#include "model/advice/verdict.h"
#include "widgets/fields/field_editor.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/explanation_pane.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/wheel_guard.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/pin_store.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/planning/plan_steps.h"
#include "widgets/planning/recovery.h"
#include "widgets/results/derivation_dialog.h"
#include "widgets/results/result_panel.h"
#include "widgets/text/wording.h"
#include "widgets/window/command_palette.h"
#include "widgets/window/drop_files.h"
#include "widgets/window/step_rail.h"
#include "widgets/window/window_actions.h"
#include "widgets/your_file/your_file_page.h"

#include <QApplication>
#include <QCheckBox>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

constexpr int messageMilliseconds = 6000;

} // namespace

MainWindow::MainWindow(PlanServices services, Dialogs &dialogs, QSettings &settings,
    const std::filesystem::path &stateFolder)
    : m_settings(settings)
    , m_controller(std::make_unique<PlanController>(std::move(services)))
    , m_pins(std::make_unique<PinBoard>())
    , m_context(std::make_unique<WindowContext>(*m_controller, *m_pins, dialogs, settings))
    , m_files(new PlanFiles(*m_controller, dialogs, settings, this))
    , m_recovery(new Recovery(*m_controller, stateFolder / "recovery", this))
    , m_pinStore(new PinStore(*m_pins, *m_controller, stateFolder, this))
    , m_pages(new PageListModel(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    new WheelGuard(this);
    buildLayout();
    m_actions = new WindowActions(*this);
    auto *drops = new DropFiles(*this, *m_files);
    connect(m_context.get(), &WindowContext::pasteRequested, drops, &DropFiles::paste);
    connectContext();
    addStandardPages();
    restoreState();
    updateTitle();
    showPage(QStringLiteral("start"));
    // From the tool bar over the rail to the page, then its footer and the result.
    QWidget *lastTool = nullptr;
    for (auto *tool : findChildren<QToolButton *>()) {
        if (tool->focusPolicy() == Qt::TabFocus)
            lastTool = tool;
    }
    if (lastTool)
        setTabOrder(lastTool, m_rail);
    m_rail->setFocus();
}

MainWindow::~MainWindow()
{
    // The widgets go before the objects that they listen to.
    delete takeCentralWidget();
    delete m_derivation;
    delete m_pinStore;
    delete m_recovery;
}

const PlanServices &MainWindow::services() const
{
    return m_controller->services();
}

void MainWindow::connectContext()
{
    connect(m_context.get(), &WindowContext::showPage, this, [this](const QString &pageId) {
        // A button of the page that goes takes the focus along.
        const bool isLeft = m_stack->currentWidget()->isAncestorOf(QApplication::focusWidget());
        isLeft &&pageId != currentPage() ? enterPage(pageId) : showPage(pageId);
    });
    connect(m_context.get(), &WindowContext::benchmarkRequested, this, [this] {
        emit m_context->showPage(QStringLiteral("export"));
        pageWidget(QStringLiteral("export"))
            ->findChild<QCheckBox *>(QStringLiteral("exportBenchmark"))
            ->setChecked(true);
    });
    connect(m_context.get(), &WindowContext::suggestRequested, this, &MainWindow::suggest);
    connect(m_context.get(), &WindowContext::showField, this, &MainWindow::showField);
    connect(m_context.get(), &WindowContext::askOpen, m_files, &PlanFiles::askAndOpen);
    connect(m_context.get(), &WindowContext::askOpenRun, m_files, &PlanFiles::askAndOpenRuns);
    connect(m_context.get(), &WindowContext::devicesRequested, this, &MainWindow::suggestDevices);
    connect(m_context.get(), &WindowContext::machinesRequested, this, &MainWindow::compareMachines);
    connect(m_files, &PlanFiles::runOpened, this, &MainWindow::takeRun);
    connect(m_files, &PlanFiles::opened, this, [this] { // by files, where runOpened() follows
        m_context->setLaunchFiles({});
        if (auto *page = m_pageWidgets.value(QStringLiteral("your_file")))
            static_cast<YourFilePage *>(page)->forget();
    });
    connect(m_files, &PlanFiles::opened, m_context.get(), &WindowContext::planOpened);
    connect(m_files, &PlanFiles::saved, m_context.get(), &WindowContext::planSaved);
    connect(m_context.get(), &WindowContext::openPlanFile, m_files,
        [this](const QString &file) { m_files->open(file.toStdString()); });
    connect(m_context.get(), &WindowContext::openExample, m_files, &PlanFiles::openExample);
    connect(m_context.get(), &WindowContext::pinRequested, this, &MainWindow::pinCurrent);
    connect(m_context.get(), &WindowContext::showDerivation, this, [this](const QString &id) {
        if (!m_derivation)
            m_derivation = new DerivationDialog(*m_context, this);
        m_derivation->showNumber(id);
    });
    connect(m_context.get(), &WindowContext::termPointed, this, &MainWindow::highlightInputs);
    connect(m_context.get(), &WindowContext::message, this, [this](const QString &text) {
        m_message->setText(text);
        QTimer::singleShot(messageMilliseconds, m_message, [label = m_message, text] {
            if (label->text() == text)
                label->clear();
        });
    });
    connect(m_files, &PlanFiles::opened, m_pinStore, &PinStore::planOpened);
    connect(m_files, &PlanFiles::saved, m_pinStore, &PinStore::planSaved);
    connect(m_pinStore, &PinStore::failed, m_context.get(), &WindowContext::message);
    connect(m_controller.get(), &PlanController::noted, m_context.get(), &WindowContext::message);
    connect(m_files, &PlanFiles::opened, this, [this] {
        if (currentPage() == QLatin1String("start"))
            enterPage(QStringLiteral("model"));
    });
    connect(m_controller.get(), &PlanController::planChanged, this, &MainWindow::updateTitle);
    connect(m_controller.get(), &PlanController::fileChanged, this, &MainWindow::updateTitle);
    connect(m_controller.get(), &PlanController::problemsChanged, this, &MainWindow::updateMarks);
    connect(m_controller.get(), &PlanController::estimateChanged, this, &MainWindow::updateMarks);
}

void MainWindow::addPage(const PageInfo &page)
{
    m_pages->add(page);
    m_rail->updateGeometry();
    m_actions->addPage(page);
}

void MainWindow::addPaletteProvider(std::function<QList<PaletteEntry>()> provider)
{
    m_paletteProviders.append(std::move(provider));
}

QStringList MainWindow::pageIds() const
{
    QStringList ids;
    for (int row = 0; row < m_pages->rowCount(); ++row)
        ids.append(m_pages->page(row).id);
    return ids;
}

QString MainWindow::currentPage() const
{
    return m_rail->currentIndex().data(PageListModel::IdRole).toString();
}

QWidget *MainWindow::pageWidget(const QString &pageId)
{
    if (QWidget *made = m_pageWidgets.value(pageId))
        return made;
    const int row = m_pages->rowOf(pageId);
    if (row < 0)
        return nullptr;
    QWidget *widget = m_pages->page(row).create(m_stack);
    m_pageWidgets.insert(pageId, widget);
    m_stack->addWidget(widget);
    if (auto *page = qobject_cast<Page *>(widget)) {
        connect(page, &Page::explanationWanted, this, &MainWindow::showPanels);
        connect(page, &Page::doneChanged, this, &MainWindow::updateMarks);
        takeActions(*page);
    }
    return widget;
}

void MainWindow::showPage(const QString &pageId)
{
    QWidget *widget = pageWidget(pageId);
    if (!widget)
        return;
    const int row = m_pages->rowOf(pageId);
    if (m_rail->currentIndex().row() != row)
        m_rail->setCurrentIndex(m_pages->index(row)); // comes back here
    if (m_stack->currentWidget() != widget) {
        m_stack->setCurrentWidget(widget);
        m_message->clear(); // it told of the page before
        showActions();
        m_explanation->clear(); // what it said belongs to the page before
        m_explanation->explainWidget(QApplication::focusWidget());
        emit m_context->pageShown();
    }
    showPanels();
    updateFooter();
}

void MainWindow::showField(const QString &path)
{
    const QString pageId = pageOfField(path);
    if (pageId.isEmpty())
        return;
    showPage(pageId);
    auto *page = qobject_cast<Page *>(pageWidget(pageId));
    if (!page)
        return;
    if (auto *input = page->findChild<QWidget *>(path)) {
        activateWindow();
        page->reveal(input); // it may be folded away
        input->setFocus(Qt::OtherFocusReason);
    }
}

QString MainWindow::pageOfField(const QString &path) const
{
    const int step = stepOf(path);
    return step < 0 ? QString() : planSteps()[static_cast<std::size_t>(step)].page;
}

void MainWindow::highlightInputs(const QString &termId)
{
    const QSet<QString> paths = termId.isEmpty() ? QSet<QString>() : m_controller->inputsOf(termId);
    for (FieldEditor *editor : m_stack->currentWidget()->findChildren<FieldEditor *>())
        editor->setHighlighted(paths.contains(editor->path()));
}

int MainWindow::stepFrom(int row, int direction) const
{
    for (int next = row + direction; next >= 0 && next < m_pages->rowCount(); next += direction) {
        if (m_pages->page(next).place <= PagePlace::Step)
            return next;
    }
    return -1;
}

void MainWindow::step(int direction)
{
    const int next = stepFrom(m_rail->currentIndex().row(), direction);
    if (next < 0)
        return;
    enterPage(m_pages->page(next).id);
}

void MainWindow::enterPage(const QString &id)
{
    showPage(id);
    const auto *page = qobject_cast<Page *>(m_stack->currentWidget());
    if (!page || !page->initialFocus())
        return;
    page->initialFocus()->clearFocus(); // it may have got it in passing, which selects nothing
    page->initialFocus()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::updateFooter()
{
    const int row = m_rail->currentIndex().row();
    const int back = stepFrom(row, -1);
    const int next = stepFrom(row, 1);
    m_back->setEnabled(back >= 0);
    // The last step ends on its own page, a tool leads nowhere.
    m_next->setVisible(next >= 0);
    m_back->setToolTip(back >= 0 ? tr("To %1").arg(m_pages->page(back).title) : QString());
    m_next->setToolTip(next >= 0 ? tr("To %1").arg(m_pages->page(next).title) : QString());
}

void MainWindow::updateTitle()
{
    setWindowTitle(QStringLiteral("%1[*]").arg(m_controller->displayName()));
    setWindowModified(m_controller->isModified());
    setWindowFilePath(QString::fromStdString(m_controller->file().string()));
    m_actions->updateTexts();
}

/// What is wrong with a plan shows on the step that has to answer; the result's own verdict on the
/// result's step.
void MainWindow::updateMarks()
{
    QHash<QString, StepMark> marks;
    const auto raise = [&marks](const QString &pageId, StepMark mark) {
        marks[pageId] = std::max(marks.value(pageId, StepMark::None), mark);
    };
    for (const PlanProblem &problem : m_controller->problems())
        if (const int step = latestStep(problem.paths); step >= 0)
            raise(planSteps()[static_cast<std::size_t>(step)].page, StepMark::Broken);
    const Estimate *estimate = m_controller->isStale() ? nullptr : m_controller->estimate();
    for (int row = 0; row < m_pages->rowCount(); ++row) {
        const PageInfo &info = m_pages->page(row);
        const auto *page = qobject_cast<const Page *>(m_pageWidgets.value(info.id));
        const bool isSound
            = info.sound == StepSound::WhenDone ? page && page->isDone() : !info.fields.isEmpty();
        if (info.place == PagePlace::Step && isSound)
            raise(info.id, StepMark::Sound);
    }
    if (estimate) {
        const Doubt doubts = doubt(*estimate);
        raise(QStringLiteral("result"),
            !estimate->memory.fits      ? StepMark::Broken
                : doubts != Doubt::None ? StepMark::Warned
                                        : StepMark::Sound);
        for (const Finding &finding : estimate->findings)
            if (finding.severity != Severity::Hint)
                raise(pageOfField(QString::fromStdString(finding.field)),
                    finding.severity == Severity::Error ? StepMark::Broken : StepMark::Warned);
    }
    m_pages->setMarks(marks);
}

void MainWindow::pinCurrent()
{
    m_controller->flush();
    if (m_pins->isFull() || !m_controller->estimate() || m_controller->isStale()) {
        emit m_context->message(m_pins->isFull()
                ? tr("Four plans are already pinned; remove one on the Compare page.")
                : tr("Only a plan with a result can be pinned."));
        return;
    }
    m_pins->add({ m_controller->plan(), *m_controller->estimate() });
    emit m_context->message(tr("Pinned. Differences are now shown against the first pin."));
}

bool MainWindow::offerRecovery()
{
    const Orphans orphans = m_recovery->orphans();
    for (const BrokenBackup &broken : orphans.broken)
        m_context->dialogs.showProblem(this, tr("Recover unsaved work"),
            tr("A backup of unsaved work cannot be read. It is kept as %1.")
                    .arg(QString::fromStdString(broken.file.string()))
                + QLatin1Char('\n') + errorLinesText(broken.problems));
    for (const RecoveredPlan &found : orphans.plans) {
        const auto answer
            = m_context->dialogs.askRecovery(this, QString::fromStdString(found.plan.name));
        if (answer == RecoveryAnswer::Discard)
            m_recovery->discard(found);
        if (answer != RecoveryAnswer::Open)
            continue;
        m_controller->open(found.plan, found.original, true);
        m_files->takeAsKnown(found.original, found.backup);
        if (m_recovery->write()) // before the old backup goes
            m_recovery->discard(found);
        showPage(QStringLiteral("model"));
        return true;
    }
    return false;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_files->mayLeave()) {
        event->ignore();
        return;
    }
    saveState();
    event->accept();
}

bool MainWindow::event(QEvent *event)
{
    // The platform's theme changed: our palette covers it, so it is derived anew.
    if (event->type() == QEvent::ThemeChange)
        m_actions->applyStoredAppearance();
    const bool handled = QMainWindow::event(event);
    if (event->type() == QEvent::UpdateRequest && !m_painted) {
        m_painted = true;
        QMetaObject::invokeMethod(this, &MainWindow::firstPainted, Qt::QueuedConnection);
    }
    return handled;
}

} // namespace headroom
