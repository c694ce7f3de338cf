#include "widgets/parallelism/parallelism_page.h"

#include "model/plan/degrees.h"
#include "widgets/charts/term_segments.h"
#include "widgets/fields/field_editor.h"
#include "widgets/fields/field_form.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/fact_grid.h"
#include "widgets/look/panels.h"
#include "widgets/parallelism/mesh_card.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr int leftShare = 3, meshShare = 2; ///< of the width, where they stand side by side

/// A field that means something only while another degree is in use.
struct Dependent
{
    const char *path;
    int Degrees::*on;
};
constexpr std::array dependents {
    Dependent { "parallelism.sequence_parallel", &Degrees::tensor },
    Dependent { "parallelism.context_strategy", &Degrees::context },
    Dependent { "parallelism.pipeline_chunks", &Degrees::pipeline },
    Dependent { "parallelism.stage_layers", &Degrees::pipeline },
};
constexpr std::array expertFields { "parallelism.expert", "parallelism.expert_tensor" };

} // namespace

ParallelismPage::ParallelismPage(WindowContext &windowContext, QWidget *parent)
    : FieldPage(windowContext, tr("Parallelism"),
        tr("How the work is split over the devices. The product of the degrees is the device "
           "count."),
        parent)
    , m_facts(new FactGrid(2, this))
{
    setObjectName(QStringLiteral("page_parallelism"));
    buildSides();
    body()->addStretch(1);
    const PlanController &controller = context().controller;
    connect(&controller, &PlanController::planChanged, this, &ParallelismPage::refreshProduct);
    connect(&controller, &PlanController::estimateChanged, this, &ParallelismPage::refresh);
    refresh();
    refreshProduct();
    foldIdle();
}

void ParallelismPage::buildSides()
{
    auto *actions = new QHBoxLayout;
    auto *suggest = new QPushButton(themeIcon(QStringLiteral("search"), IconTint::Accent),
        tr("S&uggest faster configurations…"), this);
    suggest->setObjectName(QStringLiteral("suggest"));
    suggest->setToolTip(tr("Searches all valid degrees, micro-batches and remat policies"));
    connect(suggest, &QPushButton::clicked, &context(), &WindowContext::suggestRequested);
    takeMnemonic('u');
    actions->addWidget(suggest);
    actions->addStretch(1);
    actions->addWidget(addFoldButton());
    body()->addLayout(actions);

    m_sides = new QBoxLayout(QBoxLayout::LeftToRight);
    m_sides->setSpacing(gap(3));
    m_left = new QVBoxLayout;
    QVBoxLayout *left = m_left;
    left->setSpacing(gap(3));
    const auto group = [&](const QString &heading, const QStringList &paths) {
        FieldForm *form = addGroup(heading, paths);
        QWidget *card = form->parentWidget();
        takeCard(card);
        left->addWidget(card);
        return form;
    };
    FieldForm *degrees = group(tr("Degrees"),
        { QStringLiteral("parallelism.data"), QStringLiteral("parallelism.fsdp"),
            QStringLiteral("parallelism.tensor"), QStringLiteral("parallelism.context"),
            QStringLiteral("parallelism.pipeline"), QStringLiteral("parallelism.expert") });
    m_product = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, degrees);
    m_product->setObjectName(QStringLiteral("degreeProduct"));
    m_product->setWordWrap(true);
    degrees->addRow({}, m_product);
    group(tr("Batch and activations"),
        { QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("remat.policy") });
    group(tr("Details"),
        { QStringLiteral("parallelism.zero_stage"), QStringLiteral("parallelism.sequence_parallel"),
            QStringLiteral("parallelism.context_strategy"),
            QStringLiteral("parallelism.pipeline_chunks"),
            QStringLiteral("parallelism.stage_layers"),
            QStringLiteral("parallelism.expert_tensor") });
    left->addStretch(1);
    m_mesh = new MeshCard(this);
    m_mesh->body()->addWidget(new TextLabel(
        tr("What one device holds"), TextRole::Heading, TextLabel::Ink::Normal, m_mesh));
    m_holds = new TermBar(m_mesh); // after the fields: Tab goes down the page
    m_holdsNote = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, m_mesh);
    m_holds->setObjectName(QStringLiteral("deviceHolds"));
    m_holds->setAccessibleName(tr("What one device holds"));
    m_holdsNote->setWordWrap(true);
    m_mesh->body()->addWidget(m_holds);
    m_mesh->body()->addWidget(m_holdsNote);
    m_mesh->body()->addWidget(m_facts);
    connect(m_holds, &TermBar::segmentEntered, this, &ParallelismPage::showHolds);
    connect(m_holds, &TermBar::segmentActivated, &context(), &WindowContext::showDerivation);
    m_sides->addLayout(left, leftShare);
    m_sides->addWidget(m_mesh, meshShare, Qt::AlignTop);
    body()->addLayout(m_sides);
}

/// The picture goes below the degrees where there is no room beside them.
void ParallelismPage::resizeEvent(QResizeEvent *event)
{
    FieldPage::resizeEvent(event);
    const int margins = 2 * gap(6) + gap(3) + style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const int room = width() - margins;
    // Beside the picture the labels of the degrees still stand beside their inputs.
    const bool hasRoom = m_left->minimumSize().width() + m_mesh->minimumSizeHint().width() <= room
        && formsWidth() * (leftShare + meshShare) <= room * leftShare;
    m_sides->setDirection(hasRoom ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

bool ParallelismPage::isIdle(const QString &path) const
{
    if (isSet(path))
        return false;
    const PlanController &controller = context().controller;
    for (const Dependent &one : dependents)
        if (path == QLatin1String(one.path))
            return controller.plan().parallelism.*one.on == 1;
    const ResolvedPlan *resolved = controller.resolved();
    return resolved && !resolved->model->moe
        && std::ranges::any_of(
            expertFields, [&path](const char *one) { return path == QLatin1String(one); });
}

/// "1 × 8 × 1 = 8 of 8".
void ParallelismPage::refreshProduct()
{
    const PlanController &controller = context().controller;
    const Plan &plan = controller.plan();
    const bool expertIsAxis = frameworkTraits(plan.framework).expertIsAxis;
    const auto degrees = meshDegrees(plan.parallelism);
    QStringList factors;
    for (std::size_t i = 0; i < degrees.size(); ++i)
        if (std::string_view(meshAxes[i]) != "expert" || (expertIsAxis && degrees[i] > 1))
            factors.append(QString::number(degrees[i]));
    const double product = deviceProduct(plan.parallelism, expertIsAxis);
    const double devices
        = static_cast<double>(std::int64_t { plan.hardware.nodes } * plan.hardware.devicesPerNode);
    const bool isWhole = product == devices;
    //: Degrees multiplied, their product, the devices that there are.
    m_product->setText(
        tr("%1 = %2 of %3 devices")
            .arg(factors.join(QStringLiteral(" × ")), countText(product), countText(devices))
        + (isWhole ? QStringLiteral("\u00a0✓") : QString()));
    m_product->setInk(isWhole ? TextLabel::Ink::Good : TextLabel::Ink::Bad);
}

void ParallelismPage::refresh()
{
    const PlanController &controller = context().controller;
    const Estimate *estimate = controller.estimate();
    const ResolvedPlan *resolved = controller.resolved();
    if (!estimate || !resolved || controller.isStale()) {
        m_facts->forgetValues();
        m_holds->setDimmed(true);
        return;
    }
    m_mesh->setResult(*resolved, *estimate);
    if (const auto axes = m_mesh->findChildren<QRadioButton *>(); !axes.isEmpty())
        setTabOrder(axes.last(), m_holds); // the axes are made anew, above the bar
    const MemoryEstimate &memory = estimate->memory;
    m_holds->setDimmed(false);
    m_holds->setSegments(memorySegments(*estimate, palette()));
    m_holds->setInterval(memory.p10.value(), memory.p90.value());
    //: The memory that the allocator has on a device.
    m_holds->setLimits(
        { { tr("budget %1").arg(gibText(memory.budget)), memory.budget.value(), true } });
    m_holds->setAccessibleDescription(memorySentence(*estimate));
    showHolds({});
    m_facts->setFacts({
        { tr("Data-parallel ranks"),
            countText(static_cast<double>(estimate->derived.dataParallelRanks)) },
        { tr("Micro-batches"), countText(estimate->derived.microBatches) },
        { tr("Accumulation"), countText(estimate->derived.gradientAccumulation) },
        { tr("Tokens per device and step"), countText(estimate->derived.tokensPerDevice) },
    });
}

/// Names the part of the bar that is pointed at, else the largest.
void ParallelismPage::showHolds(const QString &term)
{
    const Estimate *estimate = context().controller.estimate();
    if (estimate && !context().controller.isStale())
        m_holdsNote->setText(segmentNote(memorySegments(*estimate, palette()), term));
}

void ParallelismPage::changeEvent(QEvent *event)
{
    FieldPage::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_mesh)
        refresh(); // the segments carry their colours
}

} // namespace headroom
