#include "widgets/workload/workload_page.h"

#include "model/plan/fields/plan_fields.h"
#include "model/plan/used_releases.h"
#include "model/session/known_releases.h"
#include "widgets/fields/field_editor.h"
#include "widgets/fields/field_form.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/fact_grid.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/planning/plan_steps.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {

WorkloadPage::WorkloadPage(WindowContext &windowContext, QWidget *parent)
    : FieldPage(windowContext, tr("Workload and framework"),
        tr("Batch, framework, number formats and optimizer."), parent)
    , m_facts(new FactGrid(3, this))
{
    setObjectName(QStringLiteral("page_workload"));
    body()->addWidget(addFoldButton(), 0, Qt::AlignRight);
    addGroup(tr("Batch"),
        { QStringLiteral("workload.mode"), QStringLiteral("workload.sequence_length"),
            QStringLiteral("workload.global_batch_sequences"),
            QStringLiteral("workload.training_tokens"),
            QStringLiteral("workload.packing.mean_tokens"),
            QStringLiteral("workload.packing.share_padding"),
            QStringLiteral("workload.evaluation.micro_batch") });
    m_software = addGroup(tr("Framework and releases"),
        { QStringLiteral("framework"), QStringLiteral("software.maxtext"),
            QStringLiteral("software.megatron"), QStringLiteral("software.torchtitan"),
            QStringLiteral("software.jaxlib") });
    m_beside = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, m_software);
    m_beside->setObjectName(QStringLiteral("releasesBeside"));
    m_beside->setWordWrap(true);
    m_software->addRow({}, m_beside);
    m_software->addFields({ QStringLiteral("attention"), QStringLiteral("software.stack") });
    addGroup(tr("Precision and optimizer"),
        { QStringLiteral("precision.compute"), QStringLiteral("precision.weights"),
            QStringLiteral("precision.gradients"), QStringLiteral("precision.optimizer_state"),
            QStringLiteral("precision.recipe"), QStringLiteral("optimizer") });
    addGroup(tr("Fine-tuning"), pathsUnder(QStringLiteral("tuning.")));
    FieldForm *own = addFoldedGroup(
        tr("Your measurements"), { QStringLiteral("calibration"), QStringLiteral("compiled") });
    auto *choose = new QPushButton(
        themeIcon(QStringLiteral("open")), tr("Choose a file of measurements…"), own);
    choose->setObjectName(QStringLiteral("chooseMeasurements"));
    choose->setProperty("explain", QStringLiteral("field:calibration"));
    choose->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(choose, &QPushButton::clicked, this, &WorkloadPage::chooseMeasurements);
    own->addRow({}, choose);
    addFacts(tr("Derived figures"))->body()->addWidget(m_facts);
    body()->addStretch(1);
    connect(&context().controller, &PlanController::estimateChanged, this, &WorkloadPage::refresh);
    connect(
        &context().controller, &PlanController::planChanged, this, &WorkloadPage::refreshReleases);
    refresh();
    refreshReleases();
    foldIdle();
}

/// Releases of programs that this framework does not run; adapters while there are none; documents,
/// of which pretraining has none shorter than a sequence until the plan says so.
bool WorkloadPage::isIdle(const QString &path) const
{
    const PlanController &controller = context().controller;
    const Plan &plan = controller.plan();
    const PlanField *field = planField(path.toStdString());
    if (field->isRelease)
        return !hasRelease(plan, field->path) && !controller.isRefused(path);
    if (path == QLatin1String("tuning.objective")) // other programs are written without
        return frameworkTraits(plan.framework).id != Framework::HuggingFace;
    if (path.startsWith(QLatin1String("tuning.")))
        return path != QLatin1String("tuning.method") && !isAdapted(plan);
    return path.startsWith(QLatin1String("workload.packing.")) && !isAdapted(plan)
        && plan.workload.packing == Packing {};
}

/// What goes with the release of the framework.
void WorkloadPage::refreshReleases()
{
    const PlanController &controller = context().controller;
    const Plan &plan = controller.plan();
    const auto &table = controller.services().releases;
    const auto releases = table ? table() : nullptr;
    const ResolvedPlan *resolved = controller.resolved();
    const FrameworkRelease *row = releases && resolved ? releaseRow(*releases, *resolved) : nullptr;
    m_beside->setVisible(row && resolved);
    if (!row || !resolved)
        return;
    Plan used; // what an empty field stands for
    nameReleases(used, *resolved);
    for (const PlanField &field : planFields())
        if (field.isRelease)
            if (FieldEditor *editor = m_software->editor(QString::fromStdString(field.path)))
                editor->setPlaceholder(QString::fromStdString(field.get(used)));
    QStringList needs;
    bool fits = true;
    for (const ReleaseNeed &need : row->needs) {
        if (!need.isFor(resolved->accelerator.kind == AcceleratorKind::Tpu))
            continue;
        const QString name = QString::fromStdString(need.with);
        const QString least = QString::fromStdString(need.least);
        needs.append(need.below.empty()
                //: A program and the oldest release that serves.
                ? tr("%1 %2 or later").arg(name, least)
                //: A program, the oldest release that serves, the first that no longer does.
                : tr("%1 %2 or later, before %3")
                      .arg(name, least, QString::fromStdString(need.below)));
        fits = fits && (!isJaxlib(need) || need.takes(resolved->releases.jaxlib));
    }
    const std::string title { frameworkTraits(plan.framework).title };
    const QString release = row->isAny() ? QString() : QString::fromStdString(row->release);
    //: A framework with its release, then the programs beside it.
    m_beside->setText(tr("%1 %2 goes with %3.")
                          .arg(QString::fromStdString(title), release, inOneSentence(needs))
                          .simplified());
    m_beside->setInk(fits ? TextLabel::Ink::Muted : TextLabel::Ink::Warning);
}

void WorkloadPage::chooseMeasurements()
{
    const QString file = context().dialogs.openFile(
        this, tr("Choose your measurements"), tr("Measurements (*.csv);;All files (*)"));
    if (!file.isEmpty())
        context().controller.apply(
            { { "calibration", file.toStdString() } }, tr("Use your measurements"));
}

void WorkloadPage::refresh()
{
    const Estimate *estimate = context().controller.estimate();
    if (!estimate)
        return;
    const DerivedNumbers &derived = estimate->derived;
    m_facts->setFacts({
        { tr("Tokens per device and step"), countText(derived.tokensPerDevice) },
        { tr("Micro-batches per step"), countText(derived.microBatches) },
        { tr("Critical tokens per device"),
            countText(std::round(derived.criticalTokensPerDevice)) },
    });
}

} // namespace headroom
