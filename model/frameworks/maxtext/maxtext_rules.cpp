#include "model/frameworks/maxtext/maxtext_rules.h"

#include "model/base/text/release_number.h"
#include "model/frameworks/book/tuning_rows.h"
#include "model/frameworks/maxtext/maxtext_blocks.h"
#include "model/frameworks/maxtext/maxtext_dated_rules.h"
#include "model/frameworks/maxtext/maxtext_keys.h"
#include "model/frameworks/maxtext/maxtext_witnesses.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/optimizer_traits.h"
#include "model/plan/rank_order.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::books::maxtext {

using namespace rule_rows;

namespace {

/// First release that trains adapters, that trains them next to quantised weights, and that has
/// rings and Ulysses on TPU.
/// @source MaxText 0.2.3 and 0.2.4, configs/types.py (LoRA; lora_weight_qtype;
///   use_tokamax_splash), trainers/post_train/sft/train_sft.py
constexpr const char *adapterRelease = "0.2.3", *quantisedRelease = "0.2.4",
                     *tokamaxRelease = "0.2.4";

bool isTpu(const Facts &facts)
{
    return facts.whole->accelerator.kind == AcceleratorKind::Tpu;
}

/// Tokens that one JAX device takes at once.
double tokensPerDevice(const Facts &facts, const Degrees &d)
{
    const double passes = d.pipeline > 1 ? 1 : std::max(1.0, std::round(facts.accumulation(d)));
    const double devices
        = static_cast<double>(facts.devices * facts.whole->accelerator.jaxDevicesPerChip);
    return static_cast<double>(facts.globalBatch) / (devices * passes)
        * static_cast<double>(facts.sequence);
}

bool cutsVocabulary(const Facts &facts, const Degrees &d)
{
    const int tiles = facts.whole->plan.options.vocabTiling;
    return tiles <= 1 || std::fmod(tokensPerDevice(facts, d), tiles) == 0;
}

void addTiles(Rows &rows)
{
    const char *field = "options.vocab_tiling";
    rows.push_back(
        framework("vocabulary-tiles", setting::microBatch | setting::ranks | setting::pipeline,
            { field, "workload.global_batch_sequences", "parallelism.micro_batch_sequences" },
            cutsVocabulary, [](const Broken &broken) {
                return words(tokensPerDevice(broken.facts, broken.degrees),
                    broken.plan().plan.options.vocabTiling);
            }));
    rows.push_back(framework(
        "maxtext-no-tiles", setting::none, { field, "software.maxtext" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->plan.options.vocabTiling <= 1
                || maxtextKnowsKey("num_vocab_tiling", releaseOf(facts));
        },
        [](const Broken &broken) { return words(releaseOf(broken.facts)); }));
}

/// Below stage 3 weights are whole on every rank, and the state is sharded by a key of its own.
bool shardsOptimizerAlone(const Degrees &d)
{
    return d.zeroStage > 0 && d.zeroStage < 3 && d.data * d.fsdp > 1;
}

void addZeroStages(Rows &rows)
{
    rows.push_back(framework(
        "maxtext-optimizer-shards", setting::shards | setting::zeroStage,
        { "parallelism.zero_stage", "software.maxtext" },
        [](const Facts &facts, const Degrees &d) {
            return !shardsOptimizerAlone(d)
                || maxtextKnowsKey("shard_optimizer_over_data", releaseOf(facts));
        },
        [](const Broken &broken) {
            return words(releaseOf(broken.facts), broken.degrees.zeroStage);
        }));
}

// Context parallelism

bool gathers(const Degrees &d)
{
    return d.context == 1 || d.contextStrategy == ContextStrategy::AllGather;
}

bool isUlysses(const Degrees &d)
{
    return d.context > 1 && d.contextStrategy == ContextStrategy::Ulysses;
}

/// Rings and Ulysses on TPU, which the Tokamax kernel runs.
bool isTokamax(const Facts &facts, const Degrees &d)
{
    return isTpu(facts) && !gathers(d)
        && maxtextKnowsKey("context_parallel_strategy", releaseOf(facts));
}

/// Of the context ranks, how many slices they span.
int slicesOfContext(const Facts &facts, const Degrees &d)
{
    const Mesh &mesh = facts.whole->plan.parallelism.mesh;
    const int inside = mesh.ici.empty() && mesh.dcn.empty()
        ? RankOrder(d, true).insideDomain("context", facts.whole->plan.hardware.devicesPerNode)
        : insideByMesh(mesh, "context", d.context);
    return d.context / std::max(inside, 1);
}

const char *strategyWord(const Degrees &d)
{
    return d.contextStrategy == ContextStrategy::Ring ? "ring" : "ulysses";
}

Operands strategyWords(const Broken &broken)
{
    return words(strategyWord(broken.degrees));
}

constexpr Settings contextSettings = setting::context | setting::contextStrategy;

void addContextOfTpus(Rows &rows)
{
    const Words fields { "parallelism.context_strategy", "parallelism.context" };
    rows.push_back(framework(
        "maxtext-context-tpu", contextSettings,
        { "parallelism.context_strategy", "parallelism.context", "software.maxtext" },
        [](const Facts &facts, const Degrees &d) {
            return !isTokamax(facts, d) || isRelease(releaseOf(facts), tokamaxRelease);
        },
        [](const Broken &broken) {
            return words(releaseOf(broken.facts), strategyWord(broken.degrees));
        }));
    rows.push_back(framework(
        "maxtext-context-attention", contextSettings,
        { "attention", "parallelism.context", "parallelism.context_strategy" },
        [](const Facts &facts, const Degrees &d) {
            return !isTokamax(facts, d) || facts.whole->plan.attention != AttentionChoice::Unfused;
        },
        strategyWords));
    rows.push_back(framework(
        "maxtext-context-global", contextSettings, fields,
        [](const Facts &facts, const Degrees &d) {
            const ModelShape &model = *facts.whole->model;
            return !isTokamax(facts, d) || (model.window.tokens == 0 && !model.attentionSinks);
        },
        strategyWords));
    rows.push_back(framework("maxtext-ulysses-latent", contextSettings, fields,
        [](const Facts &facts, const Degrees &d) {
            return !isTokamax(facts, d) || !isUlysses(d) || !facts.isMla;
        }));
    rows.push_back(framework(
        "maxtext-ring-length", contextSettings,
        { "parallelism.context", "parallelism.context_strategy", "workload.sequence_length" },
        [](const Facts &facts, const Degrees &d) {
            return !isTokamax(facts, d) || isUlysses(d)
                || facts.sequence % (std::int64_t { d.context } * d.context) == 0;
        },
        [](const Broken &broken) {
            return words(std::int64_t { broken.degrees.context } * broken.degrees.context);
        }));
    rows.push_back(
        framework("ulysses-one-slice", contextSettings | setting::tensor | setting::expert,
            { "parallelism.context_strategy", "parallelism.context", "hardware.devices_per_node" },
            [](const Facts &facts, const Degrees &d) {
                return !isTpu(facts) || !isUlysses(d) || slicesOfContext(facts, d) == 1;
            }));
}

void addContext(Rows &rows)
{
    const Words fields { "parallelism.context_strategy", "parallelism.context" };
    rows.push_back(framework(
        "maxtext-context-strategy", contextSettings,
        { "parallelism.context_strategy", "parallelism.context", "software.maxtext" },
        [](const Facts &facts, const Degrees &d) {
            return gathers(d) || maxtextKnowsKey("context_parallel_strategy", releaseOf(facts));
        },
        [](const Broken &broken) { return words(releaseOf(broken.facts)); }));
    rows.push_back(framework("maxtext-ulysses-chip", contextSettings,
        { "parallelism.context_strategy", "parallelism.context", "hardware.accelerator" },
        [](const Facts &facts, const Degrees &d) { return !isUlysses(d) || isTpu(facts); }));
    addContextOfTpus(rows);
}

/// Layers that a pipeline can hold: all but the dense ones in front of the experts.
std::int64_t pipelinedLayers(const Facts &facts)
{
    const ModelShape &model = *facts.whole->model;
    return model.layers - (model.moe ? model.moe->firstDenseLayers : 0);
}

void addPipeline(Rows &rows)
{
    rows.push_back(framework(
        "pipeline-too-long", setting::pipeline | setting::chunks,
        { "parallelism.pipeline", "parallelism.pipeline_chunks", "model" },
        [](const Facts &facts, const Degrees &d) {
            return d.pipeline == 1
                || pipelinedLayers(facts) >= std::int64_t { d.pipeline } * d.chunks;
        },
        [](const Broken &broken) {
            return words(broken.facts.layers,
                std::int64_t { broken.degrees.pipeline } * broken.degrees.chunks);
        }));
}

void addExperts(Rows &rows)
{
    rows.push_back(framework(
        "maxtext-expert-shards", setting::expertTensor | setting::tensor,
        { "parallelism.expert_tensor", "parallelism.tensor" },
        [](const Facts &facts, const Degrees &d) {
            return facts.experts == 0 || d.expertTensor <= 1 || d.expertTensor == d.tensor;
        },
        [](const Broken &broken) {
            return words(broken.degrees.tensor, broken.degrees.expertTensor);
        }));
}

void addPrecision(Rows &rows)
{
    rows.push_back(framework(
        "no-optimizer", setting::none, { "optimizer", "framework" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->optimizer().isIn(Framework::MaxText);
        },
        [](const Broken &broken) {
            return words("MaxText", nameOf(broken.plan().plan.optimizer));
        }));
    rows.push_back(framework("recipe-intmp", setting::none, { "precision.recipe" },
        [](const Facts &facts, const Degrees &) { return facts.whole->recipe.id != "intmp"; }));
    rows.push_back(framework("maxtext-int8-states", setting::none, { "precision.optimizer_state" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->plan.precision.optimizerState != NumberFormat::Int8;
        }));
}

bool isAdapted(const Facts &facts)
{
    return isAdapted(facts.whole->plan);
}

/// @source MaxText 0.2.4, configs/types.py (LoRA) and configs/post_train/lora_module_path.yml
void addAdapters(Rows &rows)
{
    rows.push_back(framework(
        "maxtext-no-adapters", setting::none, { "tuning.method", "software.maxtext" },
        [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || isRelease(releaseOf(facts), adapterRelease);
        },
        [](const Broken &broken) { return words(releaseOf(broken.facts)); }));
    rows.push_back(framework(
        "maxtext-no-qlora", setting::none, { "tuning.base", "tuning.method", "software.maxtext" },
        [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || !isQuantised(storedBase(facts.whole->plan))
                || !isRelease(releaseOf(facts), adapterRelease)
                || isRelease(releaseOf(facts), quantisedRelease);
        },
        [](const Broken &broken) { return words(releaseOf(broken.facts)); }));
    rows.push_back(framework("maxtext-adapter-offload", setting::none,
        { "options.offload_optimizer", "tuning.method" }, [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || !facts.whole->plan.options.offloadOptimizer;
        }));
    rows.push_back(framework("maxtext-adapter-experts", setting::none,
        { "tuning.targets", "model" }, [](const Facts &facts, const Degrees &) {
            return !isAdapted(facts) || facts.experts == 0
                || !adapts(facts.whole->plan, TuningTarget::Experts);
        }));
    rows.push_back(framework(
        "maxtext-adapter-base", setting::none, { "tuning.base" },
        [](const Facts &facts, const Degrees &) {
            const BaseFormat base = storedBase(facts.whole->plan);
            return !isAdapted(facts) || !isQuantised(base) || base == BaseFormat::Nf4
                || base == BaseFormat::Int8;
        },
        [](const Broken &broken) {
            return words(planFieldText(broken.plan().plan, "tuning.base"));
        }));
    addTrainerOnly(rows);
    rows.push_back(framework(
        "maxtext-adapter-weights", setting::none, { "precision.weights", "tuning.base" },
        [](const Facts &facts, const Degrees &) {
            const Plan &plan = facts.whole->plan;
            const BaseFormat base = storedBase(plan);
            return !isAdapted(facts) || isQuantised(base)
                || plan.precision.weights
                == (base == BaseFormat::Fp32 ? NumberFormat::Fp32 : NumberFormat::Bf16);
        },
        [](const Broken &broken) {
            const Plan &plan = broken.plan().plan;
            return words(nameOf(plan.precision.weights),
                storedBase(plan) == BaseFormat::Fp32 ? "fp32" : "bf16");
        }));
}

/// A block that MaxText does not have, for shapes that it has no file of.
template <const auto &reason> Rule block()
{
    Rule rule = framework(
        reason, setting::none, { "model", "framework" }, [](const Facts &facts, const Degrees &) {
            return isNamedInMaxText(*facts.whole)
                || maxtextBlock(*facts.whole->model).missing != reason;
        });
    rule.scope = RuleScope::Model;
    return rule;
}

constexpr char decoderBlock[] = "maxtext-decoder-block";
constexpr char latentAttention[] = "maxtext-latent-attention";
constexpr char gpt3Block[] = "maxtext-gpt3-block";
constexpr char fourNorms[] = "maxtext-four-norms";
constexpr char sharedExperts[] = "maxtext-shared-experts";

void addModels(Rows &rows)
{
    rows.push_back(block<decoderBlock>());
    rows.push_back(block<latentAttention>());
    rows.push_back(block<gpt3Block>());
    rows.push_back(block<fourNorms>());
    rows.push_back(block<sharedExperts>());
    // Releases that look for model files only beside the configuration would warn and train their
    // default model. @source MaxText 0.2.0 and 0.2.1, configs/pyconfig.py
    Rule file = framework(
        "maxtext-model-file", setting::none, { "software.maxtext", "model" },
        [](const Facts &facts, const Degrees &) { return !isNamedInMaxText(*facts.whole); },
        [](const Broken &broken) { return words(releaseOf(broken.facts)); });
    file.since = "0.2.0";
    file.until = "0.2.2";
    rows.push_back(std::move(file));
}

Rows allRows()
{
    Rows rows;
    addTiles(rows);
    addZeroStages(rows);
    addContext(rows);
    addPipeline(rows);
    addExperts(rows);
    addPrecision(rows);
    addAdapters(rows);
    addModels(rows);
    addDatedRules(rows);
    addMaxTextWitnesses(rows);
    return rows;
}

} // namespace

std::span<const Rule> rules()
{
    static const Rows rows = allRows();
    return rows;
}

} // namespace headroom::books::maxtext
