#include "model/runs/facts/join_traces.h"

#include "model/plan/framework_traits.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_map>

namespace headroom {
namespace {

constexpr double timeTolerance = 0.002, lossTolerance = 0.001;
constexpr double commonShare = 0.9;
constexpr int fewestCommon = 3;

bool isNear(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

/// Takes what the other knows and this one does not; steps stay.
void absorb(RunTrace &into, const RunTrace &other)
{
    into.config.fillFrom(other.config);
    into.facts.fillFrom(other.facts);
    into.memory.join(other.memory);
    into.early.join(other.early);
    into.signs.join(other.signs);
    into.environment.insert(other.environment.begin(), other.environment.end());
    into.flags.insert(other.flags.begin(), other.flags.end());
    into.setsCompilerFlags = into.setsCompilerFlags || other.setsCompilerFlags;
    if (into.framework.empty())
        into.framework = other.framework;
    if (into.crash && other.crash)
        into.crash->join(*other.crash);
    else if (other.crash)
        into.crash = other.crash;
    if (into.bars.empty())
        into.bars = other.bars;
    if (into.name.empty())
        into.name = other.name;
    if (into.modelFile.empty())
        into.modelFile = other.modelFile;
    if (into.modelText.empty())
        into.modelText = other.modelText;
    if (into.compiled.isEmpty())
        into.compiled = other.compiled;
    if (into.terms.empty()) {
        into.terms = other.terms;
        into.profileDevices = other.profileDevices;
    }
    into.sums.join(other.sums);
    for (const Message &note : other.notes)
        into.note(note);
    for (const RunSource &source : other.sources)
        if (std::ranges::none_of(into.sources, [&](const RunSource &own) {
                return own.digest == source.digest && own.file == source.file;
            }))
            into.sources.push_back(source);
}

bool isSameFile(const RunTrace &a, const RunTrace &b)
{
    return !a.sources.empty() && !b.sources.empty()
        && a.sources.front().file == b.sources.front().file;
}

/// How much the steps of a trace tell: numbered lines, the mean of a run, nothing.
int detail(const RunTrace &trace)
{
    return !trace.steps.empty() ? 2 : !trace.unnumbered.empty() ? 1 : 0;
}

/// Two layers of one program in one output: the one whose steps tell more stays.
bool joinLayers(RunTrace &a, RunTrace &b)
{
    const bool isOneProgram = isTorchLayer(a.framework) || isTorchLayer(b.framework);
    if (!isSameFile(a, b) || a.framework == b.framework || !isOneProgram || a.framework.empty()
        || b.framework.empty())
        return false;
    if (detail(b) > detail(a)
        || (detail(a) == detail(b) && isTorchLayer(a.framework) && !isTorchLayer(b.framework)))
        std::swap(a, b);
    absorb(a, b);
    return true;
}

/// Whether `later` is an attempt that went on from a checkpoint of `earlier`: it begins later, no
/// further than where that ended, and ends later. Another host's copy has the same ends.
bool goesOn(const StepLog &earlier, const StepLog &later)
{
    const std::vector<StepSample> before = earlier.samples(), after = later.samples();
    if (before.empty() || after.empty())
        return false;
    const auto ends = std::ranges::minmax(before, {}, &StepSample::step);
    const auto [first, last] = std::ranges::minmax(after, {}, &StepSample::step);
    return first.step > ends.min.step && last.step > ends.max.step
        && static_cast<double>(first.step - ends.max.step) <= std::max(first.covered, 1.0);
}

/// Later output of the same job: another host's copy, or another attempt.
bool joinRepeats(RunTrace &a, RunTrace &b,
    const std::function<bool(const RunTrace &, const RunTrace &)> &isSameRun)
{
    if (a.framework != b.framework || !a.isMeasured() || !b.isMeasured())
        return false;
    const bool isConfigured = !a.config.empty() && !b.config.empty();
    if (isConfigured && !isSameRun(a, b))
        return false;
    if (goesOn(b.steps, a.steps))
        std::swap(a.steps, b.steps);
    const bool isAttempt = goesOn(a.steps, b.steps), isSame = printSameSteps(a.steps, b.steps);
    if (isSame && !isAttempt) {
        if (b.steps.count() > a.steps.count())
            std::swap(a.steps, b.steps);
        absorb(a, b);
        return true;
    }
    if (!isSame && (!isConfigured || (!isSameFile(a, b) && !isAttempt)))
        return false;
    a.steps.append(b.steps);
    a.unnumbered.append(b.unnumbered);
    absorb(a, b);
    return true;
}

std::filesystem::path folderOf(const RunTrace &trace)
{
    return trace.sources.empty() ? std::filesystem::path {}
                                 : std::filesystem::path(trace.sources.front().file).parent_path();
}

/// Whether settings of `config` can be those of `run`: the same framework, or a layer below it.
bool canConfigure(const RunTrace &config, const RunTrace &run)
{
    return config.framework.empty() || run.framework.empty() || config.framework == run.framework
        || (isTorchLayer(config.framework) && isTorchLayer(run.framework));
}

/// Gives what has no steps of its own to the runs that it is about; true when it found one. A
/// profile is of one run: where several may be meant, or the run has a profile, it stays apart.
bool distribute(const RunTrace &part, std::vector<RunTrace> &measured)
{
    std::vector<RunTrace *> near, all;
    for (RunTrace &run : measured) {
        if (!canConfigure(part, run))
            continue;
        all.push_back(&run);
        if (folderOf(part) == folderOf(run))
            near.push_back(&run);
    }
    const std::vector<RunTrace *> &meant = near.empty() ? all : near;
    const bool isProfiled
        = std::ranges::any_of(meant, [](const RunTrace *run) { return !run->terms.empty(); });
    if (part.hasProfile() && (meant.size() > 1 || (!part.terms.empty() && isProfiled)))
        return false;
    for (RunTrace *run : meant)
        absorb(*run, part);
    return !all.empty();
}

/// Seconds of a step that the terms of a profile sum to.
double profiledStep(const RunTrace &profile)
{
    double sum = 0;
    for (const TermSeconds &term : profile.terms)
        sum += term.id.starts_with("hidden_") ? 0 : term.seconds;
    return sum;
}

/// Profiles of several ranks or hosts of one run, in one folder and with like steps: the mean over
/// their devices.
bool joinProfiles(RunTrace &a, RunTrace &b)
{
    constexpr double likeSteps = 0.1; // ASSUMED
    if (a.terms.empty() || b.terms.empty() || a.format != b.format || folderOf(a) != folderOf(b)
        || isSameFile(a, b) || !isNear(profiledStep(a), profiledStep(b), likeSteps))
        return false;
    const double own = std::max(a.profileDevices, 1), others = std::max(b.profileDevices, 1);
    for (const TermSeconds &term : b.terms)
        if (std::ranges::find(a.terms, term.id, &TermSeconds::id) == a.terms.end())
            a.terms.push_back({ term.id, 0 });
    for (TermSeconds &term : a.terms) {
        const auto other = std::ranges::find(b.terms, term.id, &TermSeconds::id);
        const double seconds = other == b.terms.end() ? 0 : other->seconds;
        term.seconds = (term.seconds * own + seconds * others) / (own + others);
    }
    a.profileDevices += b.profileDevices;
    absorb(a, b);
    return true;
}

template <class Join> void joinPairs(std::vector<RunTrace> &runs, Join join)
{
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (std::size_t k = i + 1; k < runs.size();)
            if (join(runs[i], runs[k]))
                runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(k));
            else
                ++k;
}

} // namespace

bool isTorchLayer(const std::string &name)
{
    const FrameworkTraits *const framework = findFramework(name);
    return framework
        && (framework->id == Framework::DeepSpeed || framework->id == Framework::HuggingFace);
}

bool printSameSteps(const StepLog &a, const StepLog &b)
{
    std::unordered_map<std::int64_t, StepSample> steps;
    for (const StepSample &sample : a.samples())
        steps.insert_or_assign(sample.step, sample);
    int common = 0, equal = 0;
    for (const StepSample &sample : b.samples()) {
        const auto found = steps.find(sample.step);
        if (found == steps.end())
            continue;
        ++common;
        const StepSample &other = found->second;
        const bool hasLosses = sample.hasLoss && other.hasLoss;
        equal += isNear(sample.value, other.value, timeTolerance)
                && (!hasLosses || isNear(sample.loss, other.loss, lossTolerance))
            ? 1
            : 0;
    }
    return common >= fewestCommon && equal >= commonShare * common;
}

void joinTraces(std::vector<RunTrace> &runs,
    const std::function<bool(const RunTrace &, const RunTrace &)> &isSameRun)
{
    joinPairs(runs, joinLayers);
    joinPairs(runs, joinProfiles);
    joinPairs(runs, [&](RunTrace &a, RunTrace &b) { return joinRepeats(a, b, isSameRun); });
    // What brings its own plan stands alone.
    std::vector<RunTrace> measured, parts, whole;
    for (RunTrace &run : runs)
        (!run.planText.empty()                          ? whole
                : run.isMeasured() && run.terms.empty() ? measured
                                                        : parts)
            .push_back(std::move(run));
    std::vector<RunTrace> alone;
    for (RunTrace &part : parts)
        if (!distribute(part, measured))
            alone.push_back(std::move(part));
    // Parts of a run that nothing was measured of: its script and its configuration.
    std::vector<RunTrace> planned;
    for (RunTrace &part : alone)
        if (!part.framework.empty() && !distribute(part, planned))
            planned.push_back(std::move(part));
    // A profile is a run of its own where no log of it is here; scripts and plans describe it.
    std::vector<RunTrace> profiles;
    for (RunTrace &part : alone)
        if (part.framework.empty() && part.hasProfile()
            && (!part.terms.empty() || !distribute(part, profiles)))
            profiles.push_back(std::move(part));
    if (profiles.size() == 1 && planned.size() == 1) {
        absorb(profiles.front(), planned.front());
        profiles.front().framework = planned.front().framework;
        planned.clear();
    }
    measured.insert(measured.end(), std::make_move_iterator(profiles.begin()),
        std::make_move_iterator(profiles.end()));
    // Memory of a run that is not here is that of the plan which is named for it; the configuration
    // of a model is a run to be.
    for (RunTrace &part : alone)
        if (part.framework.empty() && !part.hasProfile() && !distribute(part, planned)
            && (part.memory.compiled > 0 || !part.modelFile.empty() || !part.modelText.empty()
                || part.crash || part.format == "text-log"))
            planned.push_back(std::move(part));
    runs = std::move(measured);
    for (std::vector<RunTrace> *more : { &planned, &whole })
        runs.insert(runs.end(), std::make_move_iterator(more->begin()),
            std::make_move_iterator(more->end()));
}

} // namespace headroom
