#include "model/runs/megatron_settings.h"

#include "model/base/text/display_line.h"
#include "model/plan/remat_kind.h"
#include "model/runs/model_match.h"
#include "model/runs/scan.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// "torch.bfloat16", "bf16", "AttnBackend.flash" → the last word.
std::string lastWord(const std::string &text)
{
    const std::size_t dot = text.rfind('.');
    return dot == std::string::npos ? text : text.substr(dot + 1);
}

void setMegatronPrecision(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    PlanDraft &draft = rebuild.draft;
    const bool isBf16 = isOn(config, "bf16"), isFp16 = isOn(config, "fp16");
    const char *compute = isBf16 ? "bf16" : isFp16 ? "fp16" : "fp32";
    setByKeys(rebuild, "precision.compute", compute, { "bf16", "fp16" });
    // The weights in use have that format; fp32 copies lie in the optimizer.
    if (draft.origin("precision.compute") == FieldOrigin::Read || !rebuild.hasBase)
        draft.set("precision.weights", compute, FieldOrigin::Inferred);
    const bool reducesBf16 = isOn(config, "grad_reduce_in_bf16");
    const bool reducesFp32
        = isOn(config, "accumulate_allreduce_grads_in_fp32") || (isBf16 && !reducesBf16);
    setByKeys(rebuild, "precision.gradients",
        reducesBf16       ? "bf16"
            : reducesFp32 ? "fp32"
                          : compute,
        { "grad_reduce_in_bf16", "accumulate_allreduce_grads_in_fp32" });
    struct Recipe
    {
        const char *name, *recipe;
    };
    static constexpr std::array recipes { Recipe { "delayed", "fp8_delayed" },
        Recipe { "tensorwise", "fp8_current" }, Recipe { "blockwise", "fp8_blockwise" },
        Recipe { "mxfp8", "mxfp8" } };
    std::string recipe = "none";
    if (config.has("fp4")) {
        recipe = "nvfp4";
    } else if (config.has("fp8") && config.text("fp8") != "False") {
        const std::string name = config.text("fp8_recipe", "delayed");
        const auto *row = std::ranges::find(recipes, std::string_view(name), &Recipe::name);
        if (row == recipes.end())
            draft.note({ "run-field-refused", { "precision.recipe", displayLine(name, 80) } });
        else
            recipe = row->recipe;
    }
    setByKeys(rebuild, "precision.recipe", recipe, { "fp4", "fp8" });
}

void setOptimizer(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const std::string name = config.text("optimizer", "adam");
    const std::string state = lastWord(config.text("exp_avg_dtype"));
    const bool isAware = isOn(config, "use_precision_aware_optimizer");
    std::string optimizer = "adamw";
    if (name == "sgd")
        optimizer = "sgd_momentum";
    else if (name.find("muon") != std::string::npos)
        optimizer = "muon";
    else if (name == "lion")
        optimizer = "lion";
    else if (isAware && (state == "bf16" || state == "bfloat16"))
        optimizer = "adamw_bf16";
    else if (isAware && (state == "fp8" || state == "uint8"))
        optimizer = "adamw_8bit";
    setByKeys(rebuild, "optimizer", optimizer,
        { "optimizer", "exp_avg_dtype", "use_precision_aware_optimizer" });
    setByKeys(rebuild, "options.offload_optimizer", switchText(config, "optimizer_cpu_offload"),
        { "optimizer_cpu_offload" });
}

void setMegatronRemat(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    const std::string granularity = config.text("recompute_granularity");
    const std::vector<std::string> modules = config.list("recompute_modules");
    const bool recomputesCore
        = modules.empty() || std::ranges::find(modules, "core_attn") != modules.end();
    // --recompute-granularity and plans use the same words.
    const bool isFull = granularity == fullRematId, isSelective = granularity == selectiveRematId;
    const char *policy = isFull                               ? fullRematId
        : isSelective && (recomputesCore || !modules.empty()) ? selectiveRematId
                                                              : wholeRematId;
    const int layers = static_cast<int>(config.integer("num_layers").value_or(0));
    const auto some = config.integer("recompute_num_layers");
    const bool isPart
        = isFull && config.text("recompute_method") == "block" && some && *some < layers;
    const bool isOther = isSelective && !recomputesCore;
    if (isPart || isOther)
        rebuild.draft.note({ "run-recompute-nearest", { policy } });
    setByKeys(rebuild, "remat.policy", policy, { "recompute_granularity" });
    if (rebuild.draft.origin("remat.policy") == FieldOrigin::Read && (isPart || isOther))
        rebuild.draft.mark("remat.policy", FieldOrigin::Inferred);
    if (config.all().contains("recompute_granularity") || !rebuild.hasBase)
        rebuild.plan().remat.tensors.clear();
}

void setKernels(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    PlanDraft &draft = rebuild.draft;
    const std::string backend = lastWord(config.text("attention_backend"));
    if (backend == "unfused" || backend == "local")
        draft.set("attention", "unfused", FieldOrigin::Read);
    else if (backend == "fused")
        draft.set("attention", "cudnn-flash", FieldOrigin::Read);
    else if (backend == "flash" || isOn(config, "use_flash_attn"))
        draft.set("attention", "flash", FieldOrigin::Read);
    if (isOn(config, "cross_entropy_loss_fusion"))
        draft.set("options.cross_entropy", "fused", FieldOrigin::Read);
    if (isOn(config, "tp_comm_overlap"))
        draft.set("options.tensor_overlap", "on", FieldOrigin::Read);
    setByKeys(rebuild, "options.overlap_grad_reduce", switchText(config, "overlap_grad_reduce"),
        { "overlap_grad_reduce" });
    // Only a distributed optimizer has parameters to gather.
    if (isOn(config, "use_distributed_optimizer") && isOn(config, "overlap_grad_reduce"))
        setByKeys(rebuild, "options.overlap_param_gather",
            switchText(config, "overlap_param_gather"), { "overlap_param_gather" });
    if (config.number("moe_expert_capacity_factor").value_or(0) > 0)
        rebuild.read("options.moe_capacity_factor", "moe_expert_capacity_factor");
}

int megatronCount(const ConfigFacts &config, const char *key, int fallback = 0)
{
    constexpr std::int64_t most = 10'000'000;
    const auto value = config.integer(key);
    return value && *value > 0 && *value <= most ? static_cast<int>(*value) : fallback;
}

/// "([0]*3+[1]*58)", a period, or a list of zeros and ones.
void readExpertLayers(const ConfigFacts &config, MoeShape &moe)
{
    const std::string pattern = config.text("moe_layer_freq", "1");
    if (const auto period = wholeNumberText(pattern)) {
        moe.layerInterval = std::max(1, static_cast<int>(*period));
        return;
    }
    if (const auto dense = integerBehind(pattern, "[0]*"); dense && *dense > 0) {
        moe.firstDenseLayers = static_cast<int>(std::min<std::int64_t>(*dense, 100'000));
        return;
    }
    for (const char letter : pattern) {
        if (letter == '1')
            break;
        moe.firstDenseLayers += letter == '0' ? 1 : 0;
    }
}

void readMegatronExperts(const ConfigFacts &config, ModelShape &shape)
{
    if (megatronCount(config, "num_experts") <= 1)
        return;
    MoeShape moe;
    moe.experts = megatronCount(config, "num_experts");
    moe.topK = megatronCount(config, "moe_router_topk", 2);
    moe.ffn = megatronCount(config, "moe_ffn_hidden_size", static_cast<int>(shape.ffn));
    if (moe.ffn > 0)
        moe.sharedExperts = megatronCount(config, "moe_shared_expert_intermediate_size")
            / static_cast<int>(moe.ffn);
    readExpertLayers(config, moe);
    moe.routerBias = isOn(config, "moe_router_enable_expert_bias");
    moe.moeLayers = (shape.layers - moe.firstDenseLayers) / std::max(moe.layerInterval, 1);
    if (moe.firstDenseLayers == 0 && moe.layerInterval == 1)
        shape.ffn = 0;
    shape.moe = moe;
}

void readAttention(const ConfigFacts &config, ModelShape &shape)
{
    shape.heads = megatronCount(config, "num_attention_heads");
    // The number of groups has a default, which holds only with the switch.
    shape.kvHeads = isOn(config, "group_query_attention")
        ? megatronCount(config, "num_query_groups", shape.heads)
        : shape.heads;
    shape.headDim = megatronCount(
        config, "kv_channels", shape.heads > 0 ? static_cast<int>(shape.hidden / shape.heads) : 0);
    if (isOn(config, "qk_layernorm"))
        shape.qkNorm = QkNorm::Head;
    if (!isOn(config, "multi_latent_attention"))
        return;
    shape.qkNorm = QkNorm::None;
    shape.mla = MlaShape { megatronCount(config, "q_lora_rank"),
        megatronCount(config, "kv_lora_rank", 32), megatronCount(config, "qk_head_dim", 128),
        megatronCount(config, "qk_pos_emb_head_dim", 64),
        megatronCount(config, "v_head_dim", 128) };
}

void readTraits(const ConfigFacts &config, ModelShape &shape)
{
    const bool isQuick = isOn(config, "quick_geglu");
    shape.gatedMlp = isOn(config, "swiglu") || isQuick;
    shape.activation = shape.gatedMlp && !isQuick ? "silu" : "gelu";
    shape.norm
        = config.text("normalization", "LayerNorm") == "RMSNorm" ? NormKind::Rms : NormKind::Layer;
    shape.tiedEmbeddings = !isOn(config, "untie_embeddings_and_output_weights");
    const bool hasBias = !config.has("add_bias_linear") || isOn(config, "add_bias_linear");
    shape.mlpBias = hasBias;
    shape.attentionBias = hasBias      ? AttentionBias::All
        : isOn(config, "add_qkv_bias") ? AttentionBias::Qkv
                                       : AttentionBias::None;
    const std::string position = config.text("position_embedding_type", "learned_absolute");
    shape.positionEmbedding = position == "learned_absolute" ? PositionEmbedding::Learned
        : position == "none"                                 ? PositionEmbedding::None
                                                             : PositionEmbedding::Rope;
    if (shape.positionEmbedding == PositionEmbedding::Learned)
        shape.learnedPositions
            = megatronCount(config, "max_position_embeddings", megatronCount(config, "seq_length"));
    shape.mtpLayers = megatronCount(config, "mtp_num_layers");
    if (const auto window = config.list("window_size"); !window.empty())
        shape.window.tokens = static_cast<std::int64_t>(
            std::max(wholeNumberText(window.front()).value_or(-1), -1.0) + 1);
    if (const int skip = megatronCount(config, "window_attn_skip_freq"); skip > 1) {
        shape.window.localLayers = skip - 1;
        shape.window.globalLayers = 1;
    }
}

} // namespace

void rebuildMegatronModel(PlanRebuild &rebuild)
{
    const ConfigFacts &config = rebuild.config();
    ModelShape shape;
    shape.layers = megatronCount(config, "num_layers");
    shape.hidden = megatronCount(config, "hidden_size");
    if (shape.layers == 0 || shape.hidden == 0)
        return rebuild.draft.note({ "run-model-unknown", {} });
    shape.ffn = megatronCount(config, "ffn_hidden_size", static_cast<int>(4 * shape.hidden));
    readAttention(config, shape);
    readTraits(config, shape);
    readMegatronExperts(config, shape);
    shape.vocab = megatronCount(
        config, "vocab_size", static_cast<int>(rebuild.facts().integer("vocab_size").value_or(0)));
    std::string hints = rebuild.trace.name;
    for (const char *key : { "tokenizer_model", "load", "save", "wandb_exp_name",
             "one_logger_run_name", "tensorboard_dir" })
        hints += ' ' + config.text(key);
    for (const RunSource &source : rebuild.trace.sources)
        hints += ' ' + source.file;
    rebuildModel(rebuild, shape, hints);
}

void rebuildMegatronTraining(PlanRebuild &rebuild)
{
    setMegatronPrecision(rebuild);
    setOptimizer(rebuild);
    setMegatronRemat(rebuild);
    setKernels(rebuild);
}

} // namespace headroom
