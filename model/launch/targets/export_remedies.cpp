#include "model/launch/targets/export_remedies.h"

#include "model/advice/repair_values.h"
#include "model/base/wording/messages.h"
#include "model/launch/common/translate_plan.h"
#include "model/library/profiles/release_table.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/mesh.h"
#include "model/plan/used_releases.h"
#include "model/rules/broken_rules.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t maxRounds = 6; ///< causes that hide behind each other
constexpr std::size_t maxValues = 8; ///< of a field, nearest first
constexpr std::size_t maxBatches = 6; ///< tried with other degrees, nearest first
constexpr int maxAttempts = 80; ///< in all, so that a window does not wait

using Changes = std::vector<FieldChange>;

bool holds(const Errors &errors, const Error &one)
{
    return std::ranges::find(errors, one) != errors.end();
}

class Explainer
{
public:
    Explainer(const ResolvedPlan &plan, const FrameworkTraits &framework,
        const ProfileLibrary &library, const std::filesystem::path &folder,
        const ExportAttempt &attempt)
        : m_plan(plan)
        , m_framework(framework)
        , m_library(library)
        , m_folder(folder)
        , m_attempt(attempt)
    { }

    ExportRefusal run()
    {
        Errors open = m_attempt(m_plan);
        for (std::size_t round = 0; round < maxRounds && !open.empty(); ++round) {
            for (const Error &error : open)
                note(error);
            if (!liftOne(open))
                break;
        }
        for (const auto &[cause, changes] : m_causes)
            m_result.causes.push_back(worded(cause, changes));
        if (!open.empty())
            m_result.lift.clear();
        return std::move(m_result);
    }

private:
    struct Cause
    {
        Error error;
        Changes changes; ///< that lift it
    };

    void note(const Error &error)
    {
        const auto isKnown = [&error](const Cause &cause) { return cause.error == error; };
        if (std::ranges::none_of(m_causes, isKnown))
            m_causes.push_back({ error, {} });
    }

    /// Lifts the first of the errors that one field's change lifts; `open` is what is left then.
    bool liftOne(Errors &open)
    {
        for (Cause &cause : m_causes) {
            if (!cause.changes.empty() || !holds(open, cause.error) || holds(m_stuck, cause.error))
                continue;
            const Errors before = open;
            if (lift(cause, open)) {
                for (Cause &other : m_causes) // that the same change lifts
                    if (other.changes.empty() && holds(before, other.error)
                        && !holds(open, other.error))
                        other.changes = cause.changes;
                m_result.lift.insert(
                    m_result.lift.end(), cause.changes.begin(), cause.changes.end());
                return true;
            }
            m_stuck.push_back(cause.error);
        }
        return false;
    }

    /// The nearest value that takes the cause away and brings no other; else the nearest one that
    /// takes it away and shows what was behind it.
    bool lift(Cause &cause, Errors &open)
    {
        std::optional<ResolvedPlan> behind;
        Errors errorsBehind;
        Changes changesBehind;
        for (Changes changes : waysOut(cause.error.where)) {
            std::optional<ResolvedPlan> changed = valid(changes);
            if (!changed || ++m_attempts > maxAttempts)
                continue;
            Errors left = m_attempt(*changed);
            // Another value of the field that is refused as well lifts nothing.
            const bool isStill = std::ranges::any_of(left, [&](const Error &error) {
                return error == cause.error
                    || (error.where == cause.error.where && !holds(open, error));
            });
            if (isStill)
                continue;
            const bool bringsNone = std::ranges::all_of(
                left, [&open](const Error &error) { return holds(open, error); });
            if (bringsNone) {
                cause.changes = changes;
                m_plan = *std::move(changed);
                open = std::move(left);
                return true;
            }
            if (!behind) {
                behind = std::move(changed);
                errorsBehind = std::move(left);
                changesBehind = changes;
            }
        }
        if (!behind)
            return false;
        cause.changes = std::move(changesBehind);
        m_plan = *std::move(behind);
        open = std::move(errorsBehind);
        return true;
    }

    /// The plan with the changes. Where other degrees break a rule, `changes` also takes back what
    /// follows from the degrees of the plan, or takes the nearest global batch that the ranks
    /// divide.
    std::optional<ResolvedPlan> valid(Changes &changes) const
    {
        const FieldChange whole { "parallelism.tensor", "1" };
        if (m_plan.plan.parallelism.sequenceParallel
            && std::ranges::find(changes, whole) != changes.end())
            changes.push_back({ "parallelism.sequence_parallel", "false" });
        if (std::optional<ResolvedPlan> plan = resolvedWith(changes))
            return plan;
        if (!changes.front().path.starts_with("parallelism."))
            return std::nullopt;
        const PlanField &batch = *planField("workload.global_batch_sequences");
        std::vector<std::string> batches = repairValues(batch, m_plan, m_library);
        batches.resize(std::min(batches.size(), maxBatches));
        Changes freed = changes;
        for (const FieldChange &change : madeForDegrees())
            freed.push_back(change);
        std::vector<Changes> more { freed };
        for (const std::string &value : batches) {
            more.push_back(freed);
            more.back().push_back({ batch.path, value });
        }
        for (const Changes &all : more)
            if (std::optional<ResolvedPlan> plan = resolvedWith(all)) {
                changes = all;
                return plan;
            }
        return std::nullopt;
    }

    /// What the plan says for its own degrees alone, taken back: its mesh, its cut of the layers.
    Changes madeForDegrees() const
    {
        const Parallelism &degrees = m_plan.plan.parallelism;
        Changes changes;
        for (FieldChange &axis : meshRemoval(degrees.mesh))
            changes.push_back(std::move(axis));
        if (!degrees.stageLayers.empty())
            changes.push_back({ "parallelism.stage_layers", "" });
        if (degrees.chunks > 1)
            changes.push_back({ "parallelism.pipeline_chunks", "1" });
        return changes;
    }

    std::optional<ResolvedPlan> resolvedWith(const Changes &changes) const
    {
        Plan plan = m_plan.plan;
        if (!changePlan(plan, changes).problems.empty())
            return std::nullopt;
        Result<ResolvedPlan> resolved = resolvePlan(plan, m_library, m_folder);
        if (!resolved || !brokenRules(*resolved).empty())
            return std::nullopt;
        return *std::move(resolved);
    }

    /// What may lift a cause, first what changes nothing of what the run trains or how.
    std::vector<Changes> waysOut(const std::string &path) const
    {
        if (path == "model" || path == "hardware.accelerator") // what the plan is about
            return {};
        std::vector<Changes> ways = releasesThatMayDo();
        const PlanField *field = planField(path);
        if (field && path.starts_with("software.") && ways.empty())
            ways.push_back({ { path, field->get(Plan {}) } });
        if (!field || path.starts_with("software."))
            return ways;
        if (path == "framework") {
            for (const std::string &other : field->choices)
                if (other != m_plan.plan.framework)
                    ways.push_back(inWordsOf(other));
            addOtherStages(ways);
            return ways;
        }
        std::vector<std::string> values = repairValues(*field, m_plan, m_library);
        if (values.size() > maxValues)
            values.resize(maxValues);
        values.push_back(field->get(Plan {}));
        // Other adapters are nearer to what a plan with adapters wants than training everything.
        if (path == "tuning.method")
            std::stable_partition(values.begin(), values.end(),
                [](const std::string &method) { return method != "full"; });
        for (const std::string &value : values) {
            if (value == field->get(m_plan.plan))
                continue;
            const FieldChange change { path, value };
            ways.push_back({ change });
            for (const FieldChange &follower : balancingDegrees(m_plan, change))
                ways.push_back({ change, follower });
        }
        if (path == "parallelism.context_strategy") { // or no cut of sequences at all
            const FieldChange uncut { "parallelism.context", "1" };
            for (const FieldChange &follower : balancingDegrees(m_plan, uncut))
                ways.push_back({ uncut, follower });
        }
        return ways;
    }

    /// The fields in which the plan differs once it is said in the words of another framework.
    Changes inWordsOf(const std::string &framework) const
    {
        Changes changes { { "framework", framework } };
        const Plan other = translatePlan(m_plan, framework).plan;
        for (const PlanField &field : planFields())
            if (field.path != "framework" && field.get(other) != field.get(m_plan.plan))
                changes.push_back({ field.path, field.get(other) });
        return changes;
    }

    /// The same frameworks with another pipeline: not all cut layers as unevenly as the plan does.
    void addOtherStages(std::vector<Changes> &ways) const
    {
        if (m_plan.plan.parallelism.pipeline == 1)
            return;
        const PlanField &stages = *planField("parallelism.pipeline");
        const std::vector<Changes> frameworks = ways;
        for (const std::string &value : repairValues(stages, m_plan, m_library))
            for (const FieldChange &follower : balancingDegrees(m_plan, { stages.path, value })) {
                Changes other = madeForDegrees();
                other.push_back({ stages.path, value });
                other.push_back(follower);
                for (Changes words : frameworks) {
                    std::erase_if(words, [&other](const FieldChange &change) {
                        return std::ranges::find(other, change.path, &FieldChange::path)
                            != other.end();
                    });
                    words.insert(words.end(), other.begin(), other.end());
                    ways.push_back(std::move(words));
                }
            }
    }

    /// The plan's release of the target's framework and the newer ones, with a jaxlib they take.
    std::vector<Changes> releasesThatMayDo() const
    {
        const auto loaded = m_library.releases();
        const FrameworkTraits &framework = m_framework;
        std::vector<Changes> ways;
        if (!loaded || !framework.release)
            return ways;
        const ReleaseTable &table = **loaded;
        Plan plan = m_plan.plan;
        plan.framework = framework.name;
        const bool isTpu = m_plan.accelerator.kind == AcceleratorKind::Tpu;
        const Software used = usedReleases(table, plan, isTpu);
        const FrameworkRelease *own = table.find(framework.name, framework.releaseIn(used));
        for (const FrameworkRelease &row : table.all()) {
            const bool mayDo = row.framework == framework.name && own && row.date >= own->date;
            const ReleaseNeed *jaxlib = row.need("jaxlib", isTpu);
            if (!mayDo || !jaxlib || (&row == own && jaxlib->takes(used.jaxlib)))
                continue;
            Changes &way = ways.emplace_back();
            if (&row != own)
                way.push_back({ "software." + std::string(framework.name), row.release });
            way.push_back({ "software.jaxlib", jaxlib->least });
        }
        return ways;
    }

    Error worded(Error cause, const Changes &changes) const
    {
        std::string text;
        for (const FieldChange &change : changes)
            text += (text.empty() ? "" : ", ") + change.path + '=' + change.value;
        if (!text.empty() && !cause.args.empty())
            cause.args.back() = m_causes.size() > 1
                ? Message { "export-lifted-in-turn", { text, std::to_string(m_causes.size()) } }
                : Message { changes.size() > 1 ? "export-lifted-together" : "export-lifted",
                      { text } };
        return cause;
    }

    ResolvedPlan m_plan;
    const FrameworkTraits &m_framework; ///< of the target
    const ProfileLibrary &m_library;
    const std::filesystem::path &m_folder;
    const ExportAttempt &m_attempt;
    std::vector<Cause> m_causes;
    Errors m_stuck;
    int m_attempts = 0;
    ExportRefusal m_result;
};

} // namespace

ExportRefusal explainRefusal(const ResolvedPlan &plan, const FrameworkTraits &framework,
    const ProfileLibrary &library, const std::filesystem::path &folder,
    const ExportAttempt &attempt)
{
    return Explainer(plan, framework, library, folder, attempt).run();
}

} // namespace headroom
