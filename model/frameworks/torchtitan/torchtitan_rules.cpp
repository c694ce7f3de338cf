#include "model/frameworks/torchtitan/torchtitan_rules.h"

#include "model/frameworks/book/tuning_rows.h"
#include "model/frameworks/torchtitan/torchtitan_models.h"
#include "model/plan/optimizer_traits.h"
#include "model/plan/tuning.h"

namespace headroom::books::torchtitan {

using namespace rule_rows;

namespace {

const Plan &planOf(const Facts &facts)
{
    return facts.whole->plan;
}

void addPrecision(Rows &rows)
{
    rows.push_back(framework("torchtitan-fp16", setting::none, { "precision.compute" },
        [](const Facts &facts, const Degrees &) {
            return planOf(facts).precision.compute != NumberFormat::Fp16;
        }));
    rows.push_back(framework("torchtitan-fp16-weights", setting::none, { "precision.weights" },
        [](const Facts &facts, const Degrees &) {
            return planOf(facts).precision.weights != NumberFormat::Fp16;
        }));
    rows.push_back(framework(
        "no-optimizer", setting::none, { "optimizer", "framework" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->optimizer().isIn(Framework::Torchtitan)
                || facts.whole->plan.optimizer == Optimizer::Muon;
        },
        [](const Broken &broken) {
            return words("torchtitan", nameOf(broken.plan().plan.optimizer));
        }));
    rows.push_back(framework("torchtitan-muon", setting::none, { "optimizer", "framework" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->plan.optimizer != Optimizer::Muon;
        }));
    rows.push_back(framework("torchtitan-states", setting::none,
        { "precision.optimizer_state", "optimizer" }, [](const Facts &facts, const Degrees &) {
            return planOf(facts).precision.optimizerState != NumberFormat::Int8;
        }));
    rows.push_back(framework("torchtitan-eager-loss", setting::none,
        { "options.cross_entropy", "options.compile" }, [](const Facts &facts, const Degrees &) {
            const PlanOptions &options = planOf(facts).options;
            return options.crossEntropy != CrossEntropy::Fused || options.compile;
        }));
}

bool isAdapted(const Facts &facts)
{
    return isAdapted(planOf(facts));
}

/// Whether the query has a matrix of its own. @source torchtitan at 2026-08-21,
/// models/common/attention.py (QKVLinear)
bool splitsQuery(const Facts &facts)
{
    const TitanModel *const model = titanModel(*facts.whole);
    return model && model->name == "qwen3";
}

/// Adapters of the later sources: on linear layers alone, beside frozen weights in the type of the
/// adapters. @source torchtitan at 2026-08-21, components/lora.py (LoRAConverter)
void addAdapters(Rows &rows)
{
    rows.push_back(framework("torchtitan-adapter-base", setting::none,
        { "tuning.base", "tuning.method" }, [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || storedBase(planOf(facts)) == BaseFormat::Bf16;
        }));
    rows.push_back(framework(
        "torchtitan-adapter-weights", setting::none, { "precision.weights", "tuning.method" },
        [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || planOf(facts).precision.weights == NumberFormat::Bf16;
        },
        [](const Broken &broken) {
            return words(nameOf(planOf(broken.facts).precision.weights));
        }));
    rows.push_back(framework(
        "torchtitan-adapter-parts", setting::none, { "tuning.targets", "model" },
        [](const Facts &facts, const Degrees &) {
            if (!isAdapted(facts) || facts.isMla)
                return true;
            const Tuning &tuning = *planOf(facts).tuning;
            const bool key = tuning.adapts(TuningTarget::Key);
            return key == tuning.adapts(TuningTarget::Value)
                && (splitsQuery(facts) || key == tuning.adapts(TuningTarget::Query));
        },
        [](const Broken &broken) {
            return words(splitsQuery(broken.facts) ? "key and value" : "query, key and value");
        }));
    addTrainerOnly(rows);
    rows.push_back(framework("torchtitan-adapter-experts", setting::none,
        { "tuning.targets", "model" }, [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || facts.experts == 0
                || !adapts(planOf(facts), TuningTarget::Experts);
        }));
}

/// What v0.2.2 does not have, for models that the later sources have a configuration of.
void addLaterNeeds(Rows &rows)
{
    Rule later = framework(
        "torchtitan-later-model", setting::none,
        { "tuning.method", "precision.recipe", "precision.optimizer_state", "optimizer",
            "options.expert_dispatcher", "model" },
        [](const Facts &facts, const Degrees &) {
            const TitanModel *const model = titanModel(*facts.whole);
            return titanLaterNeed(*facts.whole).what.empty() || !model || !model->recipe.empty();
        },
        [](const Broken &broken) { return words(titanLaterNeed(broken.plan()).what); });
    later.cause = [](const Broken &broken) { return titanLaterNeed(broken.plan()).field; };
    rows.push_back(std::move(later));
}

/// Stages of equal length, with embedding and head as a layer each where the layers alone are not
/// even. @source torchtitan v0.2.2, distributed/pipeline_parallel.py
bool splitsEvenly(const Facts &facts, const Degrees &d)
{
    const std::int64_t parts = std::int64_t { d.pipeline } * d.chunks;
    if (d.pipeline == 1 || facts.stageEntries > 0)
        return true;
    const std::int64_t layers = facts.layers + (facts.layers % parts == 0 ? 0 : 2);
    const std::int64_t perStage = (layers + parts - 1) / parts;
    return (layers + perStage - 1) / perStage == parts;
}

void addAxes(Rows &rows)
{
    rows.push_back(framework("torchtitan-stages", setting::pipeline | setting::chunks,
        { "parallelism.pipeline", "parallelism.pipeline_chunks", "model" }, splitsEvenly,
        [](const Broken &broken) {
            return words(broken.facts.layers,
                std::int64_t { broken.degrees.pipeline } * broken.degrees.chunks);
        }));
    rows.push_back(framework("torchtitan-overlap", setting::tensor,
        { "options.tensor_overlap", "options.compile", "parallelism.tensor" },
        [](const Facts &facts, const Degrees &d) {
            const PlanOptions &options = planOf(facts).options;
            return d.tensor == 1 || options.tensorOverlap != Switch::On || options.compile;
        }));
    rows.push_back(framework("torchtitan-ulysses", setting::context | setting::contextStrategy,
        { "parallelism.context_strategy", "parallelism.context" },
        [](const Facts &, const Degrees &d) {
            return d.context == 1 || d.contextStrategy != ContextStrategy::Ulysses;
        }));
}

bool dispatchesBy(const Facts &facts, ExpertDispatcher dispatcher)
{
    return facts.experts > 0 && planOf(facts).options.expertDispatcher == dispatcher;
}

/// @source torchtitan v0.2.2, parallelize.py of llama4 and deepseek_v3
void addExperts(Rows &rows)
{
    const char *dispatcher = "options.expert_dispatcher";
    rows.push_back(framework("torchtitan-deepep-axes", setting::expert | setting::expertTensor,
        { dispatcher, "parallelism.expert", "parallelism.expert_tensor" },
        [](const Facts &facts, const Degrees &d) {
            return (!dispatchesBy(facts, ExpertDispatcher::DeepEp)
                       && !dispatchesBy(facts, ExpertDispatcher::HybridEp))
                || (d.expert > 1 && d.expertTensor == 1);
        }));
    rows.push_back(framework(
        "torchtitan-expert-shards", setting::expertTensor | setting::tensor,
        { "parallelism.expert_tensor", "parallelism.tensor" },
        [](const Facts &facts, const Degrees &d) {
            return facts.experts == 0 || d.expertTensor == 1 || d.expertTensor == d.tensor;
        },
        [](const Broken &broken) {
            return words(broken.degrees.tensor, broken.degrees.expertTensor);
        }));
}

/// A step inside the backward pass needs the whole gradient there, and weights that no expert or
/// pipeline group shares.
void addStepInBackward(Rows &rows)
{
    const char *field = "options.optimizer_in_backward";
    rows.push_back(framework("torchtitan-step-axes", setting::expert | setting::pipeline,
        { field, "parallelism.pipeline", "parallelism.expert" },
        [](const Facts &facts, const Degrees &d) {
            return !planOf(facts).options.optimizerInBackward || (d.expert == 1 && d.pipeline == 1);
        }));
    rows.push_back(framework(
        "torchtitan-step-accumulation", setting::microBatch | setting::ranks,
        { field, "parallelism.micro_batch_sequences", "workload.global_batch_sequences" },
        [](const Facts &facts, const Degrees &d) {
            return !planOf(facts).options.optimizerInBackward || facts.accumulation(d) <= 1;
        },
        [](const Broken &broken) { return words(broken.facts.accumulation(broken.degrees)); }));
}

/// Whether v0.2.2, the last release that reads TOML, has the model or the later sources can say
/// everything else.
bool someSourceTakes(const Facts &facts, const Degrees &d)
{
    const TitanModel *model = titanModel(*facts.whole);
    const bool isOld = model && !model->isLater && titanLaterNeed(*facts.whole).what.empty();
    return isOld || titanRecipeObstacle(*facts.whole, d).field.empty();
}

constexpr std::string_view stepInBackward = "options.optimizer_in_backward";

/// The same but for a step inside the backward pass, which v0.2.2 has for the models that it has.
bool someSourceTakesDegrees(const Facts &facts, const Degrees &d)
{
    return someSourceTakes(facts, d)
        || titanRecipeObstacle(*facts.whole, d).field == stepInBackward;
}

Operands obstacleOf(const Broken &broken)
{
    return words(titanRecipeObstacle(broken.plan(), broken.degrees).what);
}

std::string_view fieldOfObstacle(const Broken &broken)
{
    return titanRecipeObstacle(broken.plan(), broken.degrees).field;
}

void addModels(Rows &rows)
{
    Rule recipe = framework("torchtitan-recipe-alone",
        setting::context | setting::contextStrategy | setting::expertTensor,
        { "precision.recipe", "parallelism.context_strategy", "parallelism.expert_tensor",
            "model" },
        someSourceTakesDegrees, obstacleOf);
    recipe.cause = fieldOfObstacle;
    rows.push_back(std::move(recipe));
    Rule step = framework("torchtitan-recipe-alone", setting::none,
        { std::string(stepInBackward), "model" }, someSourceTakes, obstacleOf);
    Rule flavor = framework(
        "torchtitan-flavor", setting::none, { "model", "framework" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->plan.model.id.empty() || titanModel(*facts.whole)
                || isTitanShape(*facts.whole->model);
        },
        [](const Broken &broken) { return words(broken.plan().model->id); });
    Rule ownShape = framework("torchtitan-own-shape", setting::none, { "model", "framework" },
        [](const Facts &facts, const Degrees &) {
            return !facts.whole->plan.model.id.empty() || isTitanShape(*facts.whole->model);
        });
    for (Rule *rule : { &step, &flavor, &ownShape }) {
        rule->scope = RuleScope::Model;
        rows.push_back(std::move(*rule));
    }
}

constexpr WitnessRow witnesses[] {
    { "torchtitan-flavor",
        { "pytorch/torchtitan", "torchtitan/models/__init__.py",
            "_supported_models = frozenset(" } },
    { "torchtitan-overlap",
        { "pytorch/torchtitan", "torchtitan/config/configs.py",
            "Async TP requires 'model' in --compile.components and" } },
    { "torchtitan-stages",
        { "pytorch/torchtitan", "torchtitan/distributed/pipeline_parallel.py",
            "Number of virtual stages ({num_virtual_stages}) must be divisible by" } },
    { "torchtitan-states",
        { "pytorch/torchtitan", "torchtitan/components/optimizer/optimizer.py", "8bit", false } },
    { "no-optimizer",
        { "pytorch/torchtitan", "torchtitan/components/optimizer/optimizer.py",
            "\"AdamW\": torch.optim.AdamW," } },
    { "torchtitan-muon",
        { "pytorch/torchtitan", "torchtitan/components/optimizer/optimizer.py",
            "Use this for instance-wide objects such as per-parameter compute" } },
    { "torchtitan-adapter-base",
        { "pytorch/torchtitan", "torchtitan/components/lora.py", "bitsandbytes", false } },
    { "torchtitan-adapter-parts",
        { "pytorch/torchtitan", "torchtitan/models/common/attention.py",
            "self.wqkv = config.wqkv.build()" } },
    { "torchtitan-adapter-experts",
        { "pytorch/torchtitan", "torchtitan/components/lora.py",
            "is_target = isinstance(cfg, Linear.Config)" } },
    { "torchtitan-fp16",
        { "pytorch/torchtitan", "torchtitan/config/configs.py",
            "mixed_precision_param: Literal[\"bfloat16\", \"float32\"]" } },
    { "torchtitan-fp16-weights",
        { "pytorch/torchtitan", "torchtitan/config/configs.py",
            "dtype: Literal[\"bfloat16\", \"float32\"]" } },
    { "torchtitan-ulysses",
        { "pytorch/torchtitan", "torchtitan/distributed/context_parallel/api.py", "ulysses",
            false } },
    { "torchtitan-own-shape",
        { "pytorch/torchtitan", "torchtitan/models/__init__.py",
            "_supported_models = frozenset(" } },
    { "torchtitan-later-model",
        { "pytorch/torchtitan", "torchtitan/models/__init__.py", "llama4", false } },
    { "torchtitan-adapter-weights",
        { "pytorch/torchtitan", "torchtitan/config/configs.py",
            "dtype: Literal[\"bfloat16\", \"float32\"]" } },
    { "no-peft-switch", { "pytorch/torchtitan", "torchtitan/components/lora.py", "dora", false } },
    { "no-trained-modules",
        { "pytorch/torchtitan", "torchtitan/components/lora.py",
            "All other module configs become frozen config" } },
    { "torchtitan-eager-loss",
        { "pytorch/torchtitan", "torchtitan/components/loss.py",
            "\"loss\" in compile_config.components" } },
    { "torchtitan-deepep-axes",
        { "pytorch/torchtitan", "torchtitan/models/deepseek_v3/infra/parallelize.py",
            "Please set expert_tensor_parallel_degree=1 or use standard communication backend.",
            true, "v0.2.2" } },
    { "torchtitan-expert-shards",
        { "pytorch/torchtitan", "torchtitan/distributed/parallel_dims.py",
            "Currently we only support ETP=TP or ETP=1", true, "v0.2.2" } },
    { "torchtitan-step-axes",
        { "pytorch/torchtitan", "torchtitan/components/optimizer.py",
            "Optimizers in backward is not supported with Expert Parallel.", true, "v0.2.2" } },
    { "torchtitan-step-accumulation",
        { "pytorch/torchtitan", "torchtitan/components/optimizer.py",
            "param.register_post_accumulate_grad_hook(optim_hook)", true, "v0.2.2" } },
    { "torchtitan-recipe-alone",
        { "pytorch/torchtitan", "torchtitan/config/configs.py", "early_step_in_backward", false } },
};

Rows allRows()
{
    Rows rows;
    addPrecision(rows);
    addAdapters(rows);
    addLaterNeeds(rows);
    addAxes(rows);
    addExperts(rows);
    addStepInBackward(rows);
    addModels(rows);
    addWitnesses(rows, witnesses);
    return rows;
}

} // namespace

std::span<const Rule> rules()
{
    static const Rows rows = allRows();
    return rows;
}

} // namespace headroom::books::torchtitan
