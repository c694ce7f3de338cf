// The pages that the window has from the start, and what its search offers.
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/intake/plan_intake.h"
#include "model/tune/tune_choice.h"
#include "widgets/cluster/cluster_page.h"
#include "widgets/compare/compare_page.h"
#include "widgets/export/export_page.h"
#include "widgets/flags/flag_page.h"
#include "widgets/frame/window_context.h"
#include "widgets/hardware/hardware_page.h"
#include "widgets/levers/levers_page.h"
#include "widgets/model/model_page.h"
#include "widgets/parallelism/parallelism_page.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/planning/plan_steps.h"
#include "widgets/result/result_page.h"
#include "widgets/runs/runs_page.h"
#include "widgets/search/suggest_page.h"
#include "widgets/start/start_page.h"
#include "widgets/text/wording.h"
#include "widgets/timeline/timeline_page.h"
#include "widgets/validation/validation_page.h"
#include "widgets/window/command_palette.h"
#include "widgets/window/lessons_in_window.h"
#include "widgets/window/main_window.h"
#include "widgets/window/step_rail.h"
#include "widgets/window/window_actions.h"
#include "widgets/workload/workload_page.h"
#include "widgets/your_file/your_file_page.h"

#include <algorithm>

namespace headroom {

void MainWindow::addStandardPages()
{
    WindowContext &context = *m_context;
    PlanFiles &files = *m_files;
    addPage({ QStringLiteral("start"), tr("Start"), QStringLiteral("start"), {},
        [&context, &files](QWidget *parent) { return new StartPage(context, files, parent); },
        PagePlace::Start });
    addPage({ QStringLiteral("model"), tr("Model"), QStringLiteral("model"),
        fieldsOfPage(QStringLiteral("model")),
        [&context](QWidget *parent) { return new ModelPage(context, parent); } });
    addPage({ QStringLiteral("hardware"), tr("Hardware"), QStringLiteral("hardware"),
        fieldsOfPage(QStringLiteral("hardware")),
        [&context](QWidget *parent) { return new HardwarePage(context, parent); } });
    addPage({ QStringLiteral("workload"), tr("Workload"), QStringLiteral("workload"),
        fieldsOfPage(QStringLiteral("workload")),
        [&context](QWidget *parent) { return new WorkloadPage(context, parent); } });
    addPage({ QStringLiteral("parallelism"), tr("Parallelism"), QStringLiteral("parallelism"),
        fieldsOfPage(QStringLiteral("parallelism")),
        [&context](QWidget *parent) { return new ParallelismPage(context, parent); } });
    addPage({ QStringLiteral("suggest"), tr("Suggest"), QStringLiteral("search"), {},
        [&context](QWidget *parent) { return new SuggestPage(context, parent); }, PagePlace::Aid });
    addPage({ QStringLiteral("flags"), tr("Flags"), QStringLiteral("flags"),
        fieldsOfPage(QStringLiteral("flags")),
        [&context](QWidget *parent) { return new FlagPage(context, parent); } });
    addPage({ QStringLiteral("result"), tr("Result"), QStringLiteral("result"), {},
        [&context](QWidget *parent) { return new ResultPage(context, parent); } });
    addPage({ QStringLiteral("export"), tr("Export"), QStringLiteral("export"),
        fieldsOfPage(QStringLiteral("export")),
        [&context](QWidget *parent) { return new ExportPage(context, parent); }, PagePlace::Step,
        StepSound::WhenDone });
    addPage({ QStringLiteral("cluster"), tr("Cluster"), QStringLiteral("hardware"), {},
        [&context, &files](QWidget *parent) { return new ClusterPage(context, files, parent); },
        PagePlace::Tool });
    addPage({ QStringLiteral("timeline"), tr("Timeline"), QStringLiteral("timeline"), {},
        [&context](QWidget *parent) { return new TimelinePage(context, parent); },
        PagePlace::Tool });
    addPage({ QStringLiteral("levers"), tr("Levers"), QStringLiteral("levers"), {},
        [&context](QWidget *parent) { return new LeversPage(context, parent); }, PagePlace::Tool });
    addPage({ QStringLiteral("compare"), tr("Compare"), QStringLiteral("compare"), {},
        [&context](QWidget *parent) { return new ComparePage(context, parent); },
        PagePlace::Tool });
    addPage({ QStringLiteral("your_file"), tr("Your file"), QStringLiteral("fix"), {},
        [&context](QWidget *parent) { return new YourFilePage(context, parent); },
        PagePlace::Tool });
    addPage({ QStringLiteral("runs"), tr("Runs"), QStringLiteral("table"), {},
        [&context](QWidget *parent) { return new RunsPage(context, parent); }, PagePlace::Tool });
    addPage({ QStringLiteral("validation"), tr("Validation"), QStringLiteral("validate"), {},
        [&context](QWidget *parent) { return new ValidationPage(context, parent); },
        PagePlace::Tool });
    addLessons(*this);
}

QList<PaletteEntry> MainWindow::paletteEntries()
{
    QList<PaletteEntry> entries;
    for (int row = 0; row < m_pages->rowCount(); ++row) {
        const PageInfo &page = m_pages->page(row);
        entries.append(
            { page.title, tr("Step"), page.id, [this, id = page.id] { enterPage(id); } });
    }
    entries.append({ tr("Suggest faster configurations"), tr("Command"),
        QStringLiteral("search optimize optimise tune best"), [this] { suggest(); } });
    for (const PlanField &field : planFields()) {
        const QString path = QString::fromStdString(field.path);
        if (!pageOfField(path).isEmpty())
            entries.append({ fieldLabel(field), tr("Setting"),
                QStringLiteral("%1 %2").arg(path, fieldPurpose(field)),
                [this, path] { showField(path); } });
    }
    const auto addTerm = [&](const char *id, const QString &label) {
        const QString termId = QString::fromLatin1(id);
        entries.append({ label, tr("Term"), termId,
            [this, termId] { emit m_context->showDerivation(termId); } });
    };
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        addTerm(termId(static_cast<MemoryTerm>(i)), termText(static_cast<MemoryTerm>(i)));
    for (std::size_t i = 0; i < timeTermCount; ++i)
        addTerm(termId(static_cast<TimeTerm>(i)), termText(static_cast<TimeTerm>(i)));
    if (const auto catalogue
        = m_controller->services().flags ? m_controller->services().flags() : nullptr) {
        for (const FlagEntry &flag : catalogue->entries()) {
            const QString name = QString::fromStdString(flag.name);
            entries.append({ name, tr("Flag"), QString::fromStdString(flag.says),
                [this, name] { showFlag(name); } });
        }
    }
    addProfiles(entries);
    entries.append(m_actions->commands());
    for (const auto &provider : m_paletteProviders)
        entries.append(provider());
    return entries;
}

/// Models and chips: choosing one is an edit of the plan.
void MainWindow::addProfiles(QList<PaletteEntry> &entries)
{
    const auto add = [&](const std::vector<std::string> &ids, const QString &kind,
                         const QString &path, auto aliasesOf) {
        for (const std::string &id : ids) {
            QStringList words { path };
            for (const std::string &alias : aliasesOf(id))
                words.append(QString::fromStdString(alias));
            const QString name = QString::fromStdString(id);
            entries.append({ name, kind, words.join(QLatin1Char(' ')), [this, path, name] {
                                m_controller->endEdit();
                                m_controller->edit(path, name);
                                showField(path);
                            } });
        }
    };
    const ProfileLibrary &library = m_controller->library();
    add(library.modelIds(), tr("Model"), QStringLiteral("model"),
        [&](const std::string &id) { return library.modelAliases(id); });
    add(library.acceleratorIds(), tr("Chip"), QStringLiteral("hardware.accelerator"),
        [&](const std::string &id) { return library.acceleratorAliases(id); });
}

void MainWindow::suggest()
{
    showPage(QStringLiteral("suggest"));
    if (auto *page = qobject_cast<SuggestPage *>(pageWidget(QStringLiteral("suggest"))))
        page->startUnlessDone();
}

void MainWindow::suggestDevices(const std::vector<FieldChange> &changes)
{
    showPage(QStringLiteral("suggest"));
    if (auto *page = qobject_cast<SuggestPage *>(pageWidget(QStringLiteral("suggest"))))
        page->askForDevices(changes);
}

void MainWindow::compareMachines(const Plan &question)
{
    if (auto *page = qobject_cast<ClusterPage *>(pageWidget(QStringLiteral("cluster"))))
        page->takeQuestion(question);
    emit m_context->showPage(QStringLiteral("cluster"));
}

/// What a run left behind goes to Runs, with what it leaves open; what launches one goes to Your
/// file; anything else, where it leaves nothing open, to what would make it faster.
void MainWindow::takeRun(const QStringList &files, const PlanIntake &intake)
{
    const auto assumed = std::ranges::count_if(
        intake.fields, [](const auto &field) { return field.second == FieldOrigin::Assumed; });
    if (auto *page = qobject_cast<RunsPage *>(pageWidget(QStringLiteral("runs"))))
        page->takeImport(files, intake);
    std::vector<std::string> names;
    for (const QString &file : files)
        names.push_back(file.toStdString());
    const bool isLaunch = hasLaunchFile(names);
    m_context->setLaunchFiles(isLaunch ? files : QStringList());
    if (auto *page = qobject_cast<YourFilePage *>(pageWidget(QStringLiteral("your_file")));
        page && isLaunch)
        page->takeFiles(files, intake);
    const bool isRun = intake.hasRun || (!isLaunch && !intake.missing.empty());
    if (isLaunch && !isRun)
        emit m_context->showPage(QStringLiteral("your_file"));
    else
        showPage(isRun ? QStringLiteral("runs") : QStringLiteral("levers"));
    emit m_context->message(
        tr("Read as a plan; %n fields are assumed.", nullptr, static_cast<int>(assumed)));
}

void MainWindow::showFlag(const QString &name)
{
    showPage(QStringLiteral("flags"));
    if (auto *page = qobject_cast<FlagPage *>(pageWidget(QStringLiteral("flags"))))
        page->showFlag(name);
}

} // namespace headroom
