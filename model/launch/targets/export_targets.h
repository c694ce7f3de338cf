#pragma once

#include "model/launch/common/export_request.h"
#include "model/launch/common/launch_spec.h"
#include "model/launch/targets/field_homes.h"
#include "model/rules/broken_rules.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class ChipNeed { Any, Gpu, Tpu };

/// One place a plan can be sent to. The list of these is all that the command line and the
/// application know about targets.
struct ExportTarget
{
    std::string id; ///< "maxtext-gpu"
    std::string purpose; ///< one sentence
    std::vector<std::string>
        frameworks; ///< that it runs; a plan of another is translated to the first
    ChipNeed chip = ChipNeed::Any;
    /// A program of the user's decides model, batch and mesh itself: what a framework could not say
    /// of them is told, not refused.
    FileReader reader = FileReader::Framework;
    /// Why this target cannot take the plan; nothing: it can.
    std::function<std::optional<Refusal>(const ResolvedPlan &)> reasonAgainst;
    std::function<void(const LaunchSpec &, ExportDraft &)> render;
    bool measures = false; ///< the files measure parts of the plan's step and do not run it

    /// The plan's own framework when the target runs it, else the first.
    std::string frameworkFor(const Plan &plan) const;
    bool leavesModelToProgram() const { return reader == FileReader::Program; }
};

/// All targets in the order of their listing.
std::span<const ExportTarget> exportTargets();
const ExportTarget *exportTarget(std::string_view id);

/// The first target that runs the plan's framework and has nothing against the plan; where all
/// have, the first for its chip; nullptr: there is none.
const ExportTarget *firstTarget(const ResolvedPlan &plan);

/// Why the target cannot take the plan at all (chip, workload); nothing: it can.
std::optional<Refusal> refusalOf(const ExportTarget &target, const ResolvedPlan &plan);

/// "export-not-expressible" with the reason, at the field that stands in the way.
Error notExpressible(const ExportTarget &target, Refusal refusal);
/// The same for a rule of the target's framework that the plan breaks.
Error ruleInTheWay(const ExportTarget &target, const RuleBreak &broken);

/// All files of an export, README and plan included, in a fixed order.
/// Errors "export-not-expressible" (one per reason), "export-mesh".
Result<std::vector<ExportFile>> renderTarget(
    const ExportRequest &request, const ExportTarget &target);

/// README.md of an export.
std::string exportReadme(
    const LaunchSpec &spec, const ExportTarget &target, const ExportDraft &draft);

/// Says of every choice of the plan that differs from its default where the written files hold it,
/// or that they do not. What a renderer told itself stays as it is.
void tellChoices(const LaunchSpec &spec, const ExportTarget &target, ExportDraft &draft);

/// The plan as a file that means the same wherever the folder lies: a Hugging Face configuration is
/// written out as a shape, an absolute calibration path is dropped, the releases are named.
std::string portablePlan(const ExportRequest &request, ExportDraft &draft);
/// Its plan, without a word in the README.
Plan portableCopy(const ExportRequest &request);

// Renderers, one per target.
void renderMaxTextGpu(const LaunchSpec &spec, ExportDraft &draft);
void renderMaxTextTpu(const LaunchSpec &spec, ExportDraft &draft);
void renderMaxTextSlurm(const LaunchSpec &spec, ExportDraft &draft);
void renderMaxTextGke(const LaunchSpec &spec, ExportDraft &draft);
void renderJax(const LaunchSpec &spec, ExportDraft &draft);
void renderPgleAuto(const LaunchSpec &spec, ExportDraft &draft);
void renderPgleJaxProfiler(const LaunchSpec &spec, ExportDraft &draft);
void renderPgleNsys(const LaunchSpec &spec, ExportDraft &draft);
void renderMegatron(const LaunchSpec &spec, ExportDraft &draft);
void renderNemo(const LaunchSpec &spec, ExportDraft &draft);
void renderTorchtitan(const LaunchSpec &spec, ExportDraft &draft);
void renderDeepSpeed(const LaunchSpec &spec, ExportDraft &draft);
void renderMeasure(const LaunchSpec &spec, ExportDraft &draft);
void renderProve(const LaunchSpec &spec, ExportDraft &draft);
/// Why nothing compiles the plan's step ahead of time; nothing: it can be asked for.
std::optional<Refusal> reasonAgainstProof(const ResolvedPlan &resolved);
void renderHfTrainer(const LaunchSpec &spec, ExportDraft &draft);
void renderAxolotl(const LaunchSpec &spec, ExportDraft &draft);
void renderLlamaFactory(const LaunchSpec &spec, ExportDraft &draft);
void renderTrl(const LaunchSpec &spec, ExportDraft &draft);
/// Why these tools cannot be told the plan; nothing: they can.
std::optional<Refusal> reasonAgainstAxolotl(const ResolvedPlan &resolved);
std::optional<Refusal> reasonAgainstLlamaFactory(const ResolvedPlan &resolved);
std::optional<Refusal> reasonAgainstTrl(const ResolvedPlan &resolved);

} // namespace headroom
