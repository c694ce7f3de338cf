#include "widgets/parallelism/parallelism_page.h"

#include "widgets/fields/field_form.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/fact_grid.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {

ParallelismPage::ParallelismPage(WindowContext &windowContext, QWidget *parent)
    : FieldPage(windowContext, tr("Parallelism"),
        tr("How the work is spread over the devices; the degrees multiply to the device count."),
        parent)
    , m_facts(new FactGrid(4, this))
{
    setObjectName(QStringLiteral("page_parallelism"));
    auto *suggest = new QPushButton(themeIcon(QStringLiteral("search"), IconTint::Accent),
        tr("S&uggest the best configurations…"), this);
    suggest->setObjectName(QStringLiteral("suggest"));
    suggest->setToolTip(tr("Searches all lawful degrees, micro-batches and remat policies"));
    connect(suggest, &QPushButton::clicked, &windowContext, &WindowContext::suggestRequested);
    body()->addWidget(suggest, 0, Qt::AlignLeft);
    takeMnemonic('u');
    addGroup(tr("Degrees"),
        { QStringLiteral("parallelism.data"), QStringLiteral("parallelism.fsdp"),
            QStringLiteral("parallelism.tensor"), QStringLiteral("parallelism.context"),
            QStringLiteral("parallelism.pipeline"), QStringLiteral("parallelism.expert") });
    addFacts(tr("What follows"))->body()->addWidget(m_facts);
    addGroup(tr("Batch and activations"),
        { QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("remat.policy") });
    addGroup(tr("Details"),
        { QStringLiteral("parallelism.zero_stage"), QStringLiteral("parallelism.sequence_parallel"),
            QStringLiteral("parallelism.context_strategy"),
            QStringLiteral("parallelism.pipeline_chunks"),
            QStringLiteral("parallelism.stage_layers"),
            QStringLiteral("parallelism.expert_tensor") });
    body()->addStretch(1);
    connect(
        &context().controller, &PlanController::estimateChanged, this, &ParallelismPage::refresh);
    refresh();
}

void ParallelismPage::refresh()
{
    const PlanController &controller = context().controller;
    const Estimate *estimate = controller.estimate();
    const ResolvedPlan *resolved = controller.resolved();
    if (!estimate || !resolved || controller.isStale()) {
        m_facts->forgetValues();
        return;
    }
    m_facts->setFacts({
        { tr("Devices"), countText(static_cast<double>(resolved->deviceCount())) },
        { tr("Data-parallel ranks"),
            countText(static_cast<double>(estimate->derived.dataParallelRanks)) },
        { tr("Micro-batches"), countText(estimate->derived.microBatches) },
        { tr("Accumulation"), countText(estimate->derived.gradientAccumulation) },
    });
}

} // namespace headroom
