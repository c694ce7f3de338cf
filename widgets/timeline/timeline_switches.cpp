#include "widgets/timeline/timeline_switches.h"

#include "model/physics/prepare/switched_effects.h"
#include "widgets/fields/field_form.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <array>

namespace headroom {
namespace {

/// A flag of XLA on GPU with a visible effect on the timeline.
struct LaneSwitch : SwitchedEffect
{
    const char *label, *help;
};

constexpr std::array<LaneSwitch, 7> switches { {
    { switched::latencyHiding,
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches", "&Latency hiding scheduler"),
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches",
            "Off: every collective blocks computation. On: collectives overlap with it.") },
    { switched::pipelinedAllGather,
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches", "Pipelined &all-gather"),
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches",
            "Gathers the next layer's weights during this layer; costs one more layer of "
            "buffers.") },
    { switched::pipelinedReduceScatter,
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches", "Pipelined reduce-sca&tter"),
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches",
            "Reduces a layer's gradients during the next layer of the backward pass.") },
    { switched::pipelinedAllReduce,
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches", "Pipelined all-&reduce"),
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches",
            "All-reduces the replicas' gradients during the next layer of the backward pass.") },
    { switched::doubleBuffering,
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches", "Double bufferi&ng"),
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches",
            "Unrolls the layer loop by two: odd and even layers may overlap.") },
    { switched::collectiveMatmul,
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches", "&Collective matmul"),
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches",
            "Splits GEMMs into chunks that overlap with their tensor-parallel collective.") },
    { switched::pipelinedP2p,
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches", "&Pipelined stage transfers"),
        QT_TRANSLATE_NOOP("headroom::TimelineSwitches",
            "Sends activations to the next stage during the following micro-batch.") },
} };
constexpr std::size_t collectiveMatmul = 5;
constexpr auto einsumThreshold = "xla_gpu_threshold_for_windowed_einsum_mib";

constexpr std::array<const char *, 3> thresholdFlags {
    "xla_gpu_all_gather_combine_threshold_bytes",
    "xla_gpu_reduce_scatter_combine_threshold_bytes",
    "xla_gpu_all_reduce_combine_threshold_bytes",
};
constexpr int roomForTwo = 130; ///< characters: values and ticks beside each other
constexpr std::array<double, 7> thresholdMib { 30, 64, 128, 256, 512, 1024, 8192 };

} // namespace

TimelineSwitches::TimelineSwitches(WindowContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap(2));
    m_note = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this);
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    column->addWidget(buildFlags());
    column->addWidget(buildOptions());
}

void TimelineSwitches::addSwitch(QLayout *row, std::size_t index)
{
    const LaneSwitch &own = switches.at(index);
    auto *box = new QCheckBox(tr(own.label), m_flags);
    box->setToolTip(QStringLiteral("%1\n%2").arg(tr(own.help), QString::fromLatin1(own.flag)));
    box->setAccessibleDescription(tr(own.help));
    box->setObjectName(QString::fromLatin1(own.flag));
    connect(box, &QCheckBox::clicked, this, [this, index](bool on) { switchFlag(index, on); });
    m_switches.push_back(box);
    row->addWidget(box);
}

QWidget *TimelineSwitches::buildFlags()
{
    m_flags = new QWidget(this);
    auto *row = new FlowLayout(m_flags, gap(3));
    for (std::size_t i = 0; i < switches.size(); ++i)
        addSwitch(row, i);
    auto *threshold = new QWidget(m_flags);
    auto *thresholdRow = new QHBoxLayout(threshold);
    thresholdRow->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("Combine collectives &up to"), threshold);
    m_threshold = new QComboBox(threshold);
    for (const double mib : thresholdMib)
        m_threshold->addItem(bytesText(Bytes { mib * bytesPerMib }), mib);
    m_threshold->setObjectName(QStringLiteral("combineThreshold"));
    m_threshold->setAccessibleName(tr("Combine collectives up to"));
    m_threshold->setToolTip(
        tr("Smaller messages pay latency each; larger ones merge work that could overlap."));
    label->setBuddy(m_threshold);
    thresholdRow->addWidget(label);
    thresholdRow->addWidget(m_threshold);
    row->addWidget(threshold);
    connect(m_threshold, &QComboBox::activated, this, &TimelineSwitches::setThreshold);
    m_advice = new QPushButton(tr("Back to the a&dvice"), m_flags);
    m_advice->setObjectName(QStringLiteral("backToAdvice"));
    m_advice->setToolTip(
        tr("Removes these flags from the plan, so that the advice applies again."));
    connect(m_advice, &QPushButton::clicked, this, &TimelineSwitches::backToAdvice);
    row->addWidget(m_advice);
    return m_flags;
}

QWidget *TimelineSwitches::buildOptions()
{
    auto *options = new QWidget(this);
    m_options = new QBoxLayout(QBoxLayout::LeftToRight, options);
    m_options->setContentsMargins(0, 0, 0, 0);
    m_options->setSpacing(gap(6));
    for (const char letter : { 's', 'u', 'd', 'l', 'a', 't', 'r', 'n', 'c', 'p' }) // the page's own
        m_letters.insert(QLatin1Char(letter));
    auto *values = new FieldForm(m_context.controller, m_letters, options);
    values->addFields(
        { QStringLiteral("options.tensor_overlap"), QStringLiteral("parallelism.pipeline_chunks"),
            QStringLiteral("parallelism.micro_batch_sequences") });
    auto *ticks = new FieldForm(m_context.controller, m_letters, options);
    ticks->addFields(
        { QStringLiteral("options.scan_layers"), QStringLiteral("options.overlap_grad_reduce"),
            QStringLiteral("options.overlap_param_gather") });
    m_options->addWidget(values, 0, Qt::AlignTop);
    m_options->addWidget(ticks, 0, Qt::AlignTop);
    m_options->addStretch(1);
    return options;
}

void TimelineSwitches::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_options->setDirection(
        width() < textWidth(roomForTwo) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void TimelineSwitches::refresh()
{
    const PlanController &controller = m_context.controller;
    const ResolvedPlan *resolved = controller.resolved();
    if (!resolved || !controller.services().flagEffects)
        return;
    const bool applies
        = resolved->expertIsAxis() && resolved->accelerator.kind == AcceleratorKind::Gpu;
    m_flags->setEnabled(applies);
    m_note->setText(applies ? tr("XLA GPU flags as they apply to this plan.")
                            : tr("These flags exist only for JAX on GPU. This plan's framework "
                                 "prefetches the next layer by itself."));
    const FlagEffects effects = controller.services().flagEffects(*resolved);
    for (std::size_t i = 0; i < switches.size(); ++i) {
        const QSignalBlocker quiet(m_switches[i]);
        m_switches[i]->setChecked(effects.*switches.at(i).effect);
    }
    const double mib = effects.allGatherCombineThreshold.value() / bytesPerMib;
    int nearest = 0;
    for (int i = 1; i < static_cast<int>(thresholdMib.size()); ++i)
        if (mib >= thresholdMib.at(static_cast<std::size_t>(i)) * 0.99)
            nearest = i;
    const QSignalBlocker quiet(m_threshold);
    m_threshold->setCurrentIndex(nearest);
    bool hasOwn = false;
    for (const LaneSwitch &own : switches)
        hasOwn = hasOwn || controller.plan().flags.contains(own.flag);
    for (const char *flag : thresholdFlags)
        hasOwn = hasOwn || controller.plan().flags.contains(flag);
    m_advice->setEnabled(applies && hasOwn);
}

void TimelineSwitches::switchFlag(std::size_t index, bool on)
{
    Plan plan = m_context.controller.plan();
    plan.flags[switches.at(index).flag] = on ? "true" : "false";
    // Without a threshold only products of 100 000 MiB and more would be cut.
    if (index == collectiveMatmul && on)
        plan.flags[einsumThreshold] = "0";
    m_context.controller.replacePlan(
        plan, tr("Change flag %1").arg(QString::fromLatin1(switches.at(index).flag)));
}

void TimelineSwitches::setThreshold(int index)
{
    Plan plan = m_context.controller.plan();
    const auto bytes
        = static_cast<long long>(thresholdMib.at(static_cast<std::size_t>(index)) * bytesPerMib);
    for (const char *flag : thresholdFlags)
        plan.flags[flag] = std::to_string(bytes);
    m_context.controller.replacePlan(plan, tr("Change the combine thresholds"));
}

void TimelineSwitches::backToAdvice()
{
    Plan plan = m_context.controller.plan();
    for (const LaneSwitch &own : switches)
        plan.flags.erase(own.flag);
    for (const char *flag : thresholdFlags)
        plan.flags.erase(flag);
    plan.flags.erase(einsumThreshold);
    m_context.controller.replacePlan(plan, tr("Follow the flag advice again"));
}

} // namespace headroom
