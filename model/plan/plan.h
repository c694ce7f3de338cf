#pragma once

#include "model/base/document/document.h"
#include "model/library/profiles/tensor_place.h"
#include "model/plan/activation_modules.h"
#include "model/plan/degrees.h"
#include "model/plan/held.h"
#include "model/plan/number_format.h"
#include "model/plan/packing.h"
#include "model/plan/tuning_kinds.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct Job;
struct Reliability;
struct Tuning;

/// Which model: an id of the library, the shape itself, or a Hugging Face configuration file.
struct ModelChoice
{
    std::string id = "llama3.1-8b"; ///< empty when one of the others is given
    Document shape; ///< mapping with the shape fields of a profile; null when absent
    std::string configJson; ///< path, relative to the plan file; empty when absent
    bool operator==(const ModelChoice &) const = default;
};

struct HardwareChoice
{
    std::string accelerator = "h100-sxm";
    int nodes = 1; ///< TPU: slices
    int devicesPerNode = 8; ///< TPU: chips of one slice
    std::string topology; ///< TPU: "8x16", "4x4x8"
    std::optional<double> nicGbytesPerSecondPerDevice; ///< these four override the profile
    std::optional<double> hostMemoryGibPerNode;
    std::optional<double> powerCapW;
    std::optional<double> pricePerDeviceHour;
    /// A machine type that chip, devices, network, host memory and price come from; empty: none.
    std::string machine {};
    bool operator==(const HardwareChoice &) const = default;
};

enum class WorkloadMode { Training, Inference };

/// What a run evaluates between training steps, without gradients.
struct EvaluationPass
{
    double microBatch = 0; ///< sequences that one data-parallel rank evaluates at a time; 0: none
    bool operator==(const EvaluationPass &) const = default;
};

struct Workload
{
    WorkloadMode mode = WorkloadMode::Training;
    std::int64_t sequenceLength = 8192; ///< tokens
    std::int64_t globalBatchSequences = 128;
    std::optional<double> trainingTokens;
    Packing packing;
    EvaluationPass evaluation;
    bool operator==(const Workload &) const = default;
};

/// How a mesh axis is split between the fast domain (ici: node or slice) and the network (dcn).
struct Mesh
{
    std::map<std::string, int> ici;
    std::map<std::string, int> dcn;
    bool operator==(const Mesh &) const = default;
};

struct Parallelism : Degrees
{
    std::vector<int> stageLayers; ///< empty: as even as the layers allow
    Mesh mesh;
    bool operator==(const Parallelism &) const = default;
};

struct Precision
{
    NumberFormat compute = NumberFormat::Bf16; ///< bf16 | fp16 | fp32
    NumberFormat weights = NumberFormat::Fp32; ///< fp32 | bf16 | fp16
    NumberFormat gradients = NumberFormat::Fp32; ///< fp32 | bf16 | fp16
    NumberFormat optimizerState = NumberFormat::Fp32; ///< fp32 | bf16 | int8
    std::string recipe = "none";
    bool operator==(const Precision &) const = default;
};

enum class Optimizer : std::uint8_t {
    AdamW,
    AdamWBf16,
    AdamW8bit,
    Lion,
    SgdMomentum,
    Adafactor,
    Muon
};

/// The attention kernel that a plan asks for.
enum class AttentionChoice : std::uint8_t {
    Unfused,
    Flash, ///< whichever FlashAttention the stack has
    Flash1, ///< of measured runs only
    Flash2,
    Flash3,
    CudnnFlash,
    Splash
};

struct RematChoice
{
    std::string policy = "minimal_with_context";
    std::map<std::string, TensorPlace> tensors; ///< by name, with policy custom
    bool operator==(const RematChoice &) const = default;
};

/// How much of a step the host replays as recorded graphs instead of issuing kernel by kernel.
enum class CudaGraphs { Auto, None, Partial, Layer, Full };
/// What carries tokens to their experts: the collective library, or kernels written for it.
enum class ExpertDispatcher { Auto, AllToAll, DeepEp, HybridEp };

/// When a pipeline that shards its weights gathers them: every micro-batch anew, or once a step.
enum class PipelineGather { Auto, Each, Once };

/// A choice that "auto" leaves to the framework's habit.
enum class Switch : std::uint8_t { Auto, On, Off };
/// How the loss is computed: the logits in memory several times, or once.
enum class CrossEntropy : std::uint8_t { Auto, Eager, Fused, Chunked, FusedLinear };

/// What differs between runs of one framework. "auto" leaves a choice to the framework's habit.
struct PlanOptions
{
    bool scanLayers = true;
    int vocabTiling = 1; ///< chunks of the logits (MaxText num_vocab_tiling, chunked cross-entropy)
    CrossEntropy crossEntropy = CrossEntropy::Auto;
    Switch tensorOverlap = Switch::Auto; ///< collective matmul, user buffers, async tensor parallel
    bool overlapGradReduce = true;
    bool overlapParamGather = true;
    bool offloadOptimizer = false;
    bool offloadParameters = false;
    bool pagedOptimizer = false; ///< states in pages that the driver moves to the host and back
    bool offloadActivations = false; ///< what a pass saves waits in host memory
    bool optimizerInBackward = false;
    /// With policy selective; empty: the attention core. In the order of the enumeration, as below.
    std::vector<RecomputeModule> recomputeModules;
    std::vector<OffloadModule> offloadModules; ///< empty: activations stay on the device
    PipelineGather pipelineGather = PipelineGather::Auto; ///< auto: once where that pays
    bool compile = true; ///< torch.compile where the framework has it
    CudaGraphs cudaGraphs = CudaGraphs::Auto;
    ExpertDispatcher expertDispatcher = ExpertDispatcher::Auto;
    bool fusedExpertMlp = false; ///< activation and quantising inside the experts' products
    bool lowPrecisionAttention = false; ///< the recipe's format in the attention core, too
    Switch expertOverlap = Switch::Auto; ///< exchanges beside another micro-batch's computation
    double moeCapacityFactor = 0; ///< 0: dropless
    double moeLoadImbalance = 0; ///< largest over mean expert load; 0: the framework's usual value
    bool operator==(const PlanOptions &) const = default;
};

/// Releases of programs; empty: not named, see ResolvedPlan::releases.
struct Software
{
    std::string jaxlib;
    std::string maxtext; ///< a number, or the day of a commit from before there were numbers
    std::string megatron; ///< Megatron-Core version
    std::string torchtitan;
    std::string stack; ///< id of a software-stack profile; empty: chosen from framework and chip
    bool operator==(const Software &) const = default;
};

/// Everything a user decides about one run. Derived numbers are never stored.
struct Plan
{
    int schemaVersion = 1;
    std::string name;
    ModelChoice model;
    HardwareChoice hardware;
    Workload workload;
    Parallelism parallelism;
    Precision precision;
    Held<Tuning> tuning;
    Optimizer optimizer = Optimizer::AdamW;
    RematChoice remat;
    AttentionChoice attention = AttentionChoice::CudnnFlash;
    std::string framework = "maxtext";
    PlanOptions options;
    Software software;
    Held<Job> job;
    Held<Reliability> reliability;
    std::string calibration; ///< path of a CSV, relative to the plan file; empty: none
    /// Path of a file with what a compiler planned, relative to the plan file; empty: none.
    std::string compiled;
    std::map<std::string, std::string> flags; ///< only what the user set
    bool operator==(const Plan &) const = default;
};

} // namespace headroom
