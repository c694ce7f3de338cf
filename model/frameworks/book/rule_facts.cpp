#include "model/frameworks/book/rule.h"

#include "model/base/text/release_number.h"
#include "model/frameworks/book/witness_text.h"
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

RuleFacts::RuleFacts(const ResolvedPlan &resolved)
    : whole(&resolved)
    , framework(&resolved.framework())
    , remat(resolved.rematKind())
    , policy(resolved.plan.remat.policy)
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

std::string_view seenIn(const Witness &witness)
{
    if (!witness.release.empty())
        return witness.release;
    struct Day
    {
        std::string_view repository, day;
    };
    constexpr Day days[] {
        { "NVIDIA/Megatron-LM", "2026-08-22" },
        { "AI-Hypercomputer/maxtext", "2026-08-22" },
        { "deepspeedai/DeepSpeed", "2026-08-22" },
        { "NVIDIA-NeMo/Megatron-Bridge", "2026-08-22" },
        { "pytorch/torchtitan", "2026-08-21" },
        { "huggingface/peft", "2026-08-21" },
        { "huggingface/accelerate", "2026-07-24" },
        { "huggingface/trl", "2026-07-24" },
        { "bitsandbytes-foundation/bitsandbytes", "2026-08-19" },
        // Files of 2026 that name no release
        { "huggingface/transformers", "2026" },
    };
    const auto row = std::ranges::find(days, witness.repository, &Day::repository);
    return row == std::end(days) ? std::string_view {} : row->day;
}

Message seen(Message reason, const Witness &witness)
{
    return { "refusal-seen",
        { std::move(reason), std::string { witness.path }, std::string { seenIn(witness) } } };
}

bool Rule::isOf(const std::string &release) const
{
    const bool isBefore = !since.empty() && !isRelease(release, since);
    const bool isAfter = !until.empty() && isRelease(release, until);
    return !isBefore && !isAfter;
}

Rule::Words Rule::fieldsOf(const BrokenRule &broken) const
{
    Words ordered = fields;
    if (cause)
        std::stable_partition(ordered.begin(), ordered.end(),
            [own = cause(broken)](const std::string &field) { return field == own; });
    return ordered;
}

Error Rule::error(const BrokenRule &broken) const
{
    if (division) {
        const Division numbers = division(broken.facts, broken.degrees);
        return { id, {},
            { Message { valueId }, std::to_string(numbers.value), divisorName,
                std::to_string(numbers.divisor) } };
    }
    Operands words = operands ? operands(broken) : Operands {};
    if (!isOfFramework)
        return { id, {}, std::move(words) };
    Message reason { id, std::move(words) };
    if (!witness.repository.empty())
        reason = { "refusal-seen",
            { std::move(reason), std::string { witness.path }, std::string { seenIn(witness) } } };
    return { frameworkRuleId, {},
        { std::string { broken.facts.framework->title }, std::move(reason),
            fieldsOf(broken).front() } };
}

} // namespace headroom
