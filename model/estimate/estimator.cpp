#include "model/estimate/estimator.h"

#include "model/base/units/calendar.h"
#include "model/base/units/format_quantity.h"
#include "model/estimate/dimension_fit.h"
#include "model/estimate/extrapolation.h"
#include "model/estimate/interruptions.h"
#include "model/estimate/memory_figures.h"
#include "model/estimate/plain_figures.h"
#include "model/estimate/roofline.h"
#include "model/estimate/run_cost.h"
#include "model/estimate/switch_findings.h"
#include "model/physics/compute/step_flop.h"
#include "model/plan/attention_kernels.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

AttentionKernel kernelOf(const Plan &plan)
{
    return attentionKernel(plan.attention, AttentionKernel::Flash2);
}

FlagEffects plainFlags(const StackProfile &stack)
{
    FlagEffects effects;
    effects.memoryFraction = stack.memoryFraction;
    return effects;
}

/// Smallest tokens per device whose traffic hides behind C·e. @source FORMULAS §7
template <class Trace> double criticalTokens(const Prepared &p, Trace &trace)
{
    constexpr auto label = "Critical tokens per device";
    const auto peak = trace.input("peak16", "Peak rate in 16 bits", p.peak16, Origin::Hardware);
    const auto leave = [&](const char *formula, const NumberOf<Trace> &value) {
        const auto tokens = trace.number(
            "critical_tokens_per_device", label, formula, "FORMULAS §7", "tokens", value);
        trace.keep(tokens);
        return valueOf(tokens);
    };
    if (p.isTpu) {
        const BytesPerSecond axis = 2 * p.linkPeak / (2 * std::max(1.0, p.torusDimensions));
        return leave("peak rate / rate of one torus axis, both ways",
            peak
                / trace.input(
                    "axis_peak", "Rate of one torus axis, both ways", axis, Origin::Hardware));
    }
    if (p.nodes <= 1 && p.networkPeak <= BytesPerSecond {})
        return 0;
    return leave("peak rate / (devices of a node · network rate of a device)",
        peak
            / (trace.input("domain", "Devices of a node", p.domain, "1", Origin::Plan)
                * trace.input(
                    "network_peak", "Network rate of a device", p.networkPeak, Origin::Hardware)));
}

/// Numbers beside the terms that explain() leaves a tree of.
bool isFigure(std::string_view id)
{
    static constexpr std::array<std::string_view, 4> figures { "outside_pool_bytes", "host_bytes",
        "budget_bytes", "critical_tokens_per_device" };
    return std::ranges::find(figures, id) != figures.end();
}

const char *axisOperation(Axis axis)
{
    static constexpr std::array<const char *, axisCount> names { "all-gather and reduce-scatter",
        "all-reduce", "all-gather and reduce-scatter", "key-value communication", "all-to-all",
        "send and receive" };
    return names[static_cast<std::size_t>(axis)];
}

std::vector<CollectiveLoad> collectives(const Prepared &p, const Evaluation &evaluation)
{
    std::vector<CollectiveLoad> loads;
    for (std::size_t i = 0; i < axisCount; ++i) {
        const AxisLoad &axis = evaluation.axes[i];
        if (axis.seconds <= Seconds {})
            continue;
        CollectiveLoad load;
        load.axis = axisId(static_cast<Axis>(i));
        load.operation = axisOperation(static_cast<Axis>(i));
        load.bytes = axis.bytes;
        load.duration = axis.seconds;
        load.window = axis.window;
        load.exposed = axis.exposed;
        const BytesPerSecond rate = axis.crossesNodes ? p.networkPeak
            : p.isTpu                                 ? p.axisPeak
                                                      : p.linkPeak;
        if (axis.window > Seconds {})
            load.minBandwidth = rate * axis.seconds.value() / axis.window.value();
        load.crossesNodes = axis.crossesNodes;
        loads.push_back(std::move(load));
    }
    return loads;
}

RunEstimate runEstimate(const ResolvedPlan &resolved, const ThroughputEstimate &throughput)
{
    RunEstimate run;
    const auto devices = static_cast<double>(resolved.deviceCount());
    const double seconds
        = *resolved.plan.workload.trainingTokens / (throughput.tokensPerSecondPerDevice * devices);
    run.days = seconds / secondsPerDay;
    run.deviceHours
        = deviceHours(*resolved.plan.workload.trainingTokens, throughput.tokensPerSecondPerDevice);
    run.cost = run.deviceHours * resolved.accelerator.pricePerDeviceHour;
    const double tdp = resolved.plan.hardware.powerCapW.value_or(resolved.accelerator.tdpW);
    run.energyKwh
        = energyKwh(run.deviceHours, averagePower(resolved.accelerator.idleW, tdp, throughput.hfu));
    return run;
}

std::string bottleneck(const TimeTerms &terms)
{
    std::size_t largest = 0;
    for (std::size_t i = 1; i < timeTermCount; ++i)
        if (terms.values[i] > terms.values[largest])
            largest = i;
    return termId(static_cast<TimeTerm>(largest));
}

/// A factor on whole terms that is known outside their formulas.
struct TermFactor
{
    const char *id, *label, *formula, *source;
    double value;
    Evidence evidence;
};

/// The term as a factor moves it; the term itself becomes an operand.
Derivation scaled(Derivation term, const TermFactor &factor)
{
    if (factor.value == 1)
        return term;
    Derivation moved = term;
    moved.value = term.value * factor.value;
    moved.formula = "term · factor";
    moved.source = factor.source;
    term.id += "_before";
    moved.expression = term.id + " * " + factor.id;
    moved.evidence = weaker(term.evidence, factor.evidence);
    Derivation own { factor.id, factor.label, factor.formula, factor.value, "1", factor.source, {},
        {} };
    own.evidence = factor.evidence;
    moved.operands = { std::move(term), std::move(own) };
    return moved;
}

/// The term as what a compiler planned moves it.
Derivation corrected(
    Derivation term, MemoryTerm id, const std::optional<MemoryCorrection> &compiled)
{
    if (!compiled || compiled->sideOf(id).estimated <= Bytes {})
        return term;
    constexpr auto source = "memory_analysis() of the compiled step";
    const MemoryCorrection::Side &side = compiled->sideOf(id);
    Derivation planned { "compiled_bytes",
        isStateTerm(id) ? "Arguments of the compiled step" : "What else the compiler plans", "",
        side.planned.value(), "bytes", source, {}, {} };
    planned.evidence = Evidence::Compiled;
    Derivation all { "estimated_bytes",
        "The same terms of the compiled plan as estimated, together", "", side.estimated.value(),
        "bytes", "the estimate", {}, {} };
    all.evidence = term.evidence;
    Derivation moved = term;
    moved.value = term.value * side.factor();
    moved.formula = "compiled bytes · share of the estimate";
    moved.expression = "compiled_bytes * estimated / estimated_bytes";
    moved.source = source;
    moved.evidence = weaker(Evidence::Compiled, term.evidence);
    term.id = "estimated";
    moved.operands = { std::move(planned), std::move(term), std::move(all) };
    return moved;
}

/// A term that the plan has nothing of.
Derivation emptyTerm(TimeTerm term)
{
    Derivation empty;
    empty.id = termId(term);
    empty.label = termLabel(term);
    empty.formula = "nothing of this kind in the plan";
    empty.unit = "seconds";
    empty.source = "plan";
    empty.isOwn = true;
    return empty;
}

/// What own runs show of all terms alike.
TermFactor ownFactor(const char *id, double value)
{
    return { id, "What own runs show of all terms alike", "", "FORMULAS §10", value,
        Evidence::Measured };
}

} // namespace

Result<Estimator> Estimator::make(const ProfileLibrary &library)
{
    Result<StackLibrary> stacks = StackLibrary::load(library.directories());
    Result<CollectiveTable> collectives = CollectiveTable::load(library.directories());
    if (!stacks || !collectives) {
        Errors problems = stacks ? Errors {} : stacks.errors();
        if (!collectives)
            problems.insert(
                problems.end(), collectives.errors().begin(), collectives.errors().end());
        return problems;
    }
    return Estimator(library, *std::move(stacks), *std::move(collectives));
}

Estimator::Estimator(
    const ProfileLibrary &library, StackLibrary stacks, CollectiveTable collectives)
    : m_library(&library)
    , m_stacks(std::move(stacks))
    , m_collectives(std::make_shared<const CollectiveTable>(std::move(collectives)))
{
    for (const std::string &id : library.rematPolicyIds())
        if (const Result<RematPolicy> policy = library.rematPolicy(id);
            policy && !policy->perTensorKeys && policy->behavesAs.empty())
            for (const std::string &framework : policy->frameworks)
                m_offers[framework].policies.push_back(*policy);
    for (const std::string &id : library.recipeIds())
        if (const Result<PrecisionRecipe> recipe = library.recipe(id))
            for (const std::string &framework : recipe->frameworks)
                m_offers[framework].recipes.push_back(*recipe);
}

void Estimator::setCalibration(Calibration calibration)
{
    for (const CalibratedConstant &moved : calibration.constants)
        setConstant(m_stacks, moved.constant, moved.posterior);
    m_doubt = std::make_shared<const ConstantDoubt>(calibration.doubt);
    m_calibration = std::move(calibration);
}

const StackProfile &Estimator::stackOf(const ResolvedPlan &resolved) const
{
    StackQuery query;
    query.framework = resolved.plan.framework;
    query.chosen = resolved.plan.software.stack;
    query.accelerator = resolved.accelerator.id;
    query.version = resolved.frameworkRelease();
    query.isTpu = resolved.accelerator.kind == AcceleratorKind::Tpu;
    query.isUnfused = kernelOf(resolved.plan) == AttentionKernel::Unfused;
    return m_stacks.stack(query);
}

FlagEffects Estimator::flagsOf(const ResolvedPlan &resolved) const
{
    return m_flagEffects ? m_flagEffects(resolved) : plainFlags(stackOf(resolved));
}

Prepared Estimator::prepare(const ResolvedPlan &resolved) const
{
    return prepare(resolved, stackOf(resolved), flagsOf(resolved));
}

Prepared Estimator::prepare(
    const ResolvedPlan &resolved, const StackProfile &stack, const FlagEffects &flags) const
{
    return prepare(resolved, stack, flags, compiledOf(resolved));
}

CompiledAnswer Estimator::compiledOf(const ResolvedPlan &resolved) const
{
    return m_compiled && !resolved.compiledFile.empty() ? m_compiled(resolved, *this)
                                                        : CompiledAnswer {};
}

Prepared Estimator::prepare(const ResolvedPlan &resolved, const StackProfile &stack,
    const FlagEffects &flags, const CompiledAnswer &compiled) const
{
    static const Offer nothing;
    const auto found = m_offers.find(resolved.plan.framework);
    const Offer &offer = found == m_offers.end() ? nothing : found->second;
    Prepared prepared = headroom::prepare({ resolved, m_stacks.chip(resolved.accelerator), stack,
        flags, *m_collectives, offer.policies, offer.recipes });
    prepared.doubt = m_doubt;
    prepared.compiled = compiled.correction;
    return prepared;
}

std::vector<Derivation> Estimator::explain(const ResolvedPlan &resolved) const
{
    const Prepared prepared = prepare(resolved);
    // A profile that no run informs takes the constants of its kin.
    const auto known
        = [](double sources) { return sources > 0 ? Evidence::Fitted : Evidence::Assumed; };
    const ChipProfile &chip = prepared.chip;
    const StackProfile &stack = prepared.stack;
    DerivationTrace trace({ "profiles/models/" + resolved.model->id + ".yaml",
        "profiles/hardware/" + resolved.accelerator.id + ".yaml",
        "profiles/stacks/chips.yaml: " + chip.id + " (" + chip.source + ")",
        "profiles/stacks/" + stack.id + ".yaml (" + stack.source + ")",
        known(chip.denseSources + chip.expertSources),
        known(stack.denseSources + stack.expertSources) });
    evaluate(prepared, planCandidate(resolved.plan), trace);
    criticalTokens(prepared, trace);
    const TermFactor checkers { "step_time_factor", "Checkers that slow the whole step down", "",
        "effective flags", prepared.flags.stepTimeFactor, Evidence::Assumed };
    std::vector<Derivation> terms;
    for (Derivation &root : trace.take()) {
        if (const auto memory = memoryTermById(root.id))
            terms.push_back(
                corrected(scaled(std::move(root), ownFactor("memory_factor", stack.memoryFactor)),
                    *memory, prepared.compiled));
        else if (timeTermById(root.id))
            terms.push_back(scaled(
                scaled(std::move(root), checkers), ownFactor("step_factor", stack.stepFactor)));
        else if (isFigure(root.id))
            terms.push_back(std::move(root));
    }
    for (std::size_t i = 0; i < timeTermCount; ++i)
        if (const auto term = static_cast<TimeTerm>(i);
            std::ranges::find(terms, termId(term), &Derivation::id) == terms.end())
            terms.push_back(emptyTerm(term));
    return terms;
}

Estimate Estimator::estimate(const ResolvedPlan &resolved) const
{
    const CompiledAnswer compiled = compiledOf(resolved);
    const Prepared p = prepare(resolved, stackOf(resolved), flagsOf(resolved), compiled);
    const Candidate c = planCandidate(resolved.plan);
    const Evaluation evaluation = evaluate(p, c);
    Estimate result = plainFigures(resolved, p, evaluation);
    NoTrace none;
    result.derived.criticalTokensPerDevice = criticalTokens(p, none);
    MemoryEstimate &memory = result.memory;
    setMemoryFigures(memory, memoryWidths(p, c, compiled.isOfThisPlan),
        !p.isCompiled && !p.isTpu && !resolved.framework().runsXla);

    TimeEstimate &time = result.time;
    const IntervalWidths timeWidth = timeInterval(p, c, {}, evaluation);
    time.p10 = time.step * timeWidth.low;
    time.p90 = time.step * timeWidth.high;
    result.assumed = assumedShifts(p, c);
    const std::vector<Message> unmeasured
        = extrapolations(p, c, static_cast<double>(resolved.deviceCount()));
    result.isExtrapolated = !unmeasured.empty();

    result.collectives = collectives(p, evaluation);
    result.roofline = rooflinePoints(p, c, evaluation);
    result.bottleneck = bottleneck(time.terms);
    if (resolved.plan.workload.trainingTokens) {
        result.run = runEstimate(resolved, result.throughput);
        if (!p.isInference)
            result.run->withFailures = runInterruptions(resolved, p, *result.run, time.step);
    }
    result.findings = memoryFindings(memory);
    for (Finding &finding : softFindings(resolved, p, c, evaluation))
        result.findings.push_back(std::move(finding));
    for (Finding &finding : switchFindings(*this, resolved, p, c, evaluation))
        result.findings.push_back(std::move(finding));
    for (Finding &finding : dimensionFindings(dimensionFits(*this, resolved, p)))
        result.findings.push_back(std::move(finding));
    result.findings.insert(
        result.findings.end(), compiled.findings.begin(), compiled.findings.end());
    if (!unmeasured.empty())
        result.findings.push_back(extrapolatedFinding(unmeasured));
    if (m_flagFindings)
        for (Finding &finding : m_flagFindings(resolved))
            result.findings.push_back(std::move(finding));
    return result;
}

} // namespace headroom
