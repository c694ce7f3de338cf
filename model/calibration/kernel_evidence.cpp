#include "model/calibration/kernel_evidence.h"

#include "model/physics/compute/attention_time.h"
#include "model/physics/compute/gemm_time.h"
#include "model/physics/step/evaluate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace headroom {
namespace {

/// How far a step's kernels follow one that runs alone, with other clocks and caches, and how many
/// of one kind tell apart. ASSUMED, as for collectives
constexpr double deviationOfKernel = 0.1, kernelsOfKind = 2;
/// What the kit's smallest kernel takes on the hosts that stacks were measured on, issued one
/// behind the other; and how far a program's own issuing follows it. ASSUMED
constexpr Seconds defaultLaunch { 4.5e-6 };
constexpr double deviationOfLaunch = 0.5;
/// What the rules that group kernels and the estimate may draw apart. ASSUMED
constexpr double deviationOfTerm = 0.1;
/// Of the step: smaller terms tell more about grouping than about constants. ASSUMED
constexpr double minShareOfTerm = 0.02;

/// The run under the constants of a library.
Prepared movedMachine(const OwnRun &run, const StackLibrary &library)
{
    Prepared moved = run.prepared;
    const auto stack = std::ranges::find(library.stacks(), run.stack, &StackProfile::id);
    const auto chip = std::ranges::find(library.chips(), run.chip, &ChipProfile::id);
    if (stack != library.stacks().end() && chip != library.chips().end())
        applyConstants(moved, *chip, *stack);
    return moved;
}

const RecipeCosts *recipeOf(const Prepared &p, int bits)
{
    const auto found = std::ranges::find(p.recipes, bits, &RecipeCosts::bits);
    return found == p.recipes.end() ? nullptr : &*found;
}

/// Seconds that a machine takes for a kernel, `plain` being the run's own by the profiles; nothing
/// where no formula is of this kind.
std::optional<double> kernelSeconds(
    const MeasuredKernel &own, const Prepared &p, const Prepared &plain, const Candidate &candidate)
{
    NoTrace none;
    switch (own.kind) {
    case MeasuredKernel::Kind::Gemm: {
        Gemm gemm { own.m, own.k, own.n, own.batch, own.element };
        gemm.rate = p.rate16;
        // Of the format that the plan computes in; 32 bits say nothing of a program in 16.
        const Bytes output = std::max(own.element, outputBytes16);
        if (output != p.computeBytes)
            return std::nullopt;
        if (own.element < outputBytes16) {
            const RecipeCosts *recipe = recipeOf(p, 8);
            if (!recipe)
                return std::nullopt;
            gemm.rate = recipe->gemmRate;
        }
        return gemmSeconds(p, gemm, output, none);
    }
    case MeasuredKernel::Kind::Attention: {
        if (!p.isFlash || p.fullAttentionShare < 1)
            return std::nullopt;
        // Kernels compute whole blocks; half of the square is what was counted.
        const Layout layout = makeLayout(p, candidate);
        const Seconds core { attentionWork(p, candidate, layout, none).forward };
        return own.flop.value() * (2 * kernelKeys(p) / p.sequence)
            * (core.value() / attentionCore(p, candidate, layout).flop.value());
    }
    case MeasuredKernel::Kind::Copy:
        return (own.amount / p.memoryRate).value();
    case MeasuredKernel::Kind::Launch: {
        // A host that issues a bare kernel more slowly issues a layer's as much more slowly.
        const Seconds usual = plain.stack.launchSecondsPerLayer;
        return usual > Seconds {}
            ? std::optional(defaultLaunch.value() * p.stack.launchSecondsPerLayer / usual)
            : std::nullopt;
    }
    case MeasuredKernel::Kind::HostCopy:
        return p.hostRate > BytesPerSecond {} ? std::optional((own.amount / p.hostRate).value())
                                              : std::nullopt;
    }
    return std::nullopt;
}

/// A term of profiles and those of the estimate that it is.
struct TermPair
{
    const char *id;
    std::array<TimeTerm, 2> terms;
};
constexpr std::array termPairs { TermPair { "gemm", { TimeTerm::Gemm, TimeTerm::HeadLoss } },
    TermPair { "attention", { TimeTerm::Attention, TimeTerm::Attention } },
    TermPair { "elementwise", { TimeTerm::Elementwise, TimeTerm::Optimizer } } };

double termSeconds(const TermPair &pair, const TimeTerms &terms)
{
    const double first = terms[pair.terms[0]].value();
    return pair.terms[0] == pair.terms[1] ? first : first + terms[pair.terms[1]].value();
}

} // namespace

std::optional<MeasuredKernel> measuredKernel(const OperationSample &sample)
{
    MeasuredKernel own;
    own.time = Seconds { sample.seconds };
    const bool is16Bit = sample.format == "bf16" || sample.format == "fp16";
    if (sample.kind == "gemm" && sample.m > 0 && sample.k > 0 && sample.n > 0
        && (is16Bit || sample.format == "fp8" || sample.format == "fp32")) {
        own.m = sample.m;
        own.k = sample.k;
        own.n = sample.n;
        own.batch = sample.batch;
        own.element = Bytes { is16Bit ? 2.0 : sample.format == "fp8" ? 1.0 : 4.0 };
        return own;
    }
    if (sample.kind == "attention" && sample.name == "forward" && is16Bit && sample.flop > 0) {
        own.kind = MeasuredKernel::Kind::Attention;
        own.flop = Flop { sample.flop };
        return own;
    }
    if (sample.kind == "launch") {
        own.kind = MeasuredKernel::Kind::Launch;
        return own;
    }
    const bool isHost = sample.kind == "host_to_device" || sample.kind == "device_to_host";
    if ((isHost || sample.kind == "copy") && sample.bytes > 0) {
        own.kind = isHost ? MeasuredKernel::Kind::HostCopy : MeasuredKernel::Kind::Copy;
        own.amount = Bytes { sample.bytes };
        return own;
    }
    return std::nullopt;
}

std::optional<double> kernelSeconds(
    const MeasuredKernel &own, const Prepared &machine, const Candidate &candidate)
{
    return kernelSeconds(own, machine, machine, candidate);
}

void addKernels(std::vector<Observation> &observations, const CalibrationRequest &request)
{
    if (request.runs.empty())
        return;
    const OwnRun &run = request.runs.front();
    std::map<MeasuredKernel::Kind, double> counts;
    for (const MeasuredKernel &own : request.kernels)
        ++counts[own.kind];
    for (const MeasuredKernel &own : request.kernels) {
        if (!(own.time > Seconds {})
            || !kernelSeconds(own, run.prepared, run.prepared, run.candidate))
            continue;
        Observation observation;
        observation.logPredicted = [own, &run](const StackLibrary &library) {
            return std::log(
                kernelSeconds(own, movedMachine(run, library), run.prepared, run.candidate)
                    .value_or(own.time.value()));
        };
        const bool isLaunch = own.kind == MeasuredKernel::Kind::Launch;
        (isLaunch ? observation.stack : observation.chip) = isLaunch ? run.stack : run.chip;
        observation.logMeasured = std::log(own.time.value());
        observation.deviation = (isLaunch ? deviationOfLaunch : deviationOfKernel)
            * std::sqrt(std::max(1.0, counts[own.kind] / kernelsOfKind));
        observations.push_back(std::move(observation));
    }
}

void addTerms(std::vector<Observation> &observations, const std::vector<OwnRun> &runs)
{
    for (const OwnRun &run : runs)
        for (const TermPair &pair : termPairs) {
            const auto own = std::ranges::find(run.terms, pair.id, &TermSeconds::id);
            const double least = minShareOfTerm * run.plainStep.value();
            if (own == run.terms.end() || !(own->seconds > least))
                continue;
            Prepared plain = run.prepared;
            if (!(termSeconds(pair, evaluate(plain, run.candidate).time) > least))
                continue;
            observations.push_back({ [&run, pair](const StackLibrary &library) {
                                        const Prepared moved = movedMachine(run, library);
                                        return std::log(
                                            termSeconds(pair, evaluate(moved, run.candidate).time));
                                    },
                run.stack, run.chip, std::log(own->seconds), deviationOfTerm, &run });
        }
}

} // namespace headroom
