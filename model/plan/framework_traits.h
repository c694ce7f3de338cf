#pragma once

#include "model/plan/plan.h"
#include "model/plan/remat_kind.h"

#include <span>
#include <string_view>

namespace headroom {

enum class Framework { MaxText, Jax, Megatron, Torchtitan, DeepSpeed, HuggingFace };
inline constexpr std::size_t frameworkCount = 6;

/// How the rows of embedding and head are cut over the tensor ranks.
enum class VocabularyCut {
    Exact, ///< the vocabulary must be a multiple of the tensor degree
    ExactOrPadded, ///< the same, with the padded vocabulary of the framework's own model file
    Padded, ///< the framework pads to a multiple of vocabularyStep x tensor
    Uneven, ///< ranks may hold different numbers of rows
};

/// How the layers of a model may lie on pipeline stages and chunks.
enum class StageSplit {
    Even, ///< the same number on each (a circular pipeline)
    EvenWithEnds, ///< with chunks: even when embedding, head or both count as layers, too
    Free, ///< as even as the layers allow
};

/// When the micro-batches of a step must be a multiple of the stages.
enum class PipelineRounds { Always, WhenInterleaved, Never };

/// What a plan's framework decides: one row of a table, found once by the plan's word for it.
/// A new framework is a new row.
struct FrameworkTraits
{
    Framework id;
    std::string_view name; ///< of plan files: "maxtext"
    std::string_view title; ///< of sentences: "MaxText"

    // What it runs on
    bool runsXla; ///< XLA compiles the step: its flags apply, TPUs are possible, jaxlib matters
    std::string Software::*release; ///< the plan field of its own release; nullptr: none

    // Degrees and batch
    bool expertIsAxis; ///< `expert` is a factor of the device count, else inside data x fsdp
    bool takesPartMicroBatches; ///< a micro-batch may be a fraction of a sequence
    bool copiesKeyValueHeads; ///< tensor may be a multiple of the KV heads, else must divide them
    VocabularyCut vocabulary;
    std::int64_t vocabularyStep; ///< of VocabularyCut::Padded; else 1
    StageSplit stageSplit;
    bool placesVirtualStages; ///< can be told the layers of each virtual stage of an interleaved
                              ///< pipeline
    PipelineRounds pipelineRounds;
    int minZeroStage; ///< what its sharded data parallelism can leave whole
    int maxZeroStageInPipeline;
    int minZeroStageToOffload; ///< of weights to host memory
    bool zeroFollowsAxis; ///< an fsdp axis shards everything, replicas share optimizer state or not

    // Recomputation
    bool rematNamesTensors; ///< policies name the tensors that they keep
    RematKind fullRemat, selectiveRemat;

    // Precision
    bool keepsFp32InOptimizer; ///< 16-bit weights in use, fp32 copies beside the optimizer
    /// Recipes that sum scales over micro-batches wrongly stop a run with gradient accumulation.
    bool accumulatesOutsidePipeline;

    // Variables of its processes
    bool cudnnThroughTe; ///< its cuDNN attention is Transformer Engine's (NVTE_FUSED_ATTN)
    bool wantsOneQueue; ///< tensor overlap needs CUDA_DEVICE_MAX_CONNECTIONS=1 before Blackwell
    bool needsExpandableSegments; ///< its own scripts set PyTorch's expandable segments
    bool takesExpandableSegments; ///< an export may set them; Megatron-LM manages its own buffers

    // What published runs leave unsaid
    bool hfuCountsRecomputation; ///< a printed HFU counts a full recomputation of the layers
    bool statesBatchOfRank; ///< the batch that it logs is cut into the pipeline's micro-batches
    bool isEagerUnlessSaid; ///< compiled only where the source says so

    // Loss
    bool fusesLossWithHead; ///< its fused loss makes no logits (options.cross_entropy fused_linear)

    std::span<const std::string_view> options; ///< plan fields that it has: "options.scan_layers"

    bool hasOption(std::string_view path) const;
    /// Its release among those; empty: none, or the framework has no number.
    const std::string &releaseIn(const Software &releases) const;
};

/// All rows, in the order of plan files and lists.
std::span<const FrameworkTraits> allFrameworks();
const FrameworkTraits &frameworkTraits(Framework id);
/// By the word of a plan, which was checked when the plan was read; any other word gets the row of
/// plain PyTorch, which adds no rule of its own.
const FrameworkTraits &frameworkTraits(std::string_view name);
/// By the word of a plan; nullptr: no such framework.
const FrameworkTraits *findFramework(std::string_view name);

} // namespace headroom
