#include "model/measurement/run_settings.h"

#include "model/measurement/free_text.h"
#include "model/plan/fields/plan_fields.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace headroom {
namespace {

/// Applies one value; false when it is not understood.
using Apply = bool (*)(MeasuredRun &run, const std::string &value);

bool isYes(const std::string &value)
{
    return value == "y" || value.starts_with("y ") || value == "yes" || value == "true";
}

bool isNo(const std::string &value)
{
    return value == "n" || value == "no" || value == "none" || value == "false";
}

std::optional<double> numberIn(const std::string &value)
{
    double number = 0;
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
    return failure == std::errc {} && end != value.data() ? std::optional(number) : std::nullopt;
}

PlanOptions &options(MeasuredRun &run)
{
    return run.resolved.plan.options;
}

template <auto Member> bool applySwitch(MeasuredRun &run, const std::string &value)
{
    if (!isYes(value) && !isNo(value))
        return false;
    options(run).*Member = isYes(value);
    return true;
}

template <auto Member> bool applyOnOff(MeasuredRun &run, const std::string &value)
{
    if (!isYes(value) && !isNo(value))
        return false;
    options(run).*Member = isYes(value) ? Switch::On : Switch::Off;
    return true;
}

bool applyGraphs(MeasuredRun &run, const std::string &value)
{
    CudaGraphs &graphs = options(run).cudaGraphs;
    if (value == "none")
        graphs = CudaGraphs::None;
    else if (value.starts_with("scopes"))
        graphs = CudaGraphs::Partial;
    else if (value.starts_with("layer"))
        graphs = CudaGraphs::Layer;
    else if (value.starts_with("full"))
        graphs = CudaGraphs::Full;
    else
        return false;
    return true;
}

bool applyDispatcher(MeasuredRun &run, const std::string &value)
{
    ExpertDispatcher &dispatcher = options(run).expertDispatcher;
    if (value == "alltoall")
        dispatcher = ExpertDispatcher::AllToAll;
    else if (hasWord(value, "deepep"))
        dispatcher = ExpertDispatcher::DeepEp;
    else if (hasWord(value, "hybridep"))
        dispatcher = ExpertDispatcher::HybridEp;
    else
        return false;
    return true;
}

/// Tokens beyond an expert's capacity are dropped: no expert has more than its share.
bool applyRouting(MeasuredRun &run, const std::string &value)
{
    if (value == "tokendrop") {
        if (options(run).moeCapacityFactor <= 0)
            options(run).moeCapacityFactor = 1;
        options(run).moeLoadImbalance = 1;
    } else if (value != "dropless") {
        return false;
    }
    return true;
}

bool applyCapacity(MeasuredRun &run, const std::string &value)
{
    const std::optional<double> factor = numberIn(value);
    if (!factor || *factor <= 0 || *factor > 100)
        return false;
    options(run).moeCapacityFactor = *factor;
    return true;
}

bool applyBalance(MeasuredRun &run, const std::string &value)
{
    if (!isYes(value) && !isNo(value))
        return false;
    if (isYes(value))
        options(run).moeLoadImbalance = 1;
    return true;
}

bool applyOffloadedOptimizer(MeasuredRun &run, const std::string &value)
{
    if (value != "cpu" && !isNo(value))
        return false;
    options(run).offloadOptimizer = value == "cpu";
    return true;
}

/// The formats that such a column names: bf16 and fp32.
std::optional<NumberFormat> formatIn(const std::string &value)
{
    const NumberFormatTraits *row = findFormat(value);
    const bool isNamed = row && (row->id == NumberFormat::Bf16 || row->id == NumberFormat::Fp32);
    return isNamed ? std::optional(row->id) : std::nullopt;
}

bool applyMoments(MeasuredRun &run, const std::string &value)
{
    const std::optional<NumberFormat> format = formatIn(value);
    Optimizer &optimizer = run.resolved.plan.optimizer;
    if (format == NumberFormat::Bf16 && optimizer == Optimizer::AdamW)
        optimizer = Optimizer::AdamWBf16;
    return format.has_value();
}

bool applyGradients(MeasuredRun &run, const std::string &value)
{
    const std::optional<NumberFormat> format = formatIn(value);
    run.resolved.plan.precision.gradients = format.value_or(run.resolved.plan.precision.gradients);
    return format.has_value();
}

bool applyLoss(MeasuredRun &run, const std::string &value)
{
    constexpr std::string_view tiling = "vocab tiling ";
    if (value.starts_with(tiling)) {
        const std::optional<double> chunks = numberIn(value.substr(tiling.size()));
        if (!chunks || *chunks < 1 || *chunks > 1024)
            return false;
        options(run).vocabTiling = static_cast<int>(*chunks);
        return true;
    }
    if (!isYes(value) && !isNo(value))
        return false;
    // Liger's is fused with the head; others are kernels over logits that the model has made.
    options(run).crossEntropy = !isYes(value) ? CrossEntropy::Eager
        : hasWord(value, "liger")             ? CrossEntropy::FusedLinear
                                              : CrossEntropy::Fused;
    return true;
}

bool applyPure(MeasuredRun &run, const std::string &value)
{
    if (value == "PURE") {
        Precision &precision = run.resolved.plan.precision;
        precision.weights = precision.gradients = precision.optimizerState = NumberFormat::Bf16;
    }
    return value == "PURE" || value == "DEFAULT";
}

bool applyPredictionLayers(MeasuredRun &run, const std::string &value)
{
    const std::optional<double> count = numberIn(value);
    if (!count || *count < 0 || *count > 16)
        return false;
    if (const int layers = static_cast<int>(*count); layers != run.resolved.model->mtpLayers) {
        ModelShape shape = *run.resolved.model;
        shape.mtpLayers = layers;
        run.resolved.model = std::make_shared<const ModelShape>(std::move(shape));
    }
    return true;
}

bool applyDomain(MeasuredRun &run, const std::string &value)
{
    const std::optional<double> devices = numberIn(value);
    if (!devices || *devices < 1 || *devices > 4096)
        return false;
    run.resolved.accelerator.scaleUpDomain = static_cast<int>(*devices);
    return true;
}

struct Setting
{
    const char *column;
    Apply apply = nullptr; ///< none: known, but no formula hears it
    bool isOfMachine = false;
};

constexpr std::array settings {
    Setting { "nvlink_domain", applyDomain, true },
    Setting { "mtp_layers", applyPredictionLayers, true },
    Setting { "cuda_graphs", applyGraphs },
    Setting { "moe.dispatcher", applyDispatcher },
    Setting { "moe.a2a_overlap", applyOnOff<&PlanOptions::expertOverlap> },
    Setting { "moe.capacity_factor", applyCapacity },
    Setting { "moe.routing", applyRouting },
    Setting { "moe.forced_balance", applyBalance },
    Setting { "moe.fused_grouped_mlp", applySwitch<&PlanOptions::fusedExpertMlp> },
    Setting { "fp8.attention", applySwitch<&PlanOptions::lowPrecisionAttention> },
    Setting { "tp_comm_overlap", applyOnOff<&PlanOptions::tensorOverlap> },
    Setting { "dp.overlap_grad_reduce", applySwitch<&PlanOptions::overlapGradReduce> },
    Setting { "dp.overlap_param_gather", applySwitch<&PlanOptions::overlapParamGather> },
    Setting { "offload.optimizer", applyOffloadedOptimizer },
    Setting { "optimizer.moments_dtype", applyMoments },
    Setting { "optimizer.main_grads_dtype", applyGradients },
    Setting { "fused_loss", applyLoss },
    Setting { "compile", applySwitch<&PlanOptions::compile> },
    Setting { "mp_mode", applyPure },
    Setting { "attention.fused_bwd" },
    Setting { "attention.impl" },
    Setting { "collective_overlap" },
    Setting { "dp.nccl_ub" },
    Setting { "dp.param_gather_with_optimizer_step" },
    Setting { "fp8.bf16_layers" },
    Setting { "fp8.recipe" },
    Setting { "fp8.recompute_weight_in_bwd" },
    Setting { "fsdp.double_buffer" },
    Setting { "fsdp.impl" },
    Setting { "fsdp.limit_all_gathers" },
    Setting { "fsdp.sharding" },
    Setting { "fused_qkv_mlp" },
    Setting { "gpu.vboost" },
    Setting { "grad_dtype" },
    Setting { "grad_reduce_dtype" },
    Setting { "loss_parallel" },
    Setting { "mesh.ici" },
    Setting { "moe.delay_wgrad" },
    Setting { "moe.dispatch_sms" },
    Setting { "moe.expert_weight_sharding" },
    Setting { "moe.grouped_gemm" },
    Setting { "moe.matmul" },
    Setting { "moe.pad_to_capacity" },
    Setting { "moe.paged_stash" },
    Setting { "moe.permute_fusion" },
    Setting { "moe.rank_capacity_factor" },
    Setting { "moe.ranks_per_nvlink_domain" },
    Setting { "moe.router_fusion" },
    Setting { "moe.shared_expert_overlap" },
    Setting { "offload.activations" },
    Setting { "optimizer.main_params_dtype" },
    Setting { "optimizer.precision_aware" },
    Setting { "optimizer.type" },
    Setting { "param_gather_dtype" },
    Setting { "pipeline.layout" },
    Setting { "pp.schedule" },
    Setting { "pp_defer_embedding_wgrad" },
    Setting { "pp_p2p_overlap" },
    Setting { "remat.policy" },
    Setting { "remat.tensors" },
    Setting { "weight_dtype" },
    Setting { "xla.flag_sets" },
    Setting { "xla.sparse_core_offload" },
};

const Setting *settingOf(std::string_view column)
{
    const auto *const found = std::ranges::find_if(
        settings, [&](const Setting &setting) { return column == setting.column; });
    return found == settings.end() ? nullptr : found;
}

void apply(MeasuredRun &run, bool isOfMachine)
{
    for (const auto &[column, value] : run.row.settings) {
        const Setting *const setting = settingOf(column);
        bool isUnderstood = true;
        if (setting) {
            if (setting->apply && setting->isOfMachine == isOfMachine)
                isUnderstood = setting->apply(run, value);
        } else if (!isOfMachine) {
            isUnderstood = setPlanField(run.resolved.plan, column, value, column).empty();
        }
        if (!isUnderstood)
            run.assumptions.push_back("Not understood in column " + column + ": " + value);
    }
}

} // namespace

SettingUse settingUse(std::string_view column)
{
    if (const Setting *const setting = settingOf(column))
        return setting->apply ? SettingUse::Applied : SettingUse::NotModelled;
    const bool isField = column.find('.') != std::string_view::npos && planField(column) != nullptr;
    return isField ? SettingUse::Applied : SettingUse::Unknown;
}

bool isLawfulSetting(std::string_view column, std::string_view value)
{
    if (!column.starts_with("tuning."))
        return true;
    Plan plan;
    return setPlanField(plan, column, value, std::string(column)).empty();
}

void applyMachineSettings(MeasuredRun &run)
{
    apply(run, true);
}

void applySettings(MeasuredRun &run)
{
    apply(run, false);
}

} // namespace headroom
