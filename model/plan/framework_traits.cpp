#include "model/plan/framework_traits.h"

#include "model/plan/option_names.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

// What each can be told. moe_load_imbalance is an assumption of the estimate, not a setting, so all
// have it. Plain JAX and DeepSpeed run a program of the user's, which may do what the library
// below it can; what it does is then the plan's word against the program's. Options that are one
// key of a program: option_names.cpp.
// @source MaxText configs/types.py (num_vocab_tiling, scan_layers, optimizer_memory_host_offload,
// parameter_memory_host_offload, pipeline_fsdp_ag_once, capacity_factor); tensor overlap is XLA's
// collective matmul there, a flag of its own
constexpr std::string_view maxtextOptions[] { "options.vocab_tiling", "options.pipeline_gather",
    "options.moe_capacity_factor", "options.moe_load_imbalance" };
constexpr std::string_view jaxOptions[] { "options.scan_layers", "options.vocab_tiling",
    "options.cross_entropy", "options.offload_optimizer", "options.offload_parameters",
    "options.moe_capacity_factor", "options.moe_load_imbalance" };
// @source Megatron-LM arguments.py and TransformerConfig (--cross-entropy-loss-fusion,
// --tp-comm-overlap, --overlap-grad-reduce, --overlap-param-gather, --optimizer-cpu-offload,
// --recompute-modules, --offload-modules, --moe-expert-capacity-factor)
constexpr std::string_view megatronOptions[] { "options.cross_entropy", "options.tensor_overlap",
    "options.overlap_param_gather", "options.offload_optimizer", "options.recompute_modules",
    "options.offload_modules", "options.cuda_graphs", "options.expert_dispatcher",
    "options.expert_overlap", "options.fused_expert_mlp", "options.low_precision_attention",
    "options.moe_capacity_factor", "options.moe_load_imbalance" };
// @source torchtitan v0.2.2 job_config.py (compile.components, parallelism.
// enable_async_tensor_parallel, parallelism.expert_parallel_comm_backend,
// training.enable_cpu_offload, optimizer.early_step_in_backward)
constexpr std::string_view titanOptions[] { "options.cross_entropy", "options.tensor_overlap",
    "options.expert_dispatcher", "options.moe_load_imbalance" };
// @source DeepSpeed configuration (zero_optimization.overlap_comm, offload_optimizer,
// offload_param, activation_checkpointing.cpu_checkpointing; moe/layer.py capacity_factor);
// compilation and loss are the training script's
constexpr std::string_view deepspeedOptions[] { "options.cross_entropy",
    "options.offload_optimizer", "options.offload_parameters", "options.offload_activations",
    "options.compile", "options.moe_capacity_factor", "options.moe_load_imbalance" };
// @source Hugging Face TrainingArguments (torch_compile, use_liger_kernel, optim: paged_adamw_8bit)
// and the DeepSpeed configuration below it; activation_offloading of TRL and axolotl above it
constexpr std::string_view trainerOptions[] { "options.cross_entropy",
    "options.overlap_grad_reduce", "options.offload_optimizer", "options.offload_parameters",
    "options.paged_optimizer", "options.offload_activations", "options.moe_load_imbalance" };

constexpr FrameworkTraits maxtext {
    .id = Framework::MaxText,
    .name = "maxtext",
    .title = "MaxText",
    .runsXla = true,
    .release = &Software::maxtext,
    .expertIsAxis = true,
    .takesPartMicroBatches = true,
    .copiesKeyValueHeads = true,
    .vocabulary = VocabularyCut::ExactOrPadded,
    .vocabularyStep = 1,
    .stageSplit = StageSplit::Even,
    .placesVirtualStages = false,
    .pipelineRounds = PipelineRounds::Always,
    .minZeroStage = 1,
    .maxZeroStageInPipeline = 3,
    .minZeroStageToOffload = 0,
    .zeroFollowsAxis = true,
    .rematNamesTensors = true,
    .fullRemat = RematKind::NoNames,
    .selectiveRemat = RematKind::AllButCore,
    .keepsFp32InOptimizer = false,
    .accumulatesOutsidePipeline = true,
    .cudnnThroughTe = true,
    .wantsOneQueue = false,
    .needsExpandableSegments = false,
    .takesExpandableSegments = false,
    .hfuCountsRecomputation = false,
    .statesBatchOfRank = false,
    .isEagerUnlessSaid = false,
    .fusesLossWithHead = false,
    .options = maxtextOptions,
};

/// A program of the user's own: what MaxText does, as far as JAX and not MaxText decides it.
constexpr FrameworkTraits plainJax()
{
    FrameworkTraits row = maxtext;
    row.id = Framework::Jax;
    row.name = "jax";
    row.title = "JAX";
    row.release = &Software::jaxlib;
    row.vocabulary = VocabularyCut::Exact;
    row.accumulatesOutsidePipeline = false;
    row.cudnnThroughTe = false; // jax.nn.dot_product_attention calls cuDNN itself
    row.options = jaxOptions;
    return row;
}

/// What PyTorch alone decides; the frameworks on top of it differ from this in a few points.
constexpr FrameworkTraits trainer {
    .id = Framework::HuggingFace,
    .name = "hf",
    .title = "Hugging Face Trainer",
    .runsXla = false,
    .release = nullptr,
    .expertIsAxis = false,
    .takesPartMicroBatches = false,
    .copiesKeyValueHeads = true,
    .vocabulary = VocabularyCut::Uneven,
    .vocabularyStep = 1,
    .stageSplit = StageSplit::Free,
    .placesVirtualStages = false,
    .pipelineRounds = PipelineRounds::Never,
    .minZeroStage = 1,
    .maxZeroStageInPipeline = 3,
    .minZeroStageToOffload = 3, // DeepSpeed's offload_param
    .zeroFollowsAxis = false,
    .rematNamesTensors = false,
    .fullRemat = RematKind::LayerInput,
    .selectiveRemat = RematKind::AllButCore,
    .keepsFp32InOptimizer = false,
    .accumulatesOutsidePipeline = false,
    .cudnnThroughTe = false,
    .wantsOneQueue = false,
    .needsExpandableSegments = false,
    .takesExpandableSegments = true,
    .hfuCountsRecomputation = false,
    .statesBatchOfRank = false,
    .isEagerUnlessSaid = true, // torch_compile
    .fusesLossWithHead = true, // use_liger_kernel: fused_linear_cross_entropy
    .options = trainerOptions,
};

constexpr FrameworkTraits megatron()
{
    FrameworkTraits row = trainer;
    row.id = Framework::Megatron;
    row.name = "megatron";
    row.title = "Megatron-LM";
    row.release = &Software::megatron;
    row.copiesKeyValueHeads = false;
    row.vocabulary = VocabularyCut::Padded;
    row.vocabularyStep = 128; // --make-vocab-size-divisible-by, its default, times tensor
    row.stageSplit = StageSplit::EvenWithEnds;
    row.placesVirtualStages = true; // --pipeline-model-parallel-layout
    row.pipelineRounds = PipelineRounds::WhenInterleaved;
    row.keepsFp32InOptimizer = true;
    row.wantsOneQueue = true;
    row.takesExpandableSegments = false;
    row.hfuCountsRecomputation = true; // arXiv 2104.04473 eq. 3
    row.isEagerUnlessSaid = false; // its kernels are fused
    row.fusesLossWithHead = false;
    row.options = megatronOptions;
    return row;
}

constexpr FrameworkTraits torchtitan()
{
    FrameworkTraits row = trainer;
    row.id = Framework::Torchtitan;
    row.name = "torchtitan";
    row.title = "torchtitan";
    row.release = &Software::torchtitan;
    row.placesVirtualStages = true; // module_fqns_per_model_part
    row.minZeroStage = 2; // FSDP2 shards gradients whatever it reshards
    row.selectiveRemat = RematKind::EverySecond;
    row.needsExpandableSegments = true; // run_train.sh
    row.statesBatchOfRank = true;
    row.isEagerUnlessSaid = true; // compile.enable is off by default
    row.fusesLossWithHead = false;
    row.options = titanOptions;
    return row;
}

constexpr FrameworkTraits deepspeed()
{
    FrameworkTraits row = trainer;
    row.id = Framework::DeepSpeed;
    row.name = "deepspeed";
    row.title = "DeepSpeed";
    row.maxZeroStageInPipeline = 1; // its pipeline engine refuses stages 2 and 3
    row.keepsFp32InOptimizer = true;
    row.options = deepspeedOptions;
    return row;
}

/// In the order of the enumeration.
constexpr std::array<FrameworkTraits, frameworkCount> frameworkTable { maxtext, plainJax(),
    megatron(), torchtitan(), deepspeed(), trainer };

constexpr bool frameworksAreInOrder()
{
    for (std::size_t i = 0; i < frameworkTable.size(); ++i)
        if (frameworkTable[i].id != static_cast<Framework>(i))
            return false;
    return true;
}
static_assert(frameworksAreInOrder());

} // namespace

bool FrameworkTraits::hasOption(std::string_view path) const
{
    if (std::ranges::find(options, path) != options.end())
        return true;
    const auto row = std::ranges::find(optionNames(), path, &OptionNames::path);
    return row != optionNames().end() && !row->in(id).empty();
}

const std::string &FrameworkTraits::releaseIn(const Software &releases) const
{
    static const std::string none;
    return release ? releases.*release : none;
}

std::span<const FrameworkTraits> allFrameworks()
{
    return frameworkTable;
}

const FrameworkTraits &frameworkTraits(Framework id)
{
    return frameworkTable[static_cast<std::size_t>(id)];
}

const FrameworkTraits *findFramework(std::string_view name)
{
    const auto row = std::ranges::find(frameworkTable, name, &FrameworkTraits::name);
    return row == frameworkTable.end() ? nullptr : &*row;
}

const FrameworkTraits &frameworkTraits(std::string_view name)
{
    const FrameworkTraits *row = findFramework(name);
    return row ? *row : frameworkTraits(Framework::HuggingFace);
}

} // namespace headroom
