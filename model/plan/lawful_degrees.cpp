#include "model/plan/lawful_degrees.h"

#include "model/plan/held_vocabulary.h"

#include <algorithm>
#include <numeric>

namespace headroom {
namespace {

/// Rows of the embedding that the tensor degree must divide; 0: none must.
std::int64_t vocabularyToCut(const FrameworkTraits &framework, const ModelShape &model)
{
    const HeldVocabulary held { framework, model };
    const bool mayDiffer = held.step > 0 || framework.vocabulary == VocabularyCut::Uneven;
    return mayDiffer ? 0 : held.rows;
}

} // namespace

std::array<int, meshAxes.size()> meshDegrees(const Degrees &degrees)
{
    return { degrees.data, degrees.fsdp, degrees.tensor, degrees.context, degrees.pipeline,
        degrees.expert };
}

double deviceProduct(const Degrees &degrees, bool expertIsAxis)
{
    return static_cast<double>(degrees.data) * degrees.fsdp * degrees.tensor * degrees.context
        * degrees.pipeline * (expertIsAxis ? degrees.expert : 1);
}

std::int64_t batchRanks(const Degrees &degrees, bool expertIsAxis)
{
    return std::int64_t { degrees.data } * degrees.fsdp * (expertIsAxis ? degrees.expert : 1);
}

double microBatchesPerStep(std::int64_t globalBatch, const Degrees &degrees, bool expertIsAxis)
{
    return static_cast<double>(globalBatch)
        / (degrees.microBatch * static_cast<double>(batchRanks(degrees, expertIsAxis)));
}

DegreeFacts::DegreeFacts(const ResolvedPlan &resolved)
    : framework(&resolved.framework())
    , layers(resolved.model->layers)
    , heads(resolved.model->heads)
    , kvHeads(resolved.model->kvHeads)
    , ffn(resolved.model->ffn)
    , vocabulary(vocabularyToCut(*framework, *resolved.model))
    , isMla(resolved.model->mla.has_value())
    , sequence(resolved.plan.workload.sequenceLength)
    , globalBatch(resolved.plan.workload.globalBatchSequences)
    , devices(resolved.deviceCount())
    , offloadsParameters(resolved.plan.options.offloadParameters)
    , refusesAccumulation(framework->accumulatesOutsidePipeline && !resolved.recipe.isNone()
          && resolved.recipe.refusesGradientAccumulation)
{
    if (resolved.model->moe) {
        experts = resolved.model->moe->experts;
        expertFfn = resolved.model->moe->ffn;
    }
    const Parallelism &own = resolved.plan.parallelism;
    stageEntries = std::ssize(own.stageLayers);
    stageSum = std::accumulate(own.stageLayers.begin(), own.stageLayers.end(), std::int64_t { 0 });
    stagesAreEqual = std::ranges::adjacent_find(own.stageLayers, std::not_equal_to {})
        == own.stageLayers.end();
    hasMesh = !own.mesh.ici.empty() || !own.mesh.dcn.empty();
    const auto part = [](const std::map<std::string, int> &axes, const char *axis) {
        const auto entry = axes.find(axis);
        return std::int64_t { entry == axes.end() ? 1 : entry->second };
    };
    for (std::size_t i = 0; i < meshAxes.size(); ++i)
        mesh[i] = part(own.mesh.ici, meshAxes[i]) * part(own.mesh.dcn, meshAxes[i]);
}

Operands DegreeRule::words(const BrokenDegrees &broken) const
{
    if (!division)
        return operands(broken);
    const Division numbers = division(broken.facts, broken.degrees);
    return { Message { valueId }, std::to_string(numbers.value), divisorName,
        std::to_string(numbers.divisor) };
}

bool isLawful(const DegreeFacts &facts, const Degrees &degrees)
{
    return std::ranges::all_of(
        degreeRules(), [&](const DegreeRule &rule) { return rule.holds(facts, degrees); });
}

bool isLawful(const DegreeFacts &facts, const Degrees &degrees, Knobs known, Knobs fresh)
{
    return std::ranges::all_of(degreeRules(), [&](const DegreeRule &rule) {
        const bool isAsked = (rule.knobs & ~known) == 0 && (rule.knobs & fresh) != 0;
        return !isAsked || rule.holds(facts, degrees);
    });
}

bool canBeLawful(const DegreeFacts &facts)
{
    return std::ranges::all_of(degreeRules(),
        [&](const DegreeRule &rule) { return rule.knobs != knob::none || rule.holds(facts, {}); });
}

} // namespace headroom
