#include "model/flags/catalogue/flag_settings.h"

#include "model/base/text/ascii.h"
#include "model/flags/catalogue/flag_value.h"
#include "model/library/collectives/collective_kinds.h"
#include "model/physics/prepare/switched_effects.h"

#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace headroom {
namespace {

// In the order of the enumeration; a test compares the two.
constexpr PerSetting<const char *> names {
    switched::latencyHiding.flag,
    "xla_gpu_enable_analytical_sol_latency_estimator",
    "xla_gpu_memory_limit_slop_factor",
    switched::pipelinedAllGather.flag,
    switched::pipelinedReduceScatter.flag,
    switched::pipelinedAllReduce.flag,
    "xla_gpu_enable_pipelined_collectives",
    switched::pipelinedP2p.flag,
    "xla_gpu_enable_pipelined_host_offloading",
    switched::doubleBuffering.flag,
    "xla_gpu_enable_while_loop_unrolling",
    "xla_gpu_all_gather_combine_threshold_bytes",
    "xla_gpu_reduce_scatter_combine_threshold_bytes",
    "xla_gpu_all_reduce_combine_threshold_bytes",
    "xla_gpu_enable_all_gather_combine_by_dim",
    "xla_gpu_enable_reduce_scatter_combine_by_dim",
    "xla_gpu_disable_async_collectives",
    "xla_gpu_enable_async_collectives",
    "xla_gpu_enable_async_all_reduce",
    "xla_gpu_enable_async_all_gather",
    "xla_gpu_enable_async_reduce_scatter",
    "xla_gpu_enable_async_collective_permute",
    "xla_gpu_enable_async_all_to_all",
    "xla_gpu_lhs_enable_gpu_async_tracker",
    switched::priorityStream.flag,
    "xla_gpu_collective_permute_decomposer_threshold",
    "xla_gpu_experimental_pipeline_parallelism_opt_level",
    switched::collectiveMatmul.flag,
    "xla_gpu_threshold_for_windowed_einsum_mib",
    "xla_gpu_operand_bytes_threshold_for_windowed_einsum",
    "xla_gpu_enable_nccl_user_buffers",
    "xla_gpu_experimental_enable_nccl_symmetric_buffers",
    "xla_gpu_enable_nccl_comm_splitting",
    "xla_gpu_enable_nccl_per_stream_comms",
    "xla_gpu_nccl_collective_max_nchannels",
    "xla_gpu_nccl_p2p_max_nchannels",
    "xla_gpu_enable_command_buffer",
    "xla_disable_hlo_passes",
    "xla_gpu_pgle_profile_file_or_directory_path",
    "xla_gpu_triton_gemm_any",
    "xla_gpu_enable_custom_fusions",
    "xla_gpu_enable_cudnn_fmha",
    "xla_gpu_cudnn_gemm_fusion",
    "xla_gpu_enable_triton_softmax_fusion",
    "XLA_PYTHON_CLIENT_MEM_FRACTION",
    "XLA_CLIENT_MEM_FRACTION",
    "XLA_PYTHON_CLIENT_PREALLOCATE",
    "XLA_PYTHON_CLIENT_ALLOCATOR",
    "CUDA_DEVICE_MAX_CONNECTIONS",
    "NCCL_NVLS_ENABLE",
    "NCCL_MAX_NCHANNELS",
    "NCCL_PROTO",
    "NCCL_ALGO",
    "NCCL_NET",
    "NCCL_IB_DISABLE",
    "NCCL_P2P_DISABLE",
    "NCCL_MAX_CTAS",
    "NCCL_LL_BUFFSIZE",
    "NCCL_LL128_BUFFSIZE",
    "JAX_ENABLE_PGLE",
    "JAX_OPTIMIZATION_LEVEL",
    "JAX_EXEC_TIME_OPTIMIZATION_EFFORT",
    "JAX_COMPILER_ENABLE_REMAT_PASS",
    "CUDA_LAUNCH_BLOCKING",
    "XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB",
    "NVTE_FUSED_ATTN",
    "PYTORCH_CUDA_ALLOC_CONF",
    "xla_tpu_enable_latency_hiding_scheduler",
    "xla_tpu_enable_async_collective_fusion",
    "xla_tpu_enable_async_collective_fusion_fuse_all_gather",
    "xla_tpu_enable_async_collective_fusion_fuse_all_reduce",
    "xla_tpu_enable_async_collective_fusion_fuse_reduce_scatter",
    "xla_tpu_enable_async_collective_fusion_multiple_steps",
    "xla_tpu_overlap_compute_collective_tc",
    "xla_enable_async_all_gather",
    "xla_enable_async_all_reduce",
    "xla_enable_async_collective_permute",
    "xla_tpu_enable_sparse_core_collective_offload_all_gather",
    "xla_tpu_enable_sparse_core_collective_offload_all_reduce",
    "xla_tpu_enable_sparse_core_collective_offload_reduce_scatter",
    "xla_tpu_enable_all_gather_offload_tracing",
    "xla_tpu_enable_all_reduce_offload_tracing",
    "xla_tpu_enable_reduce_scatter_offload_tracing",
    "xla_tpu_use_tc_device_shape_on_sc",
    "xla_sc_enable_instruction_fusion",
    "xla_sc_disjoint_spmem",
    "xla_sc_disable_megacore_partitioning",
    "xla_tpu_enable_data_parallel_all_reduce_opt",
    "xla_tpu_data_parallel_opt_different_sized_ops",
    "xla_tpu_scoped_vmem_limit_kib",
    "xla_tpu_enable_all_experimental_scheduler_features",
    "xla_tpu_enable_scheduler_memory_pressure_tracking",
    "xla_tpu_host_transfer_overlap_limit",
    "xla_tpu_aggressive_opt_barrier_removal",
    "xla_lhs_prioritize_async_depth_over_stall",
    "xla_max_concurrent_host_send_recv",
    "xla_tpu_scheduler_percent_shared_memory_limit",
    "xla_latency_hiding_scheduler_rerun",
    "xla_tpu_enable_ag_backward_pipelining",
    "xla_should_allow_loop_variant_parameter_in_chain",
    "xla_should_add_loop_invariant_op_in_chain",
    "xla_tpu_enable_ici_ag_pipelining",
    "xla_tpu_use_minor_sharding_for_major_trivial_input",
    "xla_tpu_relayout_group_size_threshold_for_reduce_scatter",
    "xla_tpu_assign_all_reduce_scatter_layout",
    "xla_tpu_use_enhanced_launch_barrier",
    "xla_tpu_enable_sdc_checker",
    "xla_jf_spmd_threshold_for_windowed_einsum_mib",
};

double asyncBits(std::string_view list)
{
    unsigned bits = 0;
    for (const std::string &word : listWords(list)) {
        const std::string name = asciiLowered(word);
        bits |= name == "allreduce"       ? asyncAllReduceBit
            : name == "allgather"         ? asyncAllGatherBit
            : name == "reducescatter"     ? asyncReduceScatterBit
            : name == "alltoall"          ? asyncAllToAllBit
            : name == "collectivepermute" ? asyncPermuteBit
            : name == "allcollectives"    ? 63u
                                          : asyncOtherBit;
    }
    return bits;
}

double unrollingNumber(std::string_view text)
{
    const std::string word = asciiLowered(text);
    return word.ends_with("no_unroll")    ? unrollNever
        : word.ends_with("double_buffer") ? unrollTwice
        : word.ends_with("full_unroll")   ? unrollFully
                                          : unrollAutomatically;
}

bool namesPass(std::string_view list, std::string_view pass)
{
    for (const std::string &word : listWords(list))
        if (word == pass)
            return true;
    return false;
}

/// A word of NCCL_ALGO or NCCL_PROTO with its bit.
struct ChoiceBit
{
    std::string_view word;
    unsigned bit;
};
constexpr unsigned bitOf(CollectiveAlgorithm algorithm)
{
    return 1U << static_cast<unsigned>(algorithm);
}
constexpr unsigned bitOf(CollectiveProtocol protocol)
{
    return 1U << static_cast<unsigned>(protocol);
}
constexpr std::array algorithmBits { ChoiceBit { "tree", bitOf(CollectiveAlgorithm::Tree) },
    ChoiceBit { "ring", bitOf(CollectiveAlgorithm::Ring) },
    ChoiceBit { "collnetdirect", bitOf(CollectiveAlgorithm::CollnetDirect) },
    ChoiceBit { "collnetchain", bitOf(CollectiveAlgorithm::CollnetChain) },
    ChoiceBit { "nvls", bitOf(CollectiveAlgorithm::Nvls) },
    ChoiceBit { "nvlstree", bitOf(CollectiveAlgorithm::NvlsTree) },
    ChoiceBit { "pat", bitOf(CollectiveAlgorithm::Pat) } };
constexpr std::array protocolBits { ChoiceBit { "ll", bitOf(CollectiveProtocol::LowLatency) },
    ChoiceBit { "ll128", bitOf(CollectiveProtocol::LowLatency128) },
    ChoiceBit { "simple", bitOf(CollectiveProtocol::Simple) } };

/// What NCCL may choose after such a list; 0: as without it. "^" excludes, and a list for single
/// functions ("allreduce:tree") is not followed.
/// @source NCCL graph/tuning.cc, parseList()
double choiceBits(std::string_view text, std::span<const ChoiceBit> known)
{
    const bool excludes = text.starts_with('^');
    unsigned named = 0, all = 0;
    for (const ChoiceBit &one : known)
        all |= one.bit;
    if (text.find_first_of(":;") != std::string_view::npos)
        return 0;
    for (const std::string &word : listWords(excludes ? text.substr(1) : text))
        for (const ChoiceBit &one : known)
            if (asciiLowered(word) == one.word)
                named |= one.bit;
    const unsigned left = excludes ? all & ~named : named;
    return left == all ? 0 : left;
}

/// "-NAME" takes words off the default and "+NAME" adds some, so something is recorded either way.
double commandCount(std::string_view list)
{
    return static_cast<double>(listWords(list).size());
}

std::optional<double> number(std::string_view text)
{
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = fault == std::errc {} && end == text.data() + text.size();
    return isWhole && std::isfinite(value) ? std::optional { value } : std::nullopt;
}

std::optional<double> enumNumber(Setting setting, std::string_view text)
{
    const std::string word = asciiLowered(text);
    switch (setting) {
    case Setting::Unrolling:
        return unrollingNumber(text);
    case Setting::PipelineLevel:
        return word.ends_with("enable") ? 1 : 0;
    case Setting::ClientAllocator:
        return word == "platform" ? 1 : 0;
    case Setting::OptimizationLevel:
        return word.size() == 2 && word[0] == 'o' ? word[1] - '0' : 0;
    default:
        return word == "true" || word.ends_with("enabled") ? 1 : 0;
    }
}

} // namespace

const char *settingName(Setting setting)
{
    return names[indexOf(setting)];
}

std::optional<double> settingNumber(Setting setting, const FlagEntry &entry, std::string_view text)
{
    switch (entry.type) {
    case FlagType::Bool: {
        const auto value = entry.isVariable() ? parseVariableBool(text) : parseFlagBool(text);
        return value ? std::optional { *value ? 1.0 : 0.0 } : std::nullopt;
    }
    case FlagType::Integer:
    case FlagType::Real:
        return number(text);
    case FlagType::Enum:
        return enumNumber(setting, text);
    case FlagType::List:
        if (setting == Setting::DisabledAsync)
            return asyncBits(text);
        if (setting == Setting::DisabledPasses)
            return namesPass(text, "rematerialization") ? 1 : 0;
        if (setting == Setting::NcclAlgo)
            return choiceBits(text, algorithmBits);
        if (setting == Setting::NcclProto)
            return choiceBits(text, protocolBits);
        return commandCount(text);
    case FlagType::Text:
        break;
    }
    if (setting == Setting::NcclNet)
        return asciiLowered(text) == "socket" ? 1 : 0;
    return text.empty() ? 0 : 1;
}

std::string settingText(Setting setting, const FlagEntry &entry, double value)
{
    switch (setting) {
    case Setting::DisabledPasses:
        return value > 0 ? "rematerialization" : "";
    case Setting::NcclProto:
        return "SIMPLE,LL,LL128";
    case Setting::TorchAllocator:
        return "expandable_segments:True";
    case Setting::HostBarrierRemoval:
    case Setting::HostAsyncDepth:
    case Setting::HostVariantParameter:
    case Setting::HostInvariantOperation:
        return value > 0 ? "ENABLED" : "DISABLED";
    case Setting::CommandBuffer:
        return {};
    case Setting::FusedAttention:
        return value > 0 ? "1" : "0";
    default:
        break;
    }
    if (entry.type == FlagType::Bool || entry.type == FlagType::Enum)
        return value > 0 ? "true" : "false";
    if (entry.type == FlagType::Real) {
        // Shares are advised in hundredths.
        const auto hundredths = static_cast<long long>(std::llround(value * 100));
        const std::string digits = std::to_string(hundredths % 100);
        return std::to_string(hundredths / 100) + '.' + (digits.size() < 2 ? "0" : "") + digits;
    }
    return std::to_string(std::llround(value));
}

} // namespace headroom
