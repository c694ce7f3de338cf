#include "widgets/workload/workload_page.h"

#include "widgets/fields/field_form.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/fact_grid.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {

WorkloadPage::WorkloadPage(WindowContext &windowContext, QWidget *parent)
    : FieldPage(windowContext, tr("Workload"),
        tr("Sequences, batch, number formats and the optimizer."), parent)
    , m_facts(new FactGrid(3, this))
{
    setObjectName(QStringLiteral("page_workload"));
    addGroup(tr("Batch"),
        { QStringLiteral("workload.mode"), QStringLiteral("workload.sequence_length"),
            QStringLiteral("workload.global_batch_sequences"),
            QStringLiteral("workload.training_tokens"),
            QStringLiteral("workload.packing.mean_tokens"),
            QStringLiteral("workload.packing.share_padding") });
    addGroup(tr("Fine-tuning"),
        { QStringLiteral("tuning.method"), QStringLiteral("tuning.rank"),
            QStringLiteral("tuning.targets"), QStringLiteral("tuning.base") });
    addGroup(tr("Precision and optimizer"),
        { QStringLiteral("precision.compute"), QStringLiteral("precision.weights"),
            QStringLiteral("precision.gradients"), QStringLiteral("precision.optimizer_state"),
            QStringLiteral("precision.recipe"), QStringLiteral("optimizer") });
    FieldForm *own = addGroup(tr("Own measurements"), { QStringLiteral("calibration") });
    auto *choose = new QPushButton(
        themeIcon(QStringLiteral("open")), tr("Choose a file of measurements…"), own);
    choose->setObjectName(QStringLiteral("chooseMeasurements"));
    choose->setProperty("explain", QStringLiteral("field:calibration"));
    choose->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(choose, &QPushButton::clicked, this, &WorkloadPage::chooseMeasurements);
    own->addRow({}, choose);
    addFacts(tr("What follows"))->body()->addWidget(m_facts);
    body()->addStretch(1);
    connect(&context().controller, &PlanController::estimateChanged, this, &WorkloadPage::refresh);
    refresh();
}

void WorkloadPage::chooseMeasurements()
{
    const QString file = context().dialogs.openFile(
        this, tr("Choose own measurements"), tr("Measurements (*.csv);;All files (*)"));
    if (!file.isEmpty())
        context().controller.apply(
            { { "calibration", file.toStdString() } }, tr("Use own measurements"));
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
