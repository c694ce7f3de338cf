#include "model/tune/tune_steps.h"

#include "model/estimate/plain_figures.h"
#include "model/physics/trace/terms.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/broken_rules.h"

#include <algorithm>
#include <set>

namespace headroom {
namespace {

/// Degrees that share the devices, and what hangs on them: one of them alone breaks the product.
bool isDegree(std::string_view path)
{
    for (const char *degree :
        { "hardware.nodes", "hardware.devices_per_node", "parallelism.data", "parallelism.fsdp",
            "parallelism.tensor", "parallelism.sequence_parallel", "parallelism.context",
            "parallelism.pipeline", "parallelism.pipeline_chunks", "parallelism.stage_layers",
            "parallelism.expert", "parallelism.expert_tensor", "parallelism.zero_stage" })
        if (path == degree)
            return true;
    return path.starts_with("parallelism.mesh");
}

/// Whether checkpoints of the framework lie in other pieces after a change of the field.
bool reshards(std::string_view path)
{
    return isDegree(path) && path.starts_with("parallelism.")
        && path != "parallelism.sequence_parallel" && path != "parallelism.data"
        && path != "parallelism.context";
}

std::optional<ResolvedPlan> valid(
    const Plan &start, const PlanMove &move, const Estimator &estimator)
{
    Plan plan = start;
    if (!changePlan(plan, move).problems.empty())
        return std::nullopt;
    Result<ResolvedPlan> resolved = resolvePlan(plan, estimator.library());
    if (!resolved || !brokenRules(*resolved).empty())
        return std::nullopt;
    return *std::move(resolved);
}

/// What of a change matters most, in one sentence.
Message reasonOf(const Estimate &before, const Estimate &after)
{
    if (!before.memory.fits && after.memory.fits)
        return { "tune-fits",
            { Amount(before.memory.peak), Amount(after.memory.peak),
                Amount(after.memory.budget) } };
    std::size_t most = 0;
    double saved = 0;
    for (std::size_t i = 0; i < timeTermCount; ++i) {
        const double less
            = before.time.terms.values[i].value() - after.time.terms.values[i].value();
        if (less > saved) {
            saved = less;
            most = i;
        }
    }
    if (saved <= 0)
        return { "tune-saves-memory", { Amount(before.memory.peak), Amount(after.memory.peak) } };
    return { "tune-saves-time",
        { std::string(termId(static_cast<TimeTerm>(most))), Amount(before.time.terms.values[most]),
            Amount(after.time.terms.values[most]) } };
}

std::vector<std::string> programsOf(const std::vector<PlacedFile> &files)
{
    std::set<std::string> programs;
    for (const PlacedFile &file : files)
        if (!file.program.empty())
            programs.insert(file.program);
    return { programs.begin(), programs.end() };
}

std::vector<PlacedFile> placed(const std::vector<NamedText> &files)
{
    std::vector<PlacedFile> all;
    for (const NamedText &file : files)
        all.push_back(placeSettings(file.name, file.text));
    return all;
}

/// The files in which a change is made: those that name the key; else the first that has a place.
std::vector<std::size_t> filesFor(const std::vector<PlacedFile> &files, const KeyChange &change)
{
    std::vector<std::size_t> those;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (files[i].program == change.program && settingFor(files[i], change))
            those.push_back(i);
    for (std::size_t i = 0; i < files.size() && those.empty(); ++i)
        if (!editFor(files[i], change).edits.empty())
            those.push_back(i);
    return those;
}

/// Where the user's files first say what differs between two plans.
struct FirstLine
{
    std::string file; ///< empty: nowhere
    std::size_t line = 0;
};

FirstLine firstLine(const std::vector<PlacedFile> &own, const ResolvedPlan &before,
    const ResolvedPlan &after, const std::vector<std::string> &programs)
{
    FirstLine first;
    for (const KeyChange &change : keyChanges({ before, after, programs }))
        for (const std::size_t i : filesFor(own, change)) {
            const FileEdit edit = editFor(own[i], change);
            const bool isFirst = !edit.edits.empty()
                && (first.file.empty() || (first.file == own[i].name && edit.line < first.line));
            if (isFirst)
                first = { own[i].name, edit.line };
        }
    return first;
}

} // namespace

std::vector<PlanMove> tuneSteps(const PlanMove &all)
{
    PlanMove degrees;
    std::vector<PlanMove> steps;
    for (const FieldChange &change : all)
        if (isDegree(change.path))
            degrees.push_back(change);
        else
            steps.push_back({ change });
    if (!degrees.empty())
        steps.insert(steps.begin(), degrees);
    return steps;
}

TuneHunk hunkBetween(const std::vector<NamedText> &files, const PlanMove &move,
    const TunePoint &before, const TunePoint &after)
{
    const std::vector<PlacedFile> own = placed(files);
    const FirstLine first = firstLine(own, before.plan, after.plan, programsOf(own));
    return { first.file, first.line, move, planChange(before.figures, after.figures),
        after.figures.memory.fitProbability, reasonOf(before.figures, after.figures),
        std::ranges::any_of(
            move, [](const FieldChange &change) { return reshards(change.path); }) };
}

PlanMove tunedFields(const Plan &before, const Plan &after)
{
    PlanMove move;
    for (const PlanField &field : planFields())
        if (field.path != "name" && field.get(before) != field.get(after))
            move.push_back({ field.path, field.get(after) });
    return move;
}

EditedFiles editedFor(
    const std::vector<NamedText> &files, const ResolvedPlan &before, const ResolvedPlan &after)
{
    EditedFiles edited { files, false };
    const std::vector<KeyChange> changes = keyChanges({ before, after, programsOf(placed(files)) });
    // One after the other: a key may go where another came.
    for (const KeyChange &change : changes) {
        const std::vector<PlacedFile> now = placed(edited.files);
        for (const std::size_t i : filesFor(now, change)) {
            const FileEdit edit = editFor(now[i], change);
            if (edit.edits.empty())
                continue;
            edited.files[i].text = applyEdits(edited.files[i].text, edit.edits);
            edited.isChanged = true;
        }
    }
    return edited;
}

std::vector<TuneHunk> tuneHunks(const std::vector<NamedText> &files, const ResolvedPlan &before,
    const ResolvedPlan &after, const Estimator &estimator)
{
    std::vector<TuneHunk> hunks;
    TunePoint shown { before, estimator.estimate(before) }; // before the next hunk
    ResolvedPlan current = before;
    PlanMove unplaced; // steps that follow from others, and have no line
    std::vector<PlanMove> open = tuneSteps(tunedFields(before.plan, after.plan));
    while (!open.empty()) {
        std::optional<ResolvedPlan> next;
        PlanMove move = unplaced;
        for (std::size_t i = 0; i < open.size() && !next; ++i) {
            next = valid(current.plan, open[i], estimator);
            if (next) {
                move.insert(move.end(), open[i].begin(), open[i].end());
                open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
        if (!next) { // only together
            for (const PlanMove &step : open)
                move.insert(move.end(), step.begin(), step.end());
            open.clear();
            next = after;
        }
        current = *std::move(next);
        TunePoint then { current, estimator.estimate(current) };
        TuneHunk hunk = hunkBetween(files, move, shown, then);
        if (hunk.file.empty() && open.empty() && hunks.empty() && !files.empty()) {
            hunk.file = files.front().name; // devices that the user starts it on
            hunk.line = 1;
        }
        if (hunk.file.empty()) {
            unplaced = std::move(move);
            continue;
        }
        hunks.push_back(std::move(hunk));
        unplaced.clear();
        shown = std::move(then);
    }
    return hunks;
}

} // namespace headroom
