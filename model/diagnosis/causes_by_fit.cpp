#include "model/diagnosis/fitted_share.h"
#include "model/diagnosis/run_case.h"
#include "model/diagnosis/slowed_chip.h"

#include "model/plan/remat_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

// Causes that nothing in the log shows: each is a rate or a setting for which the estimate comes
// out at what was measured.

namespace headroom {
namespace {

// How likely each is before the run is looked at (ASSUMED, of the same kind as in run_case.h): a
// network that is not the one that was bought is the commonest of them.
constexpr double priorOfNetwork = 0.5, priorOfLinks = 0.25, priorOfRate = 0.3,
                 priorOfSetting = 0.35, priorOfChip = 0.3, priorOfModel = 0.2;
/// A field that the run itself tells is seldom another.
constexpr double doubtOfRead = 0.1;
/// Rates below these are no slow part but one that does not work.
constexpr double minNetwork = 0.005, minLink = 0.02, minRate = 0.5;
/// A change that brings less of the step explains nothing.
constexpr double minEffect = 0.01;
/// An estimate this near to what was measured agrees with it.
constexpr double agrees = 0.1;
/// Between a network of sockets and one that lacks some of its adapters.
constexpr double fewAdapters = 0.2;

/// The share of a rate at which the estimate meets the measurement.
struct FittedShare
{
    double share = 1;
    double seconds = 0; ///< of a step that it explains
};

using Scale = std::function<void(Accelerator &, double)>;

double stepAt(const RunCase &of, const Scale &scale, double share)
{
    ResolvedPlan slowed = of.resolved;
    scale(slowed.accelerator, share);
    return of.estimator.estimate(slowed).time.step.value();
}

/// The largest share from `least` on whose step is as long as the measured one; `least` itself
/// where none is. Nothing where the rate hardly matters.
std::optional<FittedShare> fitShare(const RunCase &of, const Scale &scale, double least)
{
    const double base = of.predicted.time.step.value();
    const double most = stepAt(of, scale, least);
    if (!(most - base >= minEffect * base))
        return std::nullopt;
    const double share
        = shareThatTakes([&](double part) { return stepAt(of, scale, part); }, of.measured, least);
    return FittedShare { share, std::min(most, of.measured) - base };
}

/// What a benchmark or the driver says of a part makes a fit of its rate unlikely: where it is
/// slow, that was found already.
double doubtOfMeasured(const RunCase &of, RunSign sign)
{
    return of.run.signs.find(sign) ? doubtOfRead : 1;
}

Amount shareOf(double value)
{
    return { Amount::Share, value };
}

std::string rateText(BytesPerSecond rate, double share)
{
    constexpr double giga = 1e9;
    return fmt::format("{:.3g}", rate.value() * share / giga);
}

void fitNetwork(const RunCase &of, CauseList &causes)
{
    const BytesPerSecond rate = of.resolved.accelerator.nicRate;
    if (of.plan().hardware.nodes < 2 || !(rate.value() > 0) || causes.has("network-slow"))
        return;
    const auto fit = fitShare(of, slowNetwork, minNetwork);
    if (fit)
        causes.add("network-slow", priorOfNetwork * doubtOfMeasured(of, RunSign::NetworkPart),
            fit->seconds,
            { fit->share < fewAdapters ? "seen-network-fit" : "seen-adapters-fit",
                { rateText(rate, fit->share), shareOf(fit->share) } });
}

void fitLinks(const RunCase &of, CauseList &causes)
{
    const Accelerator &chip = of.resolved.accelerator;
    if (of.plan().hardware.devicesPerNode < 2 || !(chip.linkRate.value() > 0)
        || causes.has("links-slow"))
        return;
    const auto fit = fitShare(of, slowLinks, minLink);
    if (fit)
        causes.add("links-slow", priorOfLinks * doubtOfMeasured(of, RunSign::LinkPart),
            fit->seconds,
            { chip.kind == AcceleratorKind::Gpu && fit->share < fewAdapters ? "seen-pcie-fit"
                                                                            : "seen-links-fit",
                { rateText(chip.linkRate, fit->share), shareOf(fit->share) } });
}

void fitRate(const RunCase &of, CauseList &causes)
{
    if (causes.has("clocks"))
        return;
    const auto fit = fitShare(of, slowUnits, minRate);
    // Devices whose clocks were read, and are alike, are not held down one by one.
    const double doubt = doubtOfMeasured(of, RunSign::LeastClockMhz);
    if (fit)
        causes.add("clocks", priorOfRate * doubt, fit->seconds,
            { "seen-rate-fit", { shareOf(fit->share) } });
}

/// A setting that comes nearer to what was measured than the run's own.
void fitSetting(const RunCase &of, CauseList &causes, const char *id, const char *path,
    const char *evidence, const std::function<void(Plan &)> &change)
{
    if (causes.has(id))
        return;
    const auto longer = of.longerBy(change);
    const double base = of.predicted.time.step.value();
    if (!longer || *longer < minEffect * base)
        return;
    const double sure = of.wasRead(path) ? doubtOfRead * priorOfSetting : priorOfSetting;
    // What would take longer than was measured was not set.
    const double likely = std::min(1.0, of.excess() / *longer);
    causes.add(id, sure * likely, std::min(*longer, of.excess()),
        { evidence, { durationOf(base + *longer), durationOf(base), durationOf(of.measured) } });
}

/// A recipe of few bits that the run's program was told and did not use: nothing prints that, and
/// the step is that of the plan without a recipe.
void fitPrecision(const RunCase &of, CauseList &causes)
{
    const std::string &recipe = of.plan().precision.recipe;
    if (recipe == "none")
        return;
    const auto longer = of.longerBy([](Plan &plan) { plan.precision.recipe = "none"; });
    const double base = of.predicted.time.step.value();
    if (!longer || *longer < minEffect * base)
        return;
    const double likely = std::min(1.0, of.excess() / *longer);
    causes.add("precision-fallback", priorOfSetting * likely, std::min(*longer, of.excess()),
        { "seen-precision-fallback",
            { recipe, durationOf(base + *longer), durationOf(base), durationOf(of.measured) } });
}

/// Another chip on which the estimate is what was measured.
void fitChip(const RunCase &of, CauseList &causes)
{
    const double base = of.predicted.time.step.value();
    std::string nearest;
    double step = 0;
    for (const std::string &id : of.library.acceleratorIds()) {
        const auto chip = of.library.accelerator(id);
        if (!chip || id == of.resolved.accelerator.id
            || (*chip)->kind != of.resolved.accelerator.kind
            || (*chip)->isNvidia() != of.resolved.accelerator.isNvidia())
            continue;
        Plan other = of.plan();
        other.hardware.accelerator = id;
        const auto estimate = of.answer(other);
        if (!estimate)
            continue;
        const double own = estimate->time.step.value();
        if (std::abs(own / of.measured - 1) <= agrees
            && (nearest.empty() || std::abs(own - of.measured) < std::abs(step - of.measured))) {
            nearest = id;
            step = own;
        }
    }
    if (nearest.empty() || step <= base)
        return;
    const double sure
        = of.wasRead("hardware.accelerator") ? doubtOfRead * priorOfChip : priorOfChip;
    causes.add("other-chip", sure, std::min(step - base, of.excess()),
        { "seen-other-chip",
            { nearest, durationOf(step), of.resolved.accelerator.id, durationOf(of.measured) } });
}

/// The part of an id that names a family: "llama" of llama3.1-8b.
std::string_view familyOf(std::string_view id)
{
    return id.substr(0, id.find_first_of("0123456789-."));
}

/// Another size of the same family on which the estimate is what was measured.
void fitModel(const RunCase &of, CauseList &causes)
{
    const std::string &own = of.plan().model.id;
    const double base = of.predicted.time.step.value();
    std::string nearest;
    double step = 0;
    for (const std::string &id : of.library.modelIds()) {
        if (own.empty() || id == own || familyOf(id) != familyOf(own))
            continue;
        Plan other = of.plan();
        other.model = {};
        other.model.id = id;
        const auto estimate = of.answer(other);
        const double seconds = estimate ? estimate->time.step.value() : 0;
        if (seconds > base && std::abs(seconds / of.measured - 1) <= agrees
            && (nearest.empty()
                || std::abs(seconds - of.measured) < std::abs(step - of.measured))) {
            nearest = id;
            step = seconds;
        }
    }
    if (nearest.empty())
        return;
    const double sure = of.wasRead("model") ? doubtOfRead * priorOfModel : priorOfModel;
    causes.add("other-model", sure, std::min(step - base, of.excess()),
        { "seen-other-model", { nearest, durationOf(step), own, durationOf(of.measured) } });
}

} // namespace

void addCausesByFit(const RunCase &of, CauseList &causes)
{
    if (of.isInside() || of.excess() <= 0)
        return;
    fitNetwork(of, causes);
    fitLinks(of, causes);
    fitRate(of, causes);
    fitPrecision(of, causes);
    // Memory at its prediction refutes another policy.
    const double peak = of.predicted.memory.peak.value();
    const bool isAsPlanned = of.run.peakBytes && !countsWholeDevice(of.run) && peak > 0
        && std::abs(*of.run.peakBytes / peak - 1) <= agrees;
    if (of.plan().remat.policy != fullRematId && !isAsPlanned)
        fitSetting(
            of, causes, "recomputation", "remat.policy", "seen-full-recomputation", [](Plan &plan) {
                plan.remat = { fullRematId, {} };
            });
    if (of.plan().attention != AttentionChoice::Unfused)
        fitSetting(of, causes, "attention-unfused", "attention", "seen-unfused",
            [](Plan &plan) { plan.attention = AttentionChoice::Unfused; });
    if (of.plan().options.compile && of.resolved.framework().hasOption("options.compile"))
        fitSetting(of, causes, "not-compiled", "options.compile", "seen-not-compiled",
            [](Plan &plan) { plan.options.compile = false; });
    fitChip(of, causes);
    fitModel(of, causes);
}

} // namespace headroom
