#include "model/intake/plan_intake.h"

#include "model/intake/missing_fields.h"
#include "model/intake/told_fields.h"
#include "model/intake/tool_keys.h"
#include "model/intake/words/told_words.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/framework_traits.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace headroom {
namespace {

/// Which of two texts is believed where they differ: smaller first.
int rankOf(const RunTrace &trace)
{
    return trace.format == statedFormat   ? -1
        : trace.isMeasured()              ? 0
        : trace.format == "kubernetes"    ? 1
        : trace.format.ends_with("-log")  ? 1
        : trace.format == "launch-script" ? 2
        : trace.format == wordsFormat     ? 4
                                          : 3;
}

/// Of frameworks that texts name the one that runs the program: DeepSpeed and the Trainer serve the
/// others, and the Trainer calls DeepSpeed.
std::string frameworkOf(const std::vector<RunTrace> &traces)
{
    for (const Framework wanted : { Framework::MaxText, Framework::Megatron, Framework::Torchtitan,
             Framework::HuggingFace, Framework::DeepSpeed, Framework::Jax })
        for (const RunTrace &trace : traces)
            if (const FrameworkTraits *own = findFramework(trace.framework);
                own && own->id == wanted)
                return std::string(own->name);
    return {};
}

/// Takes over what is not known, or only left to another text ("auto"); a second value is noted.
void fill(ConfigFacts &into, const ConfigFacts &from, bool isOverride, RunTrace &all)
{
    for (const auto &[key, fact] : from.all()) {
        const ConfigFact *own = into.find(key);
        if (!own || own->value == "auto") {
            into.set(key, fact.value, fact.file, fact.line);
            continue;
        }
        const auto a = into.number(key), b = from.number(key);
        if (!isOverride && a && b && *a != *b)
            all.note({ "intake-conflict",
                { key, own->value, fmt::format("{}:{}", own->file, own->line), fact.value,
                    fmt::format("{}:{}", fact.file, fact.line) } });
    }
}

/// Everything that the texts say, as one run.
RunTrace merged(std::vector<RunTrace> traces)
{
    std::ranges::stable_sort(traces, {}, rankOf);
    RunTrace all;
    all.framework = frameworkOf(traces);
    int rank = -1;
    std::vector<RunSource> stated; // behind the texts, the first of which names the plan
    for (RunTrace &trace : traces) {
        const bool isOverride = rankOf(trace) > rank;
        rank = rankOf(trace);
        fill(all.config, trace.config, isOverride, all);
        fill(all.facts, trace.facts, isOverride, all);
        if (all.format.empty() && trace.format != statedFormat)
            all.format = trace.format;
        if (all.name.empty())
            all.name = trace.name;
        if (all.modelFile.empty())
            all.modelFile = trace.modelFile;
        if (all.modelText.empty())
            all.modelText = trace.modelText;
        if (all.planText.empty())
            all.planText = trace.planText;
        if (all.steps.empty() && !trace.steps.empty())
            all.steps = std::move(trace.steps);
        all.memory.join(trace.memory);
        all.signs.join(trace.signs);
        all.flags.insert(trace.flags.begin(), trace.flags.end());
        all.setsCompilerFlags = all.setsCompilerFlags || trace.setsCompilerFlags;
        for (const Message &note : trace.notes)
            all.note(note);
        std::vector<RunSource> &sources = trace.format == statedFormat ? stated : all.sources;
        sources.insert(sources.end(), trace.sources.begin(), trace.sources.end());
    }
    all.sources.insert(all.sources.end(), stated.begin(), stated.end());
    return all;
}

/// What one rebuilding needs beside the trace.
struct IntakeCase
{
    const ProfileLibrary &library;
    const Plan *base;
    std::vector<const Tool *> tools;
};

PlanDraft rebuilt(const RunTrace &trace, const IntakeCase &of)
{
    PlanDraft draft = rebuildPlan(trace, of.library, of.base);
    settleToldFields(draft, trace, of.library, of.base != nullptr);
    return draft;
}

/// With what the tools do where their files say nothing: inferred, never read.
PlanDraft rebuiltWithDefaults(RunTrace &trace, const IntakeCase &of)
{
    PlanDraft draft = rebuilt(trace, of);
    std::vector<std::string_view> defaulted;
    for (const Tool *tool : of.tools)
        for (const ToolDefault &row : tool->defaults)
            if (draft.origin(row.path) == FieldOrigin::Assumed && !trace.config.has(row.key)
                && !of.base) {
                trace.config.set(row.key, row.value, {}, 0);
                defaulted.push_back(row.path);
            }
    if (defaulted.empty())
        return draft;
    draft = rebuilt(trace, of);
    for (const std::string_view path : defaulted)
        if (draft.origin(path) == FieldOrigin::Read)
            draft.mark(path, FieldOrigin::Inferred);
    return draft;
}

/// Which setting each field follows from, found by leaving the setting out: of several the first.
std::map<std::string, std::string> evidenceOf(
    const RunTrace &trace, const PlanDraft &draft, const IntakeCase &of)
{
    constexpr std::size_t maxSettings = 200;
    std::map<std::string, std::string> evidence;
    if (trace.config.size() + trace.facts.size() > maxSettings || !trace.planText.empty())
        return evidence;
    const auto origins = draft.origins();
    const auto look = [&](const ConfigFacts &facts, ConfigFacts RunTrace::*member) {
        for (const auto &[key, fact] : facts.all()) {
            if (fact.file.empty())
                continue;
            RunTrace without = trace;
            (without.*member).set(key, {}, {}, 0);
            const PlanDraft other = rebuilt(without, of);
            for (const auto &[path, origin] : origins)
                if (origin != FieldOrigin::Assumed
                    && (other.origin(path) < origin
                        || planFieldText(other.plan, path) != planFieldText(draft.plan, path)
                        || (path == "model" && other.plan.model != draft.plan.model)))
                    evidence.emplace(path,
                        fmt::format("{}:{}{}", fact.file, fact.line,
                            key.starts_with(toldPrefix) ? std::string {} : ": " + key));
        }
    };
    look(trace.config, &RunTrace::config);
    look(trace.facts, &RunTrace::facts);
    return evidence;
}

/// A plan among the texts: what it states counts as read where it is all there is, else as the
/// base.
struct StatedPlan
{
    LoadedPlan loaded;
    bool isThere = false;
    bool isAlone = false; ///< nothing else was read
};

StatedPlan statedPlan(IntakeTexts &texts)
{
    for (const ReadText &text : texts.texts) {
        if (text.planText.empty())
            continue;
        PlanReading reading = readPlanText(text.planText, "plan");
        for (const Error &error : reading.problems)
            texts.rest.add(Unrecognised { error.where, 1, { error.id, error.args } });
        if (reading.hasTree)
            return { std::move(reading.loaded), true, false };
    }
    return {};
}

RunTrace answerTrace(const IntakeAnswers &answers)
{
    RunTrace trace;
    trace.format = statedFormat;
    for (const auto &[fact, value] : answers)
        trace.facts.set(fact, value, {}, 0);
    return trace;
}

void addFields(PlanIntake &intake, const PlanDraft &draft, const StatedPlan &stated)
{
    intake.plan = draft.plan;
    intake.fields = draft.origins();
    for (auto &[path, origin] : intake.fields) {
        const bool isStated = stated.isThere && stated.loaded.lines.contains(path)
            && (path == "model"
                    ? stated.loaded.plan.model == draft.plan.model
                    : planFieldText(stated.loaded.plan, path) == planFieldText(draft.plan, path));
        if (isStated)
            origin = FieldOrigin::Read;
        else if (stated.isAlone)
            origin = FieldOrigin::Assumed; // a default of plan files
        intake.hasRead = intake.hasRead || origin == FieldOrigin::Read;
    }
}

} // namespace

PlanIntake planOf(IntakeTexts texts, const ProfileLibrary &library, const Plan *base,
    const IntakeAnswers &answers, IntakeDetail detail)
{
    PlanIntake intake;
    StatedPlan stated = statedPlan(texts);
    std::vector<RunTrace> traces;
    IntakeCase of { library, base ? base : stated.isThere ? &stated.loaded.plan : nullptr, {} };
    for (ReadText &text : texts.texts) {
        std::ranges::move(text.traces, std::back_inserter(traces));
        for (const std::string &id : text.tools)
            if (const Tool *tool = findTool(id))
                of.tools.push_back(tool);
    }
    intake.unrecognised = std::move(texts.rest.unrecognised);
    if (traces.empty() && !stated.isThere)
        return intake;
    stated.isAlone = traces.empty() && !base;
    intake.hasRun = std::ranges::any_of(
        traces, [](const RunTrace &trace) { return trace.isMeasured() || trace.crash; });
    // A size and a number of devices are told, though the fields only follow from them.
    intake.hasRead = std::ranges::find(traces, wordsFormat, &RunTrace::format) != traces.end();
    if (!answers.empty())
        traces.insert(traces.begin(), answerTrace(answers));
    RunTrace all = merged(std::move(traces));
    PlanDraft draft = rebuiltWithDefaults(all, of);
    if (all.planText.empty())
        noteBrokenRules(draft, library);
    addFields(intake, draft, stated);
    intake.notes = all.notes;
    intake.notes.insert(intake.notes.end(), draft.notes.begin(), draft.notes.end());
    intake.missing = missingFields(draft, all, library);
    if (detail == IntakeDetail::Evidence)
        intake.evidence = evidenceOf(all, draft, of);
    return intake;
}

PlanIntake planFromFiles(const std::vector<std::string> &files, const ProfileLibrary &library,
    const Plan *base, const IntakeAnswers &answers)
{
    IntakeTexts texts;
    for (const std::string &file : files) {
        if (file == "-") {
            const auto stream = InputStream::standardInput(largestTable);
            readIntakeText(*stream, "standard input", library, texts);
        } else {
            readIntakeFile(file, library, texts);
        }
    }
    return planOf(std::move(texts), library, base, answers);
}

} // namespace headroom
