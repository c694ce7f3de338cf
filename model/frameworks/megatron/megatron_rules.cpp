#include "model/frameworks/megatron/megatron_rules.h"

#include "model/frameworks/book/tuning_rows.h"
#include "model/frameworks/megatron/megatron_facts.h"
#include "model/frameworks/megatron/megatron_modules.h"
#include "model/plan/optimizer_traits.h"
#include "model/plan/tuning.h"

namespace headroom::books::megatron {

using namespace rule_rows;

namespace {

constexpr const char *graphField = "options.cuda_graphs";
constexpr const char *overlapField = "options.expert_overlap";
constexpr const char *dispatcherField = "options.expert_dispatcher";
constexpr const char *releaseField = "software.megatron";

const PlanOptions &optionsOf(const Facts &facts)
{
    return facts.whole->plan.options;
}

/// What the last release before it lacks.
constexpr WitnessRow releaseWitnesses[] {
    { "megatron-expert-overlap",
        { "NVIDIA/Megatron-LM", "megatron/core/model_parallel_config.py",
            "overlap_moe_expert_parallel_comm", false, "core_v0.13.1" } },
    { "megatron-fused-mlp",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/moe/experts.py",
            "use_transformer_engine_op_fuser", false, "core_v0.17.1" } },
    { "megatron-hybridep",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "moe_flex_dispatcher_backend", false, "core_v0.15.3" } },
    { "megatron-graphs",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/enums.py", "CudaGraphScope", false,
            "core_v0.15.3" } },
    { "megatron-sinks",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py", "softmax_type",
            false, "core_v0.14.0" } },
};

/// `what` came with `release`: plans of older ones cannot ask for it.
template <class Asks>
Rule sinceRelease(
    const char *what, std::string_view release, Words fields, Asks asks, OperandsOf operands)
{
    Rule rule = framework("megatron-release", setting::none, std::move(fields), asks, operands);
    rule.until = release;
    rule.witness = witnessOf(releaseWitnesses, what);
    return rule;
}

Operands releaseWords(const Broken &broken, const char *what, std::string_view release)
{
    return words(broken.plan().releases.megatron, Message { what }, release);
}

/// DoRA goes with whole matrices, as Megatron-Core fuses them.
/// @source Megatron-Bridge of 2026-08-22, peft/dora.py and dora_layers.py
void addDora(Rows &rows)
{
    rows.push_back(framework("nemo-dora-parts", setting::none,
        { "tuning.targets", "tuning.dora", "model" }, [](const Facts &facts, const Degrees &) {
            const Tuning &tuning = *facts.whole->plan.tuning;
            const bool query = tuning.adapts(TuningTarget::Query);
            return !tuning.isAdapted() || !tuning.dora || facts.isMla
                || (query == tuning.adapts(TuningTarget::Key)
                    && query == tuning.adapts(TuningTarget::Value));
        }));
    rows.push_back(framework("nemo-dora-experts", setting::none,
        { "tuning.targets", "tuning.dora" }, [](const Facts &facts, const Degrees &) {
            const Tuning &tuning = *facts.whole->plan.tuning;
            return !tuning.isAdapted() || !tuning.dora || facts.experts == 0
                || !tuning.adapts(TuningTarget::Experts);
        }));
}

void addOptimizers(Rows &rows)
{
    rows.push_back(framework(
        "no-optimizer", setting::none, { "optimizer", "framework" },
        [](const Facts &facts, const Degrees &) {
            return facts.whole->optimizer().isIn(Framework::Megatron);
        },
        [](const Broken &broken) {
            return words("Megatron-LM", nameOf(broken.plan().plan.optimizer));
        }));
    rows.push_back(
        framework("megatron-fsdp-muon", setting::shards | setting::context | setting::zeroStage,
            { "optimizer", "parallelism.zero_stage", "parallelism.fsdp" },
            [](const Facts &facts, const Degrees &d) {
                return facts.whole->plan.optimizer != Optimizer::Muon || !megatronUsesFsdp(d);
            }));
    rows.push_back(framework(
        "megatron-states", setting::none, { "precision.optimizer_state", "optimizer" },
        [](const Facts &facts, const Degrees &) {
            const Plan &plan = facts.whole->plan;
            return plan.precision.optimizerState == NumberFormat::Fp32
                || !megatronStateType(plan).empty();
        },
        [](const Broken &broken) {
            const Plan &plan = broken.plan().plan;
            return words(nameOf(plan.optimizer), nameOf(plan.precision.optimizerState));
        }));
    rows.push_back(framework(
        "gradient-type", setting::none, { "precision.gradients", "precision.compute" },
        [](const Facts &facts, const Degrees &) {
            const Precision &precision = facts.whole->plan.precision;
            return precision.gradients == NumberFormat::Fp32
                || precision.gradients == precision.compute;
        },
        [](const Broken &broken) {
            const Precision &precision = broken.plan().plan.precision;
            return words("Megatron-LM", nameOf(precision.compute), nameOf(precision.gradients));
        }));
    rows.push_back(framework("nemo-adapter-base", setting::none, { "tuning.method", "tuning.base" },
        [](const Facts &facts, const Degrees &) {
            const Plan &plan = facts.whole->plan;
            return !isAdapted(plan) || storedBase(plan) == BaseFormat::Bf16;
        }));
    rows.push_back(framework("nemo-adapter-parts", setting::none, { "tuning.targets", "model" },
        [](const Facts &facts, const Degrees &) {
            const Tuning &tuning = *facts.whole->plan.tuning;
            const bool hasFirst
                = tuning.adaptsPart(TuningTarget::Mlp) || tuning.adaptsPart(TuningTarget::Experts);
            if (!tuning.isAdapted() || facts.isMla || facts.whole->model->gatedMlp || !hasFirst)
                return true;
            const bool query = tuning.adapts(TuningTarget::Query);
            return query == tuning.adapts(TuningTarget::Key)
                && query == tuning.adapts(TuningTarget::Value);
        }));
    addDora(rows);
    addTrainerOnly(rows, true);
}

bool overlapsExperts(const Facts &facts)
{
    return facts.experts > 0 && optionsOf(facts).expertOverlap == Switch::On;
}

void addOverlap(Rows &rows)
{
    rows.push_back(sinceRelease(
        "megatron-expert-overlap", megatronOverlapRelease, { overlapField, releaseField },
        [](const Facts &facts, const Degrees &) { return !overlapsExperts(facts); },
        [](const Broken &broken) {
            return releaseWords(broken, "megatron-expert-overlap", megatronOverlapRelease);
        }));
    rows.push_back(framework("megatron-overlap-experts", setting::expert,
        { overlapField, "parallelism.expert" }, [](const Facts &facts, const Degrees &d) {
            return !overlapsExperts(facts) || d.expert > 1;
        }));
    rows.push_back(framework("megatron-overlap-chunks", setting::pipeline | setting::chunks,
        { overlapField, "parallelism.pipeline_chunks", "parallelism.pipeline" },
        [](const Facts &facts, const Degrees &d) {
            return !overlapsExperts(facts) || d.pipeline == 1 || d.chunks > 1;
        }));
    rows.push_back(framework("megatron-overlap-remat", setting::remat,
        { overlapField, "remat.policy" }, [](const Facts &facts, const Degrees &) {
            return !overlapsExperts(facts) || !isFullRemat(facts.remat);
        }));
    rows.push_back(framework("megatron-overlap-precision", setting::none,
        { overlapField, "precision.compute" }, [](const Facts &facts, const Degrees &) {
            return !overlapsExperts(facts)
                || facts.whole->plan.precision.compute != NumberFormat::Fp32;
        }));
    rows.push_back(framework("megatron-overlap-heads", setting::none, { overlapField, "model" },
        [](const Facts &facts, const Degrees &) {
            return !overlapsExperts(facts) || facts.whole->model->mtpLayers <= 1;
        }));
}

bool dispatchesBy(const Facts &facts, ExpertDispatcher dispatcher)
{
    return facts.experts > 0 && optionsOf(facts).expertDispatcher == dispatcher;
}

void addExperts(Rows &rows)
{
    rows.push_back(framework("megatron-expert-tensor", setting::tensor | setting::sequenceParallel,
        { "parallelism.sequence_parallel", "parallelism.tensor" },
        [](const Facts &facts, const Degrees &d) {
            return facts.experts == 0 || d.tensor == 1 || d.sequenceParallel;
        }));
    rows.push_back(sinceRelease(
        "megatron-fused-mlp", megatronModulesRelease, { "options.fused_expert_mlp", releaseField },
        [](const Facts &facts, const Degrees &) {
            return facts.experts == 0 || !optionsOf(facts).fusedExpertMlp;
        },
        [](const Broken &broken) {
            return releaseWords(broken, "megatron-fused-mlp", megatronModulesRelease);
        }));
    rows.push_back(framework("megatron-dispatcher-alone", setting::tensor | setting::expert,
        { dispatcherField, "parallelism.expert", "parallelism.tensor" },
        [](const Facts &facts, const Degrees &d) {
            const bool isFlex = dispatchesBy(facts, ExpertDispatcher::DeepEp)
                || dispatchesBy(facts, ExpertDispatcher::HybridEp);
            return !isFlex || d.tensor * d.expert > 1;
        }));
    rows.push_back(sinceRelease(
        "megatron-hybridep", megatronBackendRelease, { dispatcherField, releaseField },
        [](const Facts &facts, const Degrees &) {
            return !dispatchesBy(facts, ExpertDispatcher::HybridEp);
        },
        [](const Broken &broken) {
            return releaseWords(broken, "megatron-hybridep", megatronBackendRelease);
        }));
    rows.push_back(framework("megatron-dispatcher-padding", setting::none,
        { dispatcherField, graphField, "options.moe_capacity_factor" },
        [](const Facts &facts, const Degrees &) {
            return !dispatchesBy(facts, ExpertDispatcher::DeepEp)
                || !megatronPadsExperts(*facts.whole);
        }));
}

bool recordsGraphs(const Facts &facts)
{
    const CudaGraphs graphs = optionsOf(facts).cudaGraphs;
    return graphs != CudaGraphs::Auto && graphs != CudaGraphs::None;
}

void addGraphs(Rows &rows)
{
    rows.push_back(sinceRelease(
        "megatron-graphs", megatronBackendRelease, { graphField, releaseField },
        [](const Facts &facts, const Degrees &) { return !recordsGraphs(facts); },
        [](const Broken &broken) {
            return releaseWords(broken, "megatron-graphs", megatronBackendRelease);
        }));
    rows.push_back(framework("megatron-graphs-experts", setting::none,
        { graphField, "options.moe_capacity_factor" }, [](const Facts &facts, const Degrees &) {
            return !recordsGraphs(facts) || optionsOf(facts).cudaGraphs == CudaGraphs::Partial
                || facts.experts == 0 || megatronPadsExperts(*facts.whole);
        }));
    rows.push_back(framework("megatron-graphs-remat", setting::remat,
        { graphField, "remat.policy" }, [](const Facts &facts, const Degrees &) {
            return !recordsGraphs(facts) || optionsOf(facts).cudaGraphs == CudaGraphs::Full
                || !isFullRemat(facts.remat);
        }));
}

/// A block that Megatron-LM's GPT does not have.
Rule block(const char *reason, Test test)
{
    Rule rule = framework(reason, setting::none, { "model", "framework" }, test);
    rule.scope = RuleScope::Model;
    return rule;
}

void addBlocks(Rows &rows)
{
    rows.push_back(block("megatron-alibi", [](const Facts &facts, const Degrees &) {
        return facts.whole->model->positionEmbedding != PositionEmbedding::Alibi;
    }));
    rows.push_back(block("megatron-parallel-block",
        [](const Facts &facts, const Degrees &) { return !facts.whole->model->parallelBlock; }));
    rows.push_back(block("megatron-embedding-norm",
        [](const Facts &facts, const Degrees &) { return !facts.whole->model->embeddingNorm; }));
    rows.push_back(block("megatron-norms", [](const Facts &facts, const Degrees &) {
        const ModelShape &model = *facts.whole->model;
        return (model.normsPerLayer <= 2 && model.normPlacement != NormPlacement::Post)
            || hasGemma2Blocks(model) || hasGemma3Blocks(model);
    }));
    // Next to weights that were trained with other positions, adapters learn to undo the
    // difference.
    rows.push_back(block("nemo-adapter-rope", [](const Facts &facts, const Degrees &) {
        const ModelShape &model = *facts.whole->model;
        return !isAdapted(facts.whole->plan) || model.positionEmbedding != PositionEmbedding::Rope
            || megatronHasRope(model);
    }));
    Rule sinks = sinceRelease(
        "megatron-sinks", megatronSinkRelease, { "model", releaseField },
        [](const Facts &facts, const Degrees &) { return !facts.whole->model->attentionSinks; },
        [](const Broken &broken) {
            return releaseWords(broken, "megatron-sinks", megatronSinkRelease);
        });
    rows.push_back(std::move(sinks));
}

constexpr WitnessRow witnesses[] {
    { "megatron-graphs-experts",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "moe cuda graph is only supported with drop-padding MoE." } },
    { "megatron-dispatcher-alone",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/moe/token_dispatcher.py",
            "DeepEP dispatcher requires TPxEP > 1" } },
    { "megatron-dispatcher-padding",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "Flex token dispatcher with deepep backend does not support" } },
    { "megatron-norms",
        { "NVIDIA/Megatron-LM", "megatron/core/models/gpt/gpt_layer_specs.py", "post_mlp_layernorm",
            false } },
    { "megatron-states",
        { "NVIDIA/Megatron-LM", "megatron/core/optimizer/optimizer_config.py",
            "exp_avg_dtype can only be fp32 when not using precision-aware optimizer" } },
    { "gradient-type",
        { "NVIDIA/Megatron-LM", "megatron/training/arguments.py", "--grad-reduce-in-bf16" } },
    { "megatron-overlap-experts",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "overlap_moe_expert_parallel_comm is only supported with expert model parallelism" } },
    { "megatron-overlap-chunks",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "If enabling EP A2A overlap, virtual_pipeline_model_parallel_size" } },
    { "megatron-overlap-remat",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "disable full recomputation when enabling overlap_moe_expert_parallel_comm" } },
    { "megatron-overlap-precision",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "overlap_moe_expert_parallel_comm is only supported with bf16 or fp16 model" } },
    { "megatron-overlap-heads",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "MTP supports at most one layer when enabling overlap_moe_expert_parallel_comm." } },
    { "megatron-expert-tensor",
        { "NVIDIA/Megatron-LM", "megatron/training/yaml_arguments.py",
            "When using MoE and tensor parallelism, sequence parallelism must be used." } },
    { "megatron-graphs-remat",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_config.py",
            "full recompute is only supported with full iteration CUDA graph." } },
    { "megatron-alibi",
        { "NVIDIA/Megatron-LM", "megatron/training/arguments.py", "alibi", false } },
    { "megatron-parallel-block",
        { "NVIDIA/Megatron-LM", "megatron/core/transformer/transformer_layer.py", "parallel_attn",
            false } },
    { "megatron-embedding-norm",
        { "NVIDIA/Megatron-LM",
            "megatron/core/models/common/embeddings/language_model_embedding.py", "layernorm",
            false } },
    { "no-optimizer",
        { "NVIDIA/Megatron-LM", "megatron/training/arguments.py",
            "choices=['adam', 'sgd', 'muon', 'dist_muon', 'lion', 'soap', 'adaptive_muon']" } },
    { "megatron-fsdp-muon",
        { "NVIDIA/Megatron-LM", "megatron/training/arguments.py",
            "Emerging optimizer does not support Megatron-FSDP for now." } },
    { "nemo-adapter-rope",
        { "NVIDIA-NeMo/Megatron-Bridge", "src/megatron/bridge/models/gpt_provider.py",
            "rope_scaling: bool = False" } },
    { "no-trained-modules",
        { "NVIDIA-NeMo/Megatron-Bridge", "src/megatron/bridge/peft/base.py", "modules_to_save",
            false } },
    { "nemo-adapter-base",
        { "NVIDIA-NeMo/Megatron-Bridge", "src/megatron/bridge/peft/lora.py", "QLoRA", false } },
    { "nemo-dora-parts",
        { "NVIDIA-NeMo/Megatron-Bridge", "src/megatron/bridge/peft/dora.py",
            "- 'linear_qkv': Apply DoRA to the fused linear layer" } },
    { "nemo-dora-experts",
        { "NVIDIA-NeMo/Megatron-Bridge", "src/megatron/bridge/peft/dora_layers.py",
            "weight = self.to_wrap.weight + self.scaling" } },
    { "nemo-adapter-parts",
        { "NVIDIA-NeMo/Megatron-Bridge", "src/megatron/bridge/peft/canonical_lora.py",
            "where q, k, v are three separate adapters" } },
};

Rows allRows()
{
    Rows rows;
    addOptimizers(rows);
    addExperts(rows);
    addOverlap(rows);
    addGraphs(rows);
    addBlocks(rows);
    addWitnesses(rows, witnesses);
    addModuleRules(rows);
    return rows;
}

} // namespace

std::span<const Rule> rules()
{
    static const Rows rows = allRows();
    return rows;
}

} // namespace headroom::books::megatron
