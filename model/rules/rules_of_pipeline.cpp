#include "model/plan/stage_layers.h"
#include "model/plan/whole_number.h"
#include "model/rules/general_rules.h"

namespace headroom::rule_rows {
namespace {

/// Virtual stages of the whole pipeline.
std::int64_t virtualStages(const Degrees &d)
{
    return std::int64_t { d.pipeline } * d.chunks;
}

bool hasEntryForEach(const Facts &facts, const Degrees &d)
{
    return facts.stageEntries == 0
        || fitsPipeline(static_cast<std::size_t>(facts.stageEntries), d.pipeline, d.chunks);
}

bool takesEntriesOfChunks(const Facts &facts, const Degrees &d)
{
    // Equal chunks are what a framework with even stages has anyway.
    return facts.framework->placesVirtualStages || facts.framework->stageSplit == StageSplit::Even
        || d.chunks == 1 || facts.stageEntries != virtualStages(d);
}

Operands frameworksWithLayouts(const Broken &broken)
{
    std::string able;
    for (const FrameworkTraits &row : allFrameworks())
        if (row.placesVirtualStages)
            able += (able.empty() ? "" : ", ") + std::string { row.name };
    return words(broken.facts.framework->title, broken.degrees.pipeline, able);
}

void addStageLayers(Rows &rows)
{
    const Settings settings = setting::pipeline | setting::chunks;
    rows.push_back(tested("rule-stage-layers-count", settings,
        { "parallelism.pipeline", "parallelism.pipeline_chunks", "parallelism.stage_layers" },
        hasEntryForEach, [](const Broken &broken) {
            return words(
                broken.facts.stageEntries, broken.degrees.pipeline, virtualStages(broken.degrees));
        }));
    rows.push_back(tested(
        "rule-stage-layers-sum", setting::none, { "model", "parallelism.stage_layers" },
        [](const Facts &facts, const Degrees &) {
            return facts.stageEntries == 0 || facts.stageSum == facts.layers;
        },
        [](const Broken &broken) { return words(broken.facts.stageSum, broken.facts.layers); }));
    rows.push_back(tested(
        "rule-stage-layers-even", setting::none, { "parallelism.stage_layers", "framework" },
        [](const Facts &facts, const Degrees &) {
            return facts.stagesAreEqual || facts.framework->stageSplit != StageSplit::Even;
        },
        [](const Broken &broken) { return words(broken.facts.framework->title); }));
    rows.push_back(tested("rule-stage-layers-chunks", settings,
        { "parallelism.pipeline_chunks", "parallelism.stage_layers", "framework" },
        takesEntriesOfChunks, frameworksWithLayouts));
}

/// Each virtual stage has a layer, unless the plan says which have none.
bool fillsStages(const Facts &facts, const Degrees &d)
{
    const std::int64_t parts = virtualStages(d);
    return parts <= facts.layers || parts == facts.stageEntries;
}

/// Layers that must be a multiple of the virtual stages.
Division evenLayers(const Facts &facts, const Degrees &d)
{
    const std::int64_t parts = virtualStages(d);
    const bool isAsked = facts.framework->stageSplit == StageSplit::Even && parts <= facts.layers;
    return isAsked ? Division { facts.layers, parts } : Division {};
}

/// Chunks are even when embedding, head or both may count as a layer.
bool evensChunks(const Facts &facts, const Degrees &d)
{
    const std::int64_t parts = virtualStages(d);
    if (facts.framework->stageSplit != StageSplit::EvenWithEnds || d.chunks == 1
        || facts.stageEntries > 0 || parts > facts.layers)
        return true;
    return facts.layers % parts == 0 || (facts.layers + 1) % parts == 0
        || (facts.layers + 2) % parts == 0;
}

/// Whether the micro-batches come in rounds of as many as there are stages.
bool fillsRounds(const Facts &facts, const Degrees &d)
{
    return d.pipeline == 1 || isWhole(facts.accumulation(d) / d.pipeline);
}

Operands roundWords(const Broken &broken)
{
    return words(broken.facts.accumulation(broken.degrees), broken.degrees.pipeline);
}

void addRounds(Rows &rows)
{
    const Words fields { "workload.global_batch_sequences", "parallelism.pipeline",
        "parallelism.micro_batch_sequences" };
    const Settings settings = setting::pipeline | setting::microBatch | setting::ranks;
    rows.push_back(tested(
        "rule-pipeline-micro-batches", settings, fields,
        [](const Facts &facts, const Degrees &d) {
            return facts.framework->pipelineRounds != PipelineRounds::Always
                || fillsRounds(facts, d);
        },
        roundWords));
    rows.push_back(tested(
        "rule-interleaving-micro-batches", settings | setting::chunks, fields,
        [](const Facts &facts, const Degrees &d) {
            return facts.framework->pipelineRounds != PipelineRounds::WhenInterleaved
                || d.chunks == 1 || fillsRounds(facts, d);
        },
        roundWords));
}

bool takesZeroStage(const Facts &facts, const Degrees &d)
{
    return d.pipeline == 1 || d.zeroStage <= facts.framework->maxZeroStageInPipeline
        || batchRanks(d, false) == 1;
}

bool shardsWhatItOffloads(const Facts &facts, const Degrees &d)
{
    return !facts.offloadsParameters || d.zeroStage >= facts.framework->minZeroStageToOffload;
}

} // namespace

void addPipelineRules(Rows &rows)
{
    const Words fields { "model", "parallelism.pipeline", "parallelism.pipeline_chunks" };
    const Settings settings = setting::pipeline | setting::chunks;
    rows.push_back(tested(
        "rule-interleaving-needs-stages", settings, fields,
        [](const Facts &, const Degrees &d) { return d.pipeline > 1 || d.chunks == 1; },
        [](const Broken &broken) { return words(broken.degrees.chunks); }));
    addStageLayers(rows);
    rows.push_back(
        tested("rule-too-many-stages", settings, fields, fillsStages, [](const Broken &broken) {
            return words(virtualStages(broken.degrees), broken.facts.layers);
        }));
    rows.push_back(divided(settings, fields, "layers", "pipeline · pipeline_chunks", evenLayers));
    rows.push_back(tested("rule-uneven-chunks", settings,
        { "model", "parallelism.pipeline", "parallelism.pipeline_chunks",
            "parallelism.stage_layers" },
        evensChunks, [](const Broken &broken) {
            return words(broken.facts.layers, virtualStages(broken.degrees));
        }));
    addRounds(rows);
    rows.push_back(
        tested("rule-zero-stage-pipeline", setting::pipeline | setting::zeroStage | setting::ranks,
            { "parallelism.zero_stage", "parallelism.pipeline" }, takesZeroStage,
            [](const Broken &broken) {
                const FrameworkTraits &framework = *broken.facts.framework;
                return words(
                    broken.degrees.zeroStage, framework.title, framework.maxZeroStageInPipeline);
            }));
    rows.push_back(tested("rule-offload-zero-stage", setting::zeroStage,
        { "options.offload_parameters", "parallelism.zero_stage" }, shardsWhatItOffloads,
        [](const Broken &broken) {
            const FrameworkTraits &framework = *broken.facts.framework;
            return words(
                broken.degrees.zeroStage, framework.title, framework.minZeroStageToOffload);
        }));
}

} // namespace headroom::rule_rows
