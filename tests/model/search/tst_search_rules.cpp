#include "random_plans.h"
#include "valid_plans.h"

#include "model/rules/broken_rules.h"
#include "model/search/point_space.h"

#include <algorithm>
#include <map>
#include <ranges>

using namespace headroom;

namespace {

constexpr int predicateDraws = 4000, changesPerDraw = 8;
constexpr int enumerationDraws = 2500;

std::string told(const ResolvedPlan &resolved, const Degrees &d)
{
    std::string text = resolved.plan.framework + " " + resolved.plan.precision.recipe;
    text += " layers " + std::to_string(resolved.model->layers);
    for (const int degree : { d.data, d.fsdp, d.zeroStage, d.tensor, int(d.sequenceParallel),
             d.context, int(d.contextStrategy), d.pipeline, d.chunks, d.expert, d.expertTensor })
        text += " " + std::to_string(degree);
    return text + " micro-batch " + std::to_string(d.microBatch);
}

using Points = std::vector<std::pair<Degrees, std::string>>; ///< with the remat policy

/// What a search of the plan would look at.
Points enumerated(const PointSpace &space)
{
    Points points;
    for (const Block &block : space.blocks())
        space.forEachGroup(block, [&](const PointGroup &group) {
            PointSpace::forEachPoint(group, [&](const Candidate &candidate) {
                points.emplace_back(
                    candidate, space.policies()[static_cast<std::size_t>(candidate.remat)]);
            });
            return true;
        });
    std::ranges::sort(points);
    return points;
}

} // namespace

class SearchRulesTest : public QObject
{
    Q_OBJECT

private slots:
    /// The search's yes or no is the plan's list of broken rules, empty or not.
    void everyVerdictIsTheSame()
    {
        RandomPlans plans(12);
        std::map<std::string, int> valid;
        int total = 0;
        for (int i = 0; i < predicateDraws; ++i) {
            ResolvedPlan resolved = plans.draw();
            const RuleSet rules { resolved };
            const Degrees own = resolved.plan.parallelism;
            for (int j = 0; j < changesPerDraw; ++j) {
                const Degrees changed = j == 0 ? own : plans.changed(own);
                static_cast<Degrees &>(resolved.plan.parallelism) = changed;
                const auto broken = brokenRules(resolved);
                // A mesh that does not fill a node breaks a rule beside the degrees.
                const bool keeps = std::ranges::all_of(
                    broken, [](const RuleBreak &rule) { return rule.error.id == "rule-mesh-ici"; });
                QVERIFY2(rules.hold(changed) == keeps,
                    (told(resolved, changed) + (broken.empty() ? "" : " " + broken[0].error.id))
                        .c_str());
                valid[resolved.plan.framework] += keeps;
                ++total;
            }
        }
        for (const FrameworkTraits &framework : allFrameworks())
            QVERIFY2(valid[std::string(framework.name)] > 100, framework.name.data());
        QVERIFY(total == predicateDraws * changesPerDraw);
    }

    /// Both ways: what a search lists is valid, and what is valid it lists, once.
    void everyValidPointIsListed()
    {
        RandomPlans plans(61);
        std::map<std::string, std::size_t> points;
        for (int i = 0; i < enumerationDraws; ++i) {
            const ResolvedPlan resolved = plans.draw();
            std::vector<std::string> free;
            for (const std::string &path : freeableSettings() | std::views::filter(isPointSetting))
                if (plans.chance(0.45))
                    free.push_back(path);
            std::vector<std::string> policies { resolved.plan.remat.policy };
            const bool isFreePolicy = std::ranges::find(free, "remat.policy") != free.end();
            for (const char *policy : { "full", "minimal", "selective", "no_recompute" })
                if (isFreePolicy && policy != policies.front())
                    policies.emplace_back(policy);
            const RuleSet rules { resolved };
            Points expected;
            ValidPlans(resolved, free, policies)
                .forEach(
                    [&](const ResolvedPlan &trial) { return rules.hold(trial.plan.parallelism); },
                    [&](const Plan &plan) {
                        expected.emplace_back(plan.parallelism, plan.remat.policy);
                    });
            std::ranges::sort(expected);
            const PointSpace space(resolved, free, policies);
            const Points found = enumerated(space);
            if (found != expected) {
                const auto [left, right] = std::ranges::mismatch(found, expected);
                const Degrees &odd = left != found.end() ? left->first : right->first;
                QFAIL((std::to_string(found.size()) + " listed, " + std::to_string(expected.size())
                    + " valid: " + told(resolved, odd))
                          .c_str());
            }
            points[resolved.plan.framework] += found.size();
        }
        for (const FrameworkTraits &framework : allFrameworks())
            QVERIFY2(points[std::string(framework.name)] > 300, framework.name.data());
    }

    /// MaxText pads GPT-3's vocabulary: what a plan may do, a search of it finds.
    void paddedVocabularyIsSearched()
    {
        const SearchRequest request = requestFor(examplePlan("llama3.1-8b-h100-node",
            { "model=gpt3-175b", "hardware.nodes=8", "parallelism.tensor=8", "parallelism.fsdp=8",
                "workload.sequence_length=2048", "remat.policy=full" }));
        QVERIFY(brokenRules(*resolvePlan(request.plan, shippedLibrary())).empty());
        const SearchOutcome outcome = *searchConfigurations(shippedEstimator(), request);
        QVERIFY(outcome.counts.evaluated > 0);
        QVERIFY(std::ranges::any_of(outcome.rows, [&](const SearchRow &row) {
            return planOf(request.plan, row.settings).parallelism.tensor > 1;
        }));
    }
};

QTEST_GUILESS_MAIN(SearchRulesTest)
#include "tst_search_rules.moc"
