#include "widgets/timeline/timeline_text.h"

#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace headroom {
namespace {

constexpr auto context = "model/timeline";

class Words
{
    Q_DECLARE_TR_FUNCTIONS(headroom::TimelineText)
};

QString numbered(int number)
{
    return QLocale().toString(number);
}

/// Seconds that computation waits for collectives on the stage, bubbles aside.
double exposedSeconds(const StageTimeline &stage)
{
    double sum = stage.terms[TimeTerm::HostTransfer].value();
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const auto term = static_cast<TimeTerm>(i);
        if (term >= TimeTerm::ExposedData && term <= TimeTerm::ExposedPipeline)
            sum += stage.terms.values[i].value();
    }
    return sum;
}

QString placeText(const Timeline &timeline, const DrawnBlock &block)
{
    QStringList parts;
    if (block.microBatch >= 0 && timeline.microBatches > 1)
        parts << Words::tr("micro-batch %1 of %2")
                     .arg(numbered(block.microBatch + 1), numbered(timeline.microBatches));
    if (timeline.chunks > 1 && block.kind != PassKind::Bubble)
        parts << Words::tr("chunk %1 of %2")
                     .arg(numbered(block.chunk + 1), numbered(timeline.chunks));
    if (block.layer >= 0)
        parts << Words::tr("layer %1 of %2")
                     .arg(numbered(block.layer + 1), numbered(timeline.layers));
    if (block.parts > 1)
        parts << Words::tr("part %1 of %2").arg(numbered(block.part + 1), numbered(block.parts));
    return inOneSentence(parts);
}

} // namespace

QString opText(BlockOp op)
{
    return modelText(context, nameOf(op).label);
}

QString passText(PassKind kind)
{
    return modelText(context, nameOf(kind).label);
}

QString scheduleText(PipelineSchedule schedule)
{
    return modelText(context, scheduleLabel(schedule));
}

QString differenceText(TimeTerm term)
{
    return modelText(context, differenceReason(term));
}

QString streamText(const Timeline &timeline, TimelineStream stream)
{
    const QString name = modelText(context, nameOf(stream).label);
    const bool crosses = (stream == TimelineStream::Activations && timeline.activationsCrossNodes)
        || (stream == TimelineStream::Weights && timeline.weightsCrossNodes)
        || (stream == TimelineStream::Replicas && timeline.replicasCrossNodes);
    //: Row of the timeline whose collectives leave the node or slice.
    return crosses ? Words::tr("%1 (network)").arg(name) : name;
}

QString blockText(const DrawnBlock &block)
{
    switch (block.level) {
    case DrawnLevel::Pass:
        return passText(block.kind);
    case DrawnLevel::Layer: {
        const QString phase = modelText(context, nameOf(block.phase).label);
        if (block.phase == BlockPhase::Update)
            return phase;
        //: %1: Forward or Backward.
        return block.layer < 0 ? Words::tr("%1: embedding or head").arg(phase)
                               : Words::tr("%1: one layer").arg(phase);
    }
    case DrawnLevel::Kernel:
        break;
    }
    if (block.op == BlockOp::Bubble)
        return passText(block.kind);
    if (block.phase == BlockPhase::Update || block.op == BlockOp::StageSend)
        return opText(block.op);
    //: %1: Forward, Recomputed forward or Backward; %2: the kernel or collective.
    return Words::tr("%1: %2").arg(modelText(context, nameOf(block.phase).label), opText(block.op));
}

QStringList blockFacts(const Timeline &timeline, int stage, const DrawnBlock &block)
{
    QStringList lines { blockText(block) };
    if (const QString place = placeText(timeline, block); !place.isEmpty())
        lines << place;
    if (timeline.stages.size() > 1)
        lines << Words::tr("stage %1 of %2")
                     .arg(numbered(stage + 1), numbered(static_cast<int>(timeline.stages.size())));
    lines << Words::tr("%1, from %2")
                 .arg(secondsText(Seconds { block.end - block.start }),
                     secondsText(Seconds { block.start }));
    if (block.isMerged)
        lines << Words::tr("several blocks too short to draw: zoom in");
    else if (block.exposed > 0)
        lines << Words::tr("delays computation by %1").arg(secondsText(Seconds { block.exposed }));
    if (!block.isMerged && block.block >= 0) {
        const Pass &pass = timeline.stages[static_cast<std::size_t>(stage)]
                               .passes[static_cast<std::size_t>(block.pass)];
        const PassTemplate &shape = timeline.templates[static_cast<std::size_t>(pass.pattern)];
        const TimelineBlock &own = shape.blocks[static_cast<std::size_t>(block.block)];
        if (own.duration > own.work * 1.001)
            lines << Words::tr("%1 if nothing else ran at the same time")
                         .arg(secondsText(Seconds { own.work }));
        if (own.dependency >= 0)
            lines << Words::tr("waited for: %1")
                         .arg(opText(shape.blocks[static_cast<std::size_t>(own.dependency)].op));
    }
    if (block.kind == PassKind::Repeat)
        lines << Words::tr("%1 micro-batches, drawn as one")
                     .arg(numbered(timeline.microBatches - timeline.shownMicroBatches));
    return lines;
}

QString timelineSentence(const Timeline &timeline, int stage)
{
    const StageTimeline &own = timeline.stages[static_cast<std::size_t>(stage)];
    const double share = timeline.makespan > 0 ? 1 / timeline.makespan : 0;
    QString text = Words::tr("One step takes %1; computation waits %2 (%3) for communication.")
                       .arg(secondsText(Seconds { timeline.makespan }),
                           secondsText(Seconds { exposedSeconds(own) }),
                           shareText(exposedSeconds(own) * share));
    QStringList sentences { text };
    if (timeline.stages.size() > 1)
        sentences << Words::tr("Stage %1 idles %2 (%3) in pipeline bubbles.")
                         .arg(numbered(stage + 1), secondsText(own.terms[TimeTerm::Bubble]),
                             shareText(timeline.bubbleFraction(stage)));
    sentences << Words::tr("The estimate says %1; the events differ by %2.")
                     .arg(secondsText(Seconds { timeline.closedFormStep }),
                         ratioChangeText(timeline.closedFormStep, timeline.makespan));
    return inOneParagraph(sentences);
}

} // namespace headroom
