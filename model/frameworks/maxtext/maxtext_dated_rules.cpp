#include "model/frameworks/maxtext/maxtext_dated_rules.h"

#include "model/frameworks/maxtext/maxtext_blocks.h"
#include "model/frameworks/maxtext/maxtext_keys.h"
#include "model/plan/optimizer_traits.h"

namespace headroom::books::maxtext {

using namespace rule_rows;

namespace {

constexpr const char *releaseField = "software.maxtext";

/// What no degree and no policy lifts is estimated all the same: the release may be one that was
/// chosen for the plan's jaxlib.
RuleScope scopeOf(Settings settings)
{
    return settings == setting::none ? RuleScope::Model : RuleScope::Plan;
}

/// Where today's sources have the key, or list the words. @source the rest, what releases lack:
/// maxtext_keys.cpp
constexpr WitnessRow datedWitnesses[] {
    { "ici_tensor_sequence_parallelism",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "ici_tensor_sequence_parallelism: " } },
    { "ici_context_parallelism",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "ici_context_parallelism: " } },
    { "ici_expert_parallelism",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "ici_expert_parallelism: " } },
    { "ici_pipeline_parallelism",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "ici_pipeline_parallelism: " } },
    { "pipeline_parallel_layers",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "pipeline_parallel_layers: " } },
    { "sparse_matmul",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py", "sparse_matmul: " } },
    { "mtp_num_layers",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py", "mtp_num_layers: " } },
    { "mu_dtype", { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py", "mu_dtype: " } },
    { "optimizer_memory_host_offload",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "optimizer_memory_host_offload: " } },
    { "parameter_memory_host_offload",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "parameter_memory_host_offload: " } },
    { "use_qwix_quantization",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py", "use_qwix_quantization: " } },
    { "remat.policy",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "class RematPolicy(str, Enum):" } },
    { "precision.recipe",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "class QuantizationType(str, Enum):" } },
    { "optimizer",
        { "AI-Hypercomputer/maxtext", "src/maxtext/configs/types.py",
            "class OptimizerType(str, Enum):" } },
    { "model",
        { "AI-Hypercomputer/maxtext", "src/maxtext/common/common_types.py",
            "class DecoderBlockType(enum.Enum):" } },
};

/// A plan that needs a key which the release may be too old for.
template <const auto &key, Test needs> Rule keyed(Settings settings, Words fields)
{
    fields.emplace_back(releaseField);
    Rule rule = framework(
        "maxtext-no-key", settings, std::move(fields),
        [](const Facts &facts, const Degrees &d) {
            return maxtextKnowsKey(key, releaseOf(facts)) || !needs(facts, d);
        },
        [](const Broken &broken) { return words(releaseOf(broken.facts), key); });
    rule.witness = witnessOf(datedWitnesses, key);
    rule.scope = scopeOf(settings);
    return rule;
}

constexpr char tensorSequenceKey[] = "ici_tensor_sequence_parallelism";
constexpr char contextKey[] = "ici_context_parallelism";
constexpr char expertKey[] = "ici_expert_parallelism";
constexpr char pipelineKey[] = "ici_pipeline_parallelism";
constexpr char outerLayersKey[] = "pipeline_parallel_layers";
constexpr char sparseKey[] = "sparse_matmul";
constexpr char predictionKey[] = "mtp_num_layers";
constexpr char momentsKey[] = "mu_dtype";
constexpr char offloadOptimizerKey[] = "optimizer_memory_host_offload";
constexpr char offloadParametersKey[] = "parameter_memory_host_offload";
constexpr char qwixKey[] = "use_qwix_quantization";

bool splitsSequence(const Facts &, const Degrees &d)
{
    return d.sequenceParallel && d.tensor > 1;
}

bool splitsContext(const Facts &, const Degrees &d)
{
    return d.context > 1;
}

bool splitsExperts(const Facts &, const Degrees &d)
{
    return d.expert > 1;
}

bool pipelines(const Facts &, const Degrees &d)
{
    return d.pipeline > 1;
}

bool leavesLayersOutside(const Facts &facts, const Degrees &d)
{
    const auto &moe = facts.whole->model->moe;
    const bool isUneven = facts.layers % (std::int64_t { d.pipeline } * d.chunks) != 0;
    return d.pipeline > 1 && (isUneven || (moe && moe->firstDenseLayers > 0));
}

bool hasExperts(const Facts &facts, const Degrees &)
{
    return facts.experts > 0;
}

bool predictsFurther(const Facts &facts, const Degrees &)
{
    return facts.whole->model->mtpLayers > 0;
}

/// The first moment has another type than the weights.
bool namesMoments(const Facts &facts, const Degrees &)
{
    const Plan &plan = facts.whole->plan;
    const bool is16Bit = plan.optimizer == Optimizer::AdamWBf16
        || plan.precision.optimizerState == NumberFormat::Bf16;
    return plan.optimizer != Optimizer::SgdMomentum
        && is16Bit != (plan.precision.weights == NumberFormat::Bf16);
}

bool offloadsOptimizer(const Facts &facts, const Degrees &)
{
    return facts.whole->plan.options.offloadOptimizer;
}

bool offloadsParameters(const Facts &facts, const Degrees &)
{
    return facts.whole->plan.options.offloadParameters;
}

bool quantizesThroughQwix(const Facts &facts, const Degrees &)
{
    const PrecisionRecipe &recipe = facts.whole->recipe;
    const RecipeVariant *variant
        = recipe.isNone() ? nullptr : workingVariant(recipe, facts.whole->accelerator);
    return variant && variant->qwix == "required";
}

/// A word of the plan that the release may be too old for.
template <std::string (*wordOf)(const Facts &)> Rule worded(Settings settings, Words fields)
{
    const Witness witness = witnessOf(datedWitnesses, fields.front());
    fields.emplace_back(releaseField);
    Rule rule = framework(
        "maxtext-no-word", settings, std::move(fields),
        [](const Facts &facts, const Degrees &) {
            return maxtextKnowsWord(wordOf(facts), releaseOf(facts));
        },
        [](const Broken &broken) { return words(releaseOf(broken.facts), wordOf(broken.facts)); });
    rule.witness = witness;
    rule.scope = scopeOf(settings);
    return rule;
}

/// The policy as MaxText calls it; minimal_with_context was minimal_flash before.
std::string policyOf(const Facts &facts)
{
    return facts.policy == contextPolicy ? std::string {} : facts.policy;
}

std::string recipeOf(const Facts &facts)
{
    return facts.whole->recipe.id;
}

std::string optimizerOf(const Facts &facts)
{
    return std::string { facts.whole->optimizer().nameIn(Framework::MaxText).name };
}

/// The block of a shape that is spelt out.
std::string blockOf(const Facts &facts)
{
    return isNamedInMaxText(*facts.whole) ? std::string {}
                                          : std::string { maxtextBlock(*facts.whole->model).name };
}

} // namespace

void addDatedRules(Rows &rows)
{
    rows.push_back(keyed<tensorSequenceKey, splitsSequence>(
        setting::tensor | setting::sequenceParallel, { "parallelism.sequence_parallel" }));
    rows.push_back(keyed<contextKey, splitsContext>(setting::context, { "parallelism.context" }));
    rows.push_back(keyed<expertKey, splitsExperts>(setting::expert, { "parallelism.expert" }));
    rows.push_back(keyed<pipelineKey, pipelines>(setting::pipeline, { "parallelism.pipeline" }));
    rows.push_back(keyed<outerLayersKey, leavesLayersOutside>(setting::pipeline | setting::chunks,
        { "parallelism.pipeline", "parallelism.pipeline_chunks" }));
    rows.push_back(keyed<sparseKey, hasExperts>(setting::none, { "model" }));
    rows.push_back(keyed<predictionKey, predictsFurther>(setting::none, { "model" }));
    rows.push_back(keyed<momentsKey, namesMoments>(
        setting::none, { "optimizer", "precision.optimizer_state", "precision.weights" }));
    rows.push_back(keyed<offloadOptimizerKey, offloadsOptimizer>(
        setting::none, { "options.offload_optimizer" }));
    rows.push_back(keyed<offloadParametersKey, offloadsParameters>(
        setting::none, { "options.offload_parameters" }));
    rows.push_back(keyed<qwixKey, quantizesThroughQwix>(setting::none, { "precision.recipe" }));
    rows.push_back(worded<policyOf>(setting::remat, { "remat.policy" }));
    rows.push_back(worded<recipeOf>(setting::none, { "precision.recipe" }));
    rows.push_back(worded<optimizerOf>(setting::none, { "optimizer" }));
    rows.push_back(worded<blockOf>(setting::none, { "model" }));
}

} // namespace headroom::books::maxtext
