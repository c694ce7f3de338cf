#pragma once

#include "model/launch/common/export_request.h"
#include "model/launch/common/launch_mesh.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// How the global batch comes about.
struct LaunchBatch
{
    std::int64_t global = 0; ///< sequences per optimizer step
    double micro = 0; ///< sequences of one forward pass on one data-parallel rank
    std::int64_t accumulation = 1; ///< optimizer step = this many separate passes
    std::int64_t pipelineMicroBatches = 1; ///< micro-batches inside one pipelined pass
    double perJaxDevice = 0; ///< MaxText's per_device_batch_size: global / (devices · accumulation)
    std::int64_t dataParallelRanks = 1;
    bool operator==(const LaunchBatch &) const = default;
};

/// What is to be launched, before any framework's spelling: every target renders from this.
struct LaunchSpec
{
    const ExportRequest *request = nullptr;
    std::string slug; ///< name for tools
    std::string target; ///< id
    LaunchMesh mesh;
    LaunchBatch batch;
    /// Degrees in processes of a PyTorch program, one for each GPU that the driver shows; those of
    /// the plan where a chip shows one, and for JAX, whose mesh is `mesh`.
    Parallelism degrees;
    std::vector<LaunchFlag> xlaFlags;
    std::vector<LaunchFlag> tpuFlags;
    std::vector<LaunchFlag> environment;

    const ResolvedPlan &resolved() const { return request->plan; }
    const Plan &plan() const { return request->plan.plan; }
    const ModelShape &model() const { return *request->plan.model; }
    const Accelerator &chip() const { return request->plan.accelerator; }
    const FrameworkTraits &framework() const { return request->plan.framework(); }
    bool isMaxText() const { return framework().id == Framework::MaxText; }
    /// GPUs of a node as Slurm counts them.
    int processesPerNode() const
    {
        return plan().hardware.devicesPerNode * chip().processesPerChip();
    }
    bool isTpu() const { return chip().kind == AcceleratorKind::Tpu; }
    bool gathersOnce() const { return request->gathersOnce; }
    bool isBenchmark() const { return request->options.benchmark; }
    /// What the run trains on and keeps; a benchmark has synthetic data and keeps nothing.
    const Job &job() const;
    /// Optimizer steps of the run: a fixed number in benchmark mode, else what the training tokens
    /// need; 0 when the plan names none.
    std::int64_t steps() const;
    const LaunchFlag *environmentFlag(std::string_view name) const;
};

/// Steps of a benchmark and where its profiler window lies (behind the warm-up, before the end).
inline constexpr int benchmarkSteps = 30;
inline constexpr int benchmarkProfileStart = 22;
inline constexpr int benchmarkProfileSteps = 3;

/// Collects what a target writes: files with a line each for the README, steps for the reader, and
/// everything that could not be carried over.
struct ExportDraft
{
    struct Entry
    {
        ExportFile file;
        std::string purpose;
    };
    std::vector<Entry> entries;
    std::vector<std::string> howToRun; ///< one paragraph each
    std::vector<std::string> notes;
    std::vector<LeftOut> leftOut;
    std::vector<LeftOut> choices; ///< of the plan, and where or how the files follow them
    std::vector<Refusal> refusals; ///< why the target cannot express the plan

    void add(std::string name, std::string content, std::string purpose);
    void addScript(std::string name, std::string content, std::string purpose);
    void note(std::string text) { notes.push_back(std::move(text)); }
    void refuse(std::string field, Message reason)
    {
        refusals.push_back({ std::move(field), std::move(reason) });
    }
    void leaveOut(std::string what, std::string reason)
    {
        leftOut.push_back({ std::move(what), std::move(reason) });
    }
    /// A choice of the plan, by its field path, that this target follows otherwise than by a key,
    /// or not at all; `value` is that of the plan.
    void settle(const std::string &path, const std::string &value, std::string how);
    void lose(const std::string &path, const std::string &value, std::string reason);
    bool isTold(const std::string &path) const;
};

/// The intermediate of a request; flags that no shell or flag parser can carry are left out.
Result<LaunchSpec> launchSpec(const ExportRequest &request, std::string target, ExportDraft &draft);

} // namespace headroom
