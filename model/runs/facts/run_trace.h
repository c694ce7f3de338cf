#pragma once

#include "model/base/outcome/message.h"
#include "model/runs/facts/compiled_step.h"
#include "model/runs/facts/config_facts.h"
#include "model/runs/facts/kernel_groups.h"
#include "model/runs/facts/kit_machine.h"
#include "model/runs/facts/run_crash.h"
#include "model/runs/facts/run_signs.h"
#include "model/runs/facts/step_log.h"
#include "model/runs/facts/step_statistics.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Largest figures of device memory that a log names, by what they mean. @unit bytes; 0: none
struct MemoryPeaks
{
    double allocated = 0; ///< by tensors, as the allocator counts
    double reserved = 0; ///< by the allocator
    double device = 0; ///< whole device, as nvidia-smi shows
    double compiled = 0; ///< the compiler's own plan, before the run
    double inUse = 0; ///< at some moment, no peak

    void join(const MemoryPeaks &other);
};

/// What was not understood, and where.
struct Unrecognised
{
    std::string file;
    std::int64_t line = 0;
    Message reason;
};

/// A collective operation (or product) measured on its own.
struct OperationSample
{
    std::string kind; ///< all_reduce, all_gather, reduce_scatter, all_to_all, send_recv, …
    double bytes = 0; ///< as the test counts them: the total of all ranks for gathers
    int group = 0; ///< ranks; 0: not told
    int nodes = 0; ///< hosts that they lie on; 0: not told
    double seconds = 0;
    double busGbytesPerSecond = 0; ///< 10^9 bytes/s, the test's bus bandwidth
    std::string name {}; ///< what the measuring kit calls it: a matrix, a pass, a group of ranks
    std::string format {}; ///< of operands: bf16, fp8 …; empty: not told
    double flop = 0; ///< of one call; 0: none, or not told
    double m = 0, k = 0, n = 0, batch = 1; ///< of a product; 0: none
    std::string device {}; ///< as its driver calls it; empty: not told
};

/// Seconds of one step in the terms of the estimate, from a profile.
struct TermSeconds
{
    std::string id;
    double seconds = 0;
};

/// Seconds that kernels of each group take, over all steps and devices of a report that tells
/// nothing of when they ran.
struct KernelSums
{
    std::array<double, kernelGroupCount> seconds {};
    double steps = 0; ///< that are marked, counted once for each device

    bool empty() const { return *this == KernelSums {}; }
    void join(const KernelSums &other);
    bool operator==(const KernelSums &) const = default;
};

/// Where something was read.
struct RunSource
{
    std::string file;
    std::string digest;
    bool hasSteps = false;
    bool operator==(const RunSource &) const = default;
};

/// What files say about one run, before it is made into a plan and figures.
struct RunTrace
{
    std::string format; ///< "maxtext-log"
    std::string framework; ///< word of a plan; empty: not known
    std::string name; ///< as the run calls itself; empty: it does not
    ConfigFacts config; ///< in the framework's keys
    ConfigFacts facts; ///< set-up lines under names of ours: devices, nodes, device_name …
    StepLog steps;
    StepLog unnumbered; ///< lines without a step number, for want of better ones
    StepLog bars; ///< what a progress bar beside the lines says of the time of a step
    bool isMeanOfRun = false; ///< the line without a number is the mean of the whole run
    double stepScale = 1; ///< lines that make a step, each with its own time
    WarmUp warmUp;
    MemoryPeaks memory;
    MemoryPeaks early; ///< told before the optimizer had a state, for want of later ones
    std::optional<RunCrash> crash;
    std::string phase; ///< that the traceback at hand speaks of
    RunSigns signs;
    std::map<std::string, std::string> environment; ///< variables that change speed
    std::vector<TermSeconds> terms; ///< of a step, from a profile
    int profileDevices = 0; ///< that the terms are the mean of
    KernelSums sums; ///< of a profile without times, until they are terms
    std::map<std::string, std::string> flags; ///< compiler flags and variables of a script
    bool setsCompilerFlags = false; ///< a script sets XLA_FLAGS or LIBTPU_INIT_ARGS
    CompiledStep compiled; ///< what a compiler planned; may be empty
    std::string planText; ///< a whole plan as JSON, where a file of ours carries it
    std::string modelFile; ///< config.json of a Hugging Face model; empty: none
    std::string modelText; ///< such a configuration as JSON, where a file of ours carries it
    std::vector<Message> notes;
    std::vector<RunSource> sources;

    std::vector<int> memoryRanks; ///< that Megatron-LM prints the memory of: one of each replica
    void seeMemoryRank(int rank);

    static constexpr std::size_t maxNotes = 50;
    void note(Message what);
    /// Keeps a variable of the environment where it is on the list of those that change speed: any
    /// other may hold a secret.
    void see(std::string_view variable, std::string_view value);
    bool isMeasured() const { return !steps.empty() || !unnumbered.empty() || !bars.empty(); }
    bool hasProfile() const { return !terms.empty() || !sums.empty(); }
};

/// Everything that was read from some files.
struct TraceCollection
{
    std::vector<RunTrace> runs;
    std::vector<OperationSample> operations;
    std::vector<KitMachine> machines; ///< that the measuring kit ran on, one for each of its files
    std::vector<Unrecognised> unrecognised; ///< the first ones
    std::int64_t unrecognisedCount = 0; ///< all
    /// Steps that a profile without marks covers, as the user says, counted once for each device;
    /// 0: not said.
    int profileSteps = 0;

    static constexpr std::size_t maxOperations = 100'000;
    static constexpr std::size_t maxUnrecognised = 200;
    void add(Unrecognised what);
    void add(const OperationSample &sample);
};

} // namespace headroom
