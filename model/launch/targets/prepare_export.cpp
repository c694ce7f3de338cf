#include "model/launch/targets/prepare_export.h"

#include "model/base/wording/messages.h"
#include "model/frameworks/maxtext/maxtext_keys.h"
#include "model/launch/common/process_degrees.h"
#include "model/launch/common/translate_plan.h"
#include "model/physics/prepare/layout.h"
#include "model/physics/prepare/prepare.h"
#include "model/plan/fields/plan_field_builders.h"
#include "model/plan/release_findings.h"
#include "model/rules/broken_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// A plan of another framework for a program that decides model and mesh itself: only the flags and
/// the machine carry over, so nothing is predicted.
void carryMachineOnly(ExportRequest &request, const ResolvedPlan &plan, const Errors &reasons)
{
    request.plan = plan;
    request.plan.plan.framework = frameworkTraits(Framework::Jax).name;
    Parallelism &degrees = request.plan.plan.parallelism;
    degrees.mesh = {};
    if (!plan.expertIsAxis())
        degrees.expert = 1; // experts lie inside the data-parallel ranks, which cover the machine
    for (std::string &line : dropOptions(request.plan.plan))
        request.notes.push_back(std::move(line));
    request.prediction.reset();
    for (const Error &reason : reasons)
        request.notes.push_back("No prediction for JAX: "
            + (reason.args.size() < 2 ? reason.id : operandText(reason.args[1])) + '.');
}

/// Whether a rule asks for as many layers on every stage, which a run with layers outside its
/// pipeline does not need.
bool asksForEvenStages(const RuleBreak &broken)
{
    const auto isFieldOfStages = [](const std::string &field) {
        return field == "model" || field.starts_with("parallelism.pipeline");
    };
    return broken.error.id == "rule-divisible"
        && std::ranges::all_of(broken.fields, isFieldOfStages);
}

/// What of the plan's framework stands in the way of files that run it.
Errors obstacles(const ResolvedPlan &plan, const ExportTarget &target, bool hasOuterLayers)
{
    Errors errors;
    for (const RuleBreak &broken : brokenRules(plan))
        if (!hasOuterLayers || !asksForEvenStages(broken))
            errors.push_back(ruleInTheWay(target, broken));
    if (!target.measures)
        for (const RuleBreak &missing : missingBlocks(plan))
            errors.push_back(ruleInTheWay(target, missing));
    return errors;
}

/// The translated plan, looked up again: its policy and recipe are other ones now.
Result<ResolvedPlan> resolveTranslated(const PlanTranslation &translation,
    const std::filesystem::path &folder, const ExportTarget &target, const ProfileLibrary &library)
{
    Errors errors;
    for (const Refusal &reason : translation.refusals)
        errors.push_back(notExpressible(target, reason));
    if (!errors.empty())
        return errors;
    Result<ResolvedPlan> resolved = resolvePlan(translation.plan, library, folder);
    if (!resolved)
        return resolved.errors();
    errors = obstacles(*resolved, target, translation.layersOutsidePipeline > 0);
    if (!errors.empty())
        return errors;
    return resolved;
}

/// What the files are written for, where the plan leaves it open, and what that asks for.
void tellReleases(
    const ReleaseTable &releases, const ResolvedPlan &plan, std::vector<std::string> &notes)
{
    for (std::string line : { releaseChoice(releases, plan), releasesBeside(releases, plan) })
        if (!line.empty())
            notes.push_back(std::move(line));
}

/// A commit of MaxText from before it accumulated gradients takes the batch of a step in one pass.
void takeBatchAtOnce(ExportRequest &request)
{
    constexpr std::string_view key = "gradient_accumulation_steps";
    const std::string &release = request.plan.releases.maxtext;
    Parallelism &degrees = request.plan.plan.parallelism;
    const double passes = gradientAccumulation(request.plan);
    if (request.plan.framework().id != Framework::MaxText || maxtextKnowsKey(key, release)
        || degrees.pipeline > 1 || std::round(passes) <= 1)
        return;
    degrees.microBatch *= passes;
    request.notes.push_back(fmt::format(
        "MaxText {} does not accumulate gradients: each rank takes its {} sequences of a step in "
        "one pass, not in {:.0f}. The prediction here is of that; the plan's own needs less "
        "memory.",
        release, numberText(degrees.microBatch), passes));
}

/// What the estimator says of the plan as it is written, where it can.
void predict(ExportRequest &request, bool isPredictable, const ExportTarget &target,
    const Estimator &estimator)
{
    request.gathersOnce = request.plan.plan.options.pipelineGather == PipelineGather::Once;
    if (!isPredictable)
        return;
    const Prepared prepared = estimator.prepare(request.plan);
    const Candidate candidate = planCandidate(request.plan.plan);
    request.prediction = estimator.estimate(request.plan);
    request.gathersOnce = makeLayout(prepared, candidate).gathersOnce;
    if (target.measures)
        request.gemms = planGemms(prepared, candidate);
}

void takeFlags(ExportRequest &request, const ExportTarget &target, LaunchFlags flags)
{
    request.flags = std::move(flags.flags);
    request.leftOut = std::move(flags.leftOut);
    request.advice = std::move(flags.advice);
    if (target.measures) {
        // Flags of compilers schedule whole steps; what the links are told holds for the kit as
        // well.
        std::erase_if(
            request.flags, [](const LaunchFlag &flag) { return !flag.name.starts_with("NCCL_"); });
        request.leftOut.clear();
        request.advice.clear();
    }
    request.notes.insert(request.notes.end(), flags.notes.begin(), flags.notes.end());
}

} // namespace

Result<ExportRequest> prepareExport(const ResolvedPlan &plan, const std::filesystem::path &folder,
    const ExportTarget &target, const ExportOptions &options, const ExportTools &tools)
{
    if (std::optional<Refusal> reason = refusalOf(target, plan))
        return notExpressible(target, *std::move(reason));
    ExportRequest request;
    request.original = plan.plan;
    request.options = options;
    bool isPredictable = true;
    const std::string framework = target.frameworkFor(plan.plan);
    PlanTranslation translation = translatePlan(plan, framework);
    const auto releases = tools.library.releases();
    if (!releases)
        return releases.errors();
    if (translation.plan == plan.plan) {
        Errors errors;
        if (!target.leavesModelToProgram())
            errors = obstacles(plan, target, false);
        if (!errors.empty())
            return errors;
        request.plan = plan;
    } else {
        Result<ResolvedPlan> resolved
            = resolveTranslated(translation, folder, target, tools.library);
        request.notes = std::move(translation.notes);
        isPredictable = resolved.hasValue();
        if (isPredictable)
            request.plan = *std::move(resolved);
        else if (target.leavesModelToProgram())
            carryMachineOnly(request, plan, resolved.errors());
        else
            return resolved.errors();
    }
    if (request.plan.plan.parallelism != degreesOfProcesses(request.plan))
        if (Errors errors = obstacles(
                planOfProcesses(request.plan), target, translation.layersOutsidePipeline > 0);
            !errors.empty())
            return errors;
    // A program of the user's starts with whatever it was written for.
    if (const auto reason = releasesThatCannotStart(**releases, request.plan);
        reason && !target.leavesModelToProgram())
        return notExpressible(target, { "software.jaxlib", *reason });
    tellReleases(**releases, request.plan, request.notes);
    const Software &used = request.plan.releases;
    const FrameworkTraits &traits = request.plan.framework();
    const ImageUse use { request.plan.accelerator.kind == AcceleratorKind::Tpu,
        isAdapted(request.plan.plan) };
    if (const FrameworkImage *image = (*releases)->image(
            target.id, traits.release ? traits.releaseIn(used) : std::string {}, use)) {
        request.image = image->image;
        request.imageSource = image->source + ", " + image->date;
    }
    takeBatchAtOnce(request);
    if (const int outside = translation.layersOutsidePipeline; outside > 0 && isPredictable) {
        isPredictable = false;
        request.notes.push_back(fmt::format(
            "No prediction: {} of the {} layers stay outside the pipeline. Every stage holds their "
            "weights and runs them on its share of the batch, which the estimate does not compute.",
            outside, request.plan.model->layers));
    }
    predict(request, isPredictable, target, tools.estimator);
    takeFlags(request, target, tools.flags(request.plan));
    return request;
}

Result<ExportPreview> previewExport(const ResolvedPlan &plan, const std::filesystem::path &folder,
    const ExportTarget &target, const ExportOptions &options, const ExportTools &tools)
{
    const Result<ExportRequest> request = prepareExport(plan, folder, target, options, tools);
    if (!request)
        return request.errors();
    Result<std::vector<ExportFile>> files = renderTarget(*request, target);
    if (!files)
        return files.errors();
    ExportPreview preview { *std::move(files), request->plan.plan.framework, {} };
    if (request->prediction)
        preview.findings = request->prediction->findings;
    return preview;
}

Result<std::vector<ExportFile>> exportFiles(const ResolvedPlan &plan,
    const std::filesystem::path &folder, const ExportTarget &target, const ExportOptions &options,
    const ExportTools &tools)
{
    Result<ExportPreview> preview = previewExport(plan, folder, target, options, tools);
    if (!preview)
        return preview.errors();
    return (*std::move(preview)).files;
}

} // namespace headroom
