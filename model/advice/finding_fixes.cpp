#include "model/advice/finding_fixes.h"

#include "model/plan/fields/framework_options.h"
#include "model/rules/broken_rules.h"

#include <algorithm>
#include <array>
#include <set>

namespace headroom {
namespace {

/// Findings about the memory of a device.
constexpr std::array<std::string_view, 3> fitFindings { "does-not-fit", "may-not-fit",
    "memory-nearly-full" };
/// Layouts that get a full estimate in search of a cure, the fastest first. ASSUMED: each takes
/// about a millisecond.
constexpr std::size_t maxLooks = 48;

bool isAmong(const std::vector<Finding> &findings, const std::string &id)
{
    return std::ranges::find(findings, id, &Finding::id) != findings.end();
}

bool bringsError(const RemedyQuestion &question, const Estimate &then)
{
    return std::ranges::any_of(then.findings, [&question](const Finding &one) {
        return one.severity == Severity::Error && !isAmong(question.now.findings, one.id);
    });
}

/// What all findings of an id propose together: of several variables that have no effect each.
PlanMove fixOfAll(const std::vector<Finding> &findings, const std::string &id)
{
    PlanMove fix;
    for (const Finding &finding : findings)
        for (const FieldChange &change : finding.fix)
            if (finding.id == id
                && std::ranges::find(fix, change.path, &FieldChange::path) == fix.end())
                fix.push_back(change);
    return fix;
}

/// Warnings and errors that nothing cures yet.
std::set<std::string> uncured(const RemedyQuestion &question, const Remedies &found)
{
    std::set<std::string> ids;
    for (const Finding &finding : question.now.findings)
        if (finding.severity != Severity::Hint && found.of(finding.id).empty()
            && std::ranges::find(fitFindings, finding.id) == fitFindings.end())
            ids.insert(finding.id);
    return ids;
}

/// A layout that keeps the rules and fits, by its plain figures.
struct LayoutChange
{
    PlanMove changes;
    ResolvedPlan plan;
    double deviceSeconds = 0;
};

/// `base` with one more change of layout, as changes of the question's plan.
std::optional<LayoutChange> changedLayout(
    const RemedyQuestion &question, const PlanMove &base, const PlanMove &move)
{
    PlanMove changes = base;
    for (const FieldChange &change : move) {
        std::erase_if(
            changes, [&change](const FieldChange &old) { return old.path == change.path; });
        changes.push_back(change);
    }
    Plan changed = question.plan.plan;
    if (!changePlan(changed, changes).problems.empty())
        return std::nullopt;
    Result<ResolvedPlan> plan = resolvePlan(changed, question.library, question.folder);
    if (!plan || !brokenRules(*plan).empty()
        || missingBlocks(*plan).size() > missingBlocks(question.plan).size())
        return std::nullopt;
    const Estimate figures = question.figures(*plan);
    if (!figures.memory.fits)
        return std::nullopt;
    const double spent = figures.time.step.value() * static_cast<double>(plan->deviceCount());
    return LayoutChange { std::move(changes), *std::move(plan), spent };
}

/// What makes the plan fit; nothing to change where it does; no value where nothing does.
std::optional<PlanMove> fittingChanges(const RemedyQuestion &question, const Remedies &found)
{
    if (!lacksRoom(question.now))
        return PlanMove {};
    for (const Remedy &remedy : found.all)
        if (!lacksRoom(remedy.estimate))
            return remedy.changes;
    return std::nullopt;
}

std::vector<LayoutChange> layoutsFrom(const RemedyQuestion &question, const PlanMove &base)
{
    Plan changed = question.plan.plan;
    changePlan(changed, base);
    const Result<ResolvedPlan> start = resolvePlan(changed, question.library, question.folder);
    std::vector<LayoutChange> layouts;
    if (!start)
        return layouts;
    const MoveSources sources { question.library, question.now.memory.outsidePool, question.tune };
    for (const PlanMove &move : planMoves(*start, Reach::Layout, sources)) {
        if (question.stop.stop_requested())
            break;
        if (std::optional<LayoutChange> layout = changedLayout(question, base, move))
            layouts.push_back(*std::move(layout));
    }
    std::ranges::stable_sort(layouts, {}, &LayoutChange::deviceSeconds);
    return layouts;
}

} // namespace

bool lacksRoom(const Estimate &estimate)
{
    return std::ranges::any_of(fitFindings,
        [&](std::string_view id) { return isAmong(estimate.findings, std::string(id)); });
}

Remedy remedyOf(const RemedyQuestion &question, const PlanMove &changes, const ResolvedPlan &plan)
{
    Estimate estimate = question.estimate(plan);
    Remedy remedy { changes, reachOf(changes), {}, {}, {}, {} };
    for (const Finding &finding : question.now.findings)
        if (!isAmong(estimate.findings, finding.id))
            remedy.cures.push_back(finding.id);
    remedy.change = planChange(question.now, estimate);
    remedy.estimate = std::move(estimate);
    if (question.targets)
        remedy.targets = question.targets(plan);
    return remedy;
}

void addFixes(const RemedyQuestion &question, Remedies &found)
{
    for (const Finding &finding : question.now.findings) {
        if (question.stop.stop_requested())
            return;
        if (finding.fix.empty() || !found.of(finding.id).empty())
            continue;
        Plan changed = question.plan.plan;
        const PlanMove fix = fixOfAll(question.now.findings, finding.id);
        if (!changePlan(changed, fix).problems.empty())
            continue;
        const Result<ResolvedPlan> plan = resolvePlan(changed, question.library, question.folder);
        if (!plan || !brokenRules(*plan).empty())
            continue;
        Remedy remedy = remedyOf(question, fix, *plan);
        if (!bringsError(question, remedy.estimate) && remedy.doesCure(finding.id))
            found.all.push_back(std::move(remedy));
    }
}

void addLayoutCures(const RemedyQuestion &question, Remedies &found)
{
    std::set<std::string> left = uncured(question, found);
    const std::optional<PlanMove> base = fittingChanges(question, found);
    if (left.empty() || !base)
        return;
    std::size_t looks = 0;
    for (const LayoutChange &layout : layoutsFrom(question, *base)) {
        if (left.empty() || looks++ == maxLooks || question.stop.stop_requested())
            return;
        Remedy remedy = remedyOf(question, layout.changes, layout.plan);
        if (bringsError(question, remedy.estimate) || lacksRoom(remedy.estimate))
            continue;
        if (std::erase_if(left, [&](const std::string &id) { return remedy.doesCure(id); }) > 0)
            found.all.push_back(std::move(remedy));
    }
}

} // namespace headroom
