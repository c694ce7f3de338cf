#include "drawn_plans.h"

#include "model/base/wording/messages.h"
#include "model/frameworks/framework_rules.h"
#include "model/plan/fields/plan_file.h"
#include "model/rules/broken_rules.h"
#include "model/search/point_space.h"
#include "model/search/search_settings.h"

#include <QTest>

#include <map>
#include <set>

using namespace headroom;

namespace {

constexpr int questions = 480, pointsOfQuestion = 5;

/// A point of the space as a plan.
ResolvedPlan planAt(ResolvedPlan plan, const Candidate &point, const std::string &policy)
{
    static_cast<Degrees &>(plan.plan.parallelism) = point;
    setRematPolicy(plan.plan, policy);
    return *resolvePlan(plan.plan, fixture().library());
}

std::vector<ResolvedPlan> pointsOf(const ResolvedPlan &plan, DrawnPlans &draws)
{
    std::vector<std::string> free;
    for (const std::string &path : defaultFreeSettings())
        if (path != "remat.policy")
            free.push_back(path);
    const PointSpace space(plan, free, { plan.plan.remat.policy });
    std::vector<Candidate> points;
    for (const Block &block : space.blocks())
        space.forEachGroup(block, [&](const PointGroup &group) {
            PointSpace::forEachPoint(
                group, [&](const Candidate &point) { points.push_back(point); });
            return points.size() < 20000;
        });
    std::vector<ResolvedPlan> some;
    for (int i = 0; i < pointsOfQuestion && !points.empty(); ++i)
        some.push_back(planAt(plan, points[draws.below(points.size())], plan.plan.remat.policy));
    return some;
}

} // namespace

class RulesAndExportsTest : public QObject
{
    Q_OBJECT

private slots:
    /// What a framework cannot do has a witness in its sources. Without one are reasons that speak
    /// of what Headroom writes, or of what nothing says.
    void refusalsHaveWitnesses()
    {
        const std::map<std::string, std::string> without {
            { "no-preferences", "the exports for whole models write no DPO" },
            { "adapters-no-context", "the exported program for adapters keeps whole sequences" },
            { "peft-no-modules", "the names of the model's matrices are missing" },
        };
        std::set<std::string> found;
        for (const FrameworkTraits &framework : allFrameworks())
            for (const Rule &rule : frameworkRules(framework.id))
                if (rule.witness.repository.empty())
                    found.insert(rule.id);
        for (const std::string &reason : found)
            QVERIFY2(without.contains(reason), reason.c_str());
        QCOMPARE(found.size(), without.size());
    }

    /// A refusal says where the sources show it, and in which: a release's, or a day's.
    void refusalsNameTheirSources()
    {
        int dated = 0;
        for (const FrameworkTraits &framework : allFrameworks())
            for (const Rule &rule : frameworkRules(framework.id)) {
                if (rule.witness.repository.empty())
                    continue;
                QVERIFY2(!rule.witness.path.empty() && !rule.witness.symbol.empty(), rule.id);
                dated += !rule.witness.release.empty();
                QVERIFY2(!seenIn(rule.witness).empty(), rule.id);
            }
        QVERIFY(dated >= 8);
    }

    /// What a search lists breaks no rule, and what breaks no rule is written by the first target
    /// of its framework. What breaks one is refused there.
    void ruleSearchAndExportAgree()
    {
        DrawnPlans draws({ "maxtext", "megatron", "torchtitan", "deepspeed", "hf" });
        std::map<std::string, int> written, refused;
        int points = 0;
        for (int i = 0; i < questions; ++i) {
            const ResolvedPlan plan = draws.draw();
            // Rules that no degree decides are asked once for all points.
            for (ResolvedPlan &point : pointsOf(plan, draws)) {
                QVERIFY2(RuleSet(point).hold(point.plan.parallelism, setting::all, setting::all),
                    fieldsText(point.plan).c_str());
                compare(point, written, refused);
                draws.change(point.plan.parallelism);
                compare(point, written, refused);
                ++points;
            }
        }
        QVERIFY(points > 1000);
        for (const char *framework : { "maxtext", "megatron", "torchtitan", "deepspeed", "hf" }) {
            QVERIFY2(written[framework] > 50, framework);
            QVERIFY2(refused[framework] > 50, framework);
        }
    }

    /// A rule of several fields names the one that is in the plan's way.
    void reasonsNameTheFieldInTheWay()
    {
        Plan plan = loadPlan(*fixture().library().planPath("llama3.1-8b-h100-node"))->plan;
        plan.framework = "torchtitan";
        plan.remat.policy = "full";
        plan.attention = AttentionChoice::Flash;
        plan.precision.weights = NumberFormat::Bf16;
        plan.precision.gradients = NumberFormat::Fp32;
        plan.tuning->method = TuningMethod::Lora; // which the later sources alone have
        const auto inTheWay = [&] {
            const std::vector<RuleBreak> broken
                = brokenRules(*resolvePlan(plan, fixture().library()));
            return broken.empty() ? std::string() : broken.front().fields.front();
        };
        QCOMPARE(inTheWay(), std::string());
        plan.parallelism.fsdp = 4;
        plan.parallelism.context = 2;
        plan.parallelism.contextStrategy = ContextStrategy::Ring;
        QCOMPARE(inTheWay(), std::string("parallelism.context_strategy"));
        plan.parallelism.contextStrategy = ContextStrategy::AllGather;
        plan.precision.recipe = "fp8_current";
        QCOMPARE(inTheWay(), std::string("precision.recipe"));
    }

    /// Each rule has the words of its reason.
    void everyReasonHasWords()
    {
        std::set<std::string> reasons;
        for (const FrameworkTraits &framework : allFrameworks())
            for (const Rule &rule : frameworkRules(framework.id)) {
                QVERIFY2(errorText({ frameworkRuleId, {}, { "", Message { rule.id }, "" } })
                        != errorText({ frameworkRuleId, {}, { "", rule.id, "" } }),
                    rule.id);
                QVERIFY2(!rule.fields.empty(), rule.id);
                for (const std::string &field : rule.fields)
                    QVERIFY2(planField(field) || field == "model", field.c_str());
                reasons.insert(rule.id);
            }
        QVERIFY(reasons.size() > 50);
    }

private:
    static void compare(const ResolvedPlan &point, std::map<std::string, int> &written,
        std::map<std::string, int> &refused)
    {
        const std::vector<RuleBreak> broken = brokenRules(point);
        const bool keepsRules = broken.empty() && missingBlocks(point).empty();
        const ExportTarget *target = firstTarget(point);
        if (!target || refusalOf(*target, point)) {
            QVERIFY2(!keepsRules || isAdapted(point.plan), fieldsText(point.plan).c_str());
            return;
        }
        const auto files = fixture().files(point, target->id);
        const std::string fields = fieldsText(point.plan);
        if (files.hasValue() != keepsRules)
            QFAIL((std::string(keepsRules ? "refused: " + errorLines(files.errors())
                                          : "written although: "
                               + (broken.empty() ? "a block is missing"
                                                 : errorText(broken.front().error)))
                + " | " + fields)
                      .c_str());
        ++(keepsRules ? written : refused)[point.plan.framework];
    }
};

QTEST_GUILESS_MAIN(RulesAndExportsTest)
#include "tst_rules_and_exports.moc"
