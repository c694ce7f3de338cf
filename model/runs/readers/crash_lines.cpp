#include "model/runs/readers/log_reader.h"

#include "model/base/text/display_line.h"
#include "model/base/units/quantity.h"
#include "model/runs/text/scan.h"

#include <array>
#include <memory>

// How runs end before their time. @source pytorch/pytorch: c10/cuda/CUDACachingAllocator.cpp
// (wordings of 1.x, 2.0 and 2.2), torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp,
// torch/distributed/elastic; openxla/xla: pjrt, service/tpu; linux: mm/oom_kill.c; SchedMD/slurm:
// slurmstepd; NVIDIA/Megatron-LM: core/rerun_state_machine.py; deepspeedai/DeepSpeed:
// runtime/config.py, launcher/launch.py

namespace headroom {
namespace {

/// Phases of which frames of a traceback speak, the one that explains most first: recomputation
/// runs forward inside backward.
struct PhaseWord
{
    std::string_view text, phase;
};
constexpr std::array phaseWords { PhaseWord { "optimizer.step(", "optimizer" },
    PhaseWord { "optim.step(", "optimizer" }, PhaseWord { "optimizer_step(", "optimizer" },
    PhaseWord { "_optimizer_step(", "optimizer" }, PhaseWord { ".backward(", "backward" },
    PhaseWord { ", in backward", "backward" }, PhaseWord { "cross_entropy(", "loss" },
    PhaseWord { ".from_pretrained(", "loading" }, PhaseWord { "load_checkpoint(", "loading" },
    PhaseWord { "load_state_dict(", "loading" }, PhaseWord { ", in forward", "forward" },
    PhaseWord { "model(**", "forward" }, PhaseWord { ", in compute_loss", "forward" } };

std::size_t phaseOrder(std::string_view phase)
{
    std::size_t order = 0;
    while (order < phaseWords.size() && phaseWords[order].phase != phase)
        ++order;
    return order;
}

void readPhase(LogReader &log, const CleanLine &line)
{
    for (const PhaseWord &word : phaseWords)
        if (line.text.find(word.text) != std::string_view::npos) {
            std::string &own = log.anyRun().phase;
            if (own.empty() || phaseOrder(word.phase) < phaseOrder(own))
                own = word.phase;
            return;
        }
}

/// "[Rank 5]" or "Rank 114:" inside a message; else the line's own.
int crashRank(const CleanLine &line)
{
    for (const char *mark : { "[Rank ", "Rank ", "rank: " })
        if (const auto rank = line.integerBehind(mark); rank && *rank >= 0 && *rank < 10'000'000)
            return static_cast<int>(*rank);
    return line.rank;
}

RunCrash crashOf(CrashKind kind, LogReader &log, const CleanLine &line)
{
    constexpr std::size_t longest = 240;
    RunCrash crash { kind, displayLine(trimmed(line.text), longest), {}, {}, {}, {},
        log.anyRun().phase };
    if (const int rank = crashRank(line); rank >= 0)
        crash.ranks = { rank };
    return crash;
}

/// The message without its blanks: terminals wrap it anywhere.
std::string compact(std::string_view text)
{
    std::string plain;
    for (const char letter : text)
        if (letter != ' ' && letter != '\t')
            plain += letter;
    return plain;
}

/// Bytes behind a mark of the compact text: "3.12GiB", "180.59M", "4770354232bytes".
std::optional<double> bytesBehind(std::string_view text, std::string_view mark)
{
    Scan scan { text };
    if (!scan.after(mark))
        return std::nullopt;
    const auto value = scan.number();
    if (!value || *value < 0)
        return std::nullopt;
    struct Unit
    {
        std::string_view name;
        double bytes;
    };
    static constexpr std::array units { Unit { "G", bytesPerGib }, Unit { "M", bytesPerMib },
        Unit { "K", 1024 }, Unit { "k", 1024 }, Unit { "T", 1024 * bytesPerGib } };
    for (const Unit &unit : units)
        if (scan.rest().starts_with(unit.name))
            return *value * unit.bytes;
    return value;
}

/// Bytes in front of a mark: "22.00GiBalreadyallocated".
std::optional<double> bytesBefore(std::string_view text, std::string_view mark)
{
    const std::size_t end = text.find(mark);
    if (end == std::string_view::npos)
        return std::nullopt;
    std::size_t begin = text.substr(0, end).find_last_of(";(,");
    begin = begin == std::string_view::npos ? 0 : begin + 1;
    return bytesBehind(text.substr(begin, end - begin), "");
}

std::optional<double> either(std::optional<double> first, std::optional<double> second)
{
    return first ? first : second;
}

/// Fills in what a message of PyTorch or XLA says.
void readAmounts(LogReader &log, const CleanLine &line, std::string_view message, RunCrash &crash)
{
    const std::string text = compact(message);
    for (const char *mark : { "Triedtoallocate", "tryingtoallocate", "requestfor", "allocating",
             "Attemptingtoallocate", "Attemptingtoreserve", "hbm.Used" })
        if (!crash.requestedBytes)
            crash.requestedBytes = bytesBehind(text, mark);
    crash.allocatedBytes
        = either(bytesBefore(text, "alreadyallocated"), bytesBehind(text, "Oftheallocatedmemory"));
    crash.reservedBytes
        = either(bytesBefore(text, "reservedintotal"), bytesBefore(text, "cached)"));
    if (crash.allocatedBytes && !crash.reservedBytes) {
        // "19.75 GiB is allocated by PyTorch, and 1.78 GiB is reserved by PyTorch but unallocated"
        const std::size_t by = text.find("allocatedbyPyTorch");
        const std::size_t end = text.find("isreservedbyPyTorch");
        if (by != std::string::npos && end != std::string::npos && end > by) {
            const std::size_t mark = text.rfind("and", end);
            if (mark != std::string::npos && mark > by)
                if (const auto rest = bytesBehind(text.substr(mark), "and"))
                    crash.reservedBytes = *crash.allocatedBytes + *rest;
        }
    }
    const auto capacity
        = either(either(bytesBefore(text, "totalcapacity"), bytesBehind(text, "totalcapacityof")),
            bytesBehind(text, "totalcapactyof"));
    if (capacity && *capacity > 0)
        log.anyRun().facts.set(
            "device_gib", std::to_string(*capacity / bytesPerGib), log.file(), line.number);
}

void addCrash(LogReader &log, const RunCrash &crash)
{
    RunTrace &run = log.anyRun();
    if (run.crash)
        run.crash->join(crash);
    else
        run.crash = crash;
}

/// A message that a terminal wrapped goes on in the next lines.
LogReader::Block wrappedMessage(const CleanLine &line, const RunCrash &crash)
{
    struct State
    {
        std::string text;
        RunCrash crash;
        CleanLine first;
        int left = 6; ///< lines that it may still take
    };
    auto state = std::make_shared<State>(
        State { std::string(line.text), crash, { {}, line.rank, line.number } });
    return [state](LogReader &log, const CleanLine &next) {
        const bool isOther = next.rank >= 0 && next.rank != state->first.rank;
        const bool isSame = !isOther && next.text.find("Traceback") == std::string_view::npos;
        if (isSame)
            state->text += next.text;
        const bool isWhole = compact(state->text).find("isreserved") != std::string::npos
            || compact(state->text).find("reservedintotal") != std::string::npos;
        if (!isWhole && isSame && --state->left > 0)
            return true;
        readAmounts(log, state->first, state->text, state->crash);
        addCrash(log, state->crash);
        return false;
    };
}

void readOutOfMemory(LogReader &log, const CleanLine &line)
{
    log.anyRun().signs.see(RunSign::OutOfMemory, 1);
    log.anyRun().note({ "run-out-of-memory", { displayLine(trimmed(line.text), 240) } });
    RunCrash crash = crashOf(CrashKind::OutOfMemory, log, line);
    if (line.text.find("hbm") != std::string_view::npos
        || line.text.find("HBM") != std::string_view::npos)
        log.anyRun().facts.set("device_family", "TPU", log.file(), line.number);
    // "Used 63.80G of 30.75G hbm"
    const std::string text = compact(line.text);
    if (const std::size_t used = text.find("Used");
        used != text.npos && text.find("Ghbm.Exceeded") != text.npos)
        if (const auto pool = bytesBehind(std::string_view(text).substr(used), "of"))
            log.anyRun().facts.set(
                "pool_gib", std::to_string(*pool / bytesPerGib), log.file(), line.number);
    readAmounts(log, line, line.text, crash);
    addCrash(log, crash);
    const bool isTorch = line.text.find("CUDA out of memory") != std::string_view::npos
        || line.text.find("HIP out of memory") != std::string_view::npos;
    if (isTorch && !crash.reservedBytes && !log.isInBlock())
        log.beginBlock(wrappedMessage(line, crash));
}

/// "          Currently allocated:    6.08G (   6,532,939,776 bytes)" below a TPU's message
void readHeld(LogReader &log, const CleanLine &line)
{
    RunTrace &run = log.anyRun();
    if (run.crash && run.crash->kind == CrashKind::OutOfMemory && !run.crash->allocatedBytes)
        run.crash->allocatedBytes = bytesBehind(compact(line.text), "Currentlyallocated:");
}

template <CrashKind kind> void readEnd(LogReader &log, const CleanLine &line)
{
    addCrash(log, crashOf(kind, log, line));
}

/// An assertion of a framework; those that say NaN are that.
void readAssertion(LogReader &log, const CleanLine &line)
{
    const bool isNan = line.text.find("NaN") != std::string_view::npos
        || line.text.find(" nan") != std::string_view::npos;
    RunCrash crash = crashOf(isNan ? CrashKind::NotANumber : CrashKind::Assertion, log, line);
    if (line.text.find("backward") != std::string_view::npos)
        crash.phase = "backward";
    else if (line.text.find("forward") != std::string_view::npos)
        crash.phase = "forward";
    addCrash(log, crash);
}

/// "RuntimeError: world_size (4) is not divisible by …"; warnings say the same without an error.
void readDivisibility(LogReader &log, const CleanLine &line)
{
    if (line.text.find("Error: ") != std::string_view::npos)
        readAssertion(log, line);
}

/// "Killed" and nothing else, as a shell says it.
void readKilled(LogReader &log, const CleanLine &line)
{
    if (trimmed(line.text) == "Killed"
        || line.text.find("slurm_script: line") != std::string_view::npos)
        readEnd<CrashKind::Killed>(log, line);
}

/// A new traceback: what the last one told of the phase is over.
void beginTraceback(LogReader &log, const CleanLine &)
{
    log.anyRun().phase.clear();
}

constexpr LineReader crashReaders[] {
    { "Traceback (most recent call last)", beginTraceback },
    { "optimizer.step(", readPhase },
    { "optim.step(", readPhase },
    { "optimizer_step(", readPhase },
    { ".backward(", readPhase },
    { ", in backward", readPhase },
    { "cross_entropy(", readPhase },
    { ".from_pretrained(", readPhase },
    { "load_checkpoint(", readPhase },
    { "load_state_dict(", readPhase },
    { ", in forward", readPhase },
    { "model(**", readPhase },
    { ", in compute_loss", readPhase },
    { "CUDA out of memory", readOutOfMemory },
    { "HIP out of memory", readOutOfMemory },
    { "SOURCE_EXHAUSTED: ", readOutOfMemory }, // a terminal may wrap inside the word
    { "Attempting to reserve ", readOutOfMemory },
    { "Attempting to allocate ", readOutOfMemory },
    { "Currently allocated:", readHeld },
    { "Resource exhausted: ", readOutOfMemory },
    { "Ran out of memory in memory space", readOutOfMemory },
    { "found NaN", readEnd<CrashKind::NotANumber> },
    { "found Inf", readEnd<CrashKind::NotANumber> },
    { "loss is nan", readEnd<CrashKind::NotANumber> },
    { "Loss is nan", readEnd<CrashKind::NotANumber> },
    { "Loss is NaN", readEnd<CrashKind::NotANumber> },
    { "loss scale already at minimum", readEnd<CrashKind::NotANumber> },
    { "AssertionError", readAssertion },
    { "unrecognized arguments: ", readAssertion },
    { "must be divisible by", readAssertion },
    { "is not divisible by", readDivisibility },
    { "Watchdog caught collective opera", readEnd<CrashKind::Timeout> }, // ends of pastes are cut
    { "Some NCCL operations have failed or timed out", readEnd<CrashKind::Timeout> },
    { "Timed out waiting", readEnd<CrashKind::Timeout> },
    { "oom-kill", readEnd<CrashKind::Killed> },
    { "oom_kill", readEnd<CrashKind::Killed> },
    { "OOMKilled", readEnd<CrashKind::Killed> },
    { "emory: Kill", readEnd<CrashKind::Killed> },
    { "exitcode: -9", readEnd<CrashKind::Killed> },
    { "exitcode  : -9", readEnd<CrashKind::Killed> },
    { "return code = -9", readEnd<CrashKind::Killed> },
    { "Signal 9 (SIGKILL)", readEnd<CrashKind::Killed> },
    { "DUE TO TIME LIMIT", readEnd<CrashKind::Killed> },
    { "Killed", readKilled },
};

} // namespace

std::span<const LineReader> crashLines()
{
    return crashReaders;
}

} // namespace headroom
