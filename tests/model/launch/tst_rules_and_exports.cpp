#include "export_fixture.h"

#include "model/base/wording/messages.h"
#include "model/frameworks/framework_rules.h"
#include "model/plan/attention_kernels.h"
#include "model/search/point_space.h"
#include "model/search/search_knobs.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace headroom;

namespace {

constexpr int questions = 480, pointsOfQuestion = 5;

/// Draws plans of shipped models over the frameworks that exports are for.
class Questions
{
public:
    ResolvedPlan draw()
    {
        for (;;) {
            Plan plan = planOf(oneOf({ "maxtext", "megatron", "torchtitan", "deepspeed", "hf" }));
            Result<ResolvedPlan> resolved = resolvePlan(plan, fixture().library());
            if (resolved)
                return *std::move(resolved);
        }
    }

    template <class Value> Value oneOf(std::initializer_list<Value> values)
    {
        return *(values.begin() + m_engine() % values.size());
    }
    bool chance(unsigned percent) { return m_engine() % 100 < percent; }
    std::size_t below(std::size_t count) { return m_engine() % count; }

    /// The degrees of a plan with one of them something else.
    void change(Parallelism &degrees)
    {
        switch (below(7)) {
        case 0:
            degrees.zeroStage = oneOf({ 0, 1, 2, 3 });
            break;
        case 1:
            degrees.sequenceParallel = !degrees.sequenceParallel;
            break;
        case 2:
            degrees.contextStrategy = oneOf(
                { ContextStrategy::AllGather, ContextStrategy::Ring, ContextStrategy::Ulysses });
            break;
        case 3:
            degrees.expertTensor = oneOf({ 1, 2, 4 });
            break;
        case 4:
            std::swap(degrees.data, degrees.fsdp);
            break;
        case 5:
            std::swap(degrees.fsdp, degrees.context);
            break;
        default:
            std::swap(degrees.tensor, degrees.fsdp);
        }
    }

private:
    Plan planOf(const char *framework)
    {
        Plan plan;
        plan.framework = framework;
        const FrameworkTraits &traits = frameworkTraits(plan.framework);
        const bool isTpu = traits.runsXla && chance(30);
        plan.hardware.accelerator = isTpu ? oneOf({ "v5p", "v6e" }) : oneOf({ "h100-sxm", "b200" });
        plan.hardware.nodes = oneOf({ 1, 2, 4 });
        plan.hardware.devicesPerNode = 8;
        plan.model.id = oneOf({ "llama3.1-8b", "llama3.2-1b", "qwen3-30b-a3b", "mixtral-8x7b",
            "gpt2-xl", "deepseek-v2-lite", "gemma2-9b", "llama2-7b", "gpt-oss-20b" });
        plan.workload.sequenceLength = oneOf({ 1024, 2048 });
        plan.workload.globalBatchSequences = oneOf({ 32, 64, 96 });
        plan.attention = isTpu ? AttentionChoice::Splash : AttentionChoice::Flash;
        if (chance(15))
            plan.attention = AttentionChoice::Unfused;
        plan.remat.policy = oneOf({ "full", traits.rematNamesTensors ? "minimal" : "selective",
            traits.rematNamesTensors ? "minimal_with_context" : "no_recompute" });
        plan.precision.weights
            = traits.keepsFp32InOptimizer ? NumberFormat::Bf16 : NumberFormat::Fp32;
        draw(plan.precision, plan.optimizer);
        draw(plan.options, traits);
        draw(plan.tuning);
        return plan;
    }

    void draw(Precision &precision, Optimizer &optimizer)
    {
        if (chance(15))
            precision.gradients = NumberFormat::Bf16;
        if (chance(15))
            precision.optimizerState = oneOf({ NumberFormat::Bf16, NumberFormat::Int8 });
        if (chance(20))
            precision.weights = oneOf({ NumberFormat::Bf16, NumberFormat::Fp32 });
        if (chance(25))
            optimizer = oneOf({ Optimizer::AdamWBf16, Optimizer::AdamW8bit, Optimizer::Muon,
                Optimizer::SgdMomentum, Optimizer::Adafactor });
    }

    void draw(PlanOptions &options, const FrameworkTraits &framework)
    {
        const auto has = [&](const char *path) { return framework.hasOption(path) && chance(25); };
        if (has("options.cross_entropy"))
            options.crossEntropy = oneOf({ CrossEntropy::Eager, CrossEntropy::Fused });
        if (has("options.vocab_tiling"))
            options.vocabTiling = oneOf({ 2, 7 });
        if (has("options.compile"))
            options.compile = false;
        if (has("options.tensor_overlap"))
            options.tensorOverlap = Switch::On;
        if (has("options.offload_optimizer"))
            options.offloadOptimizer = true;
        if (has("options.offload_parameters"))
            options.offloadParameters = true;
        if (has("options.cuda_graphs"))
            options.cudaGraphs
                = oneOf({ CudaGraphs::Partial, CudaGraphs::Layer, CudaGraphs::Full });
        if (has("options.expert_dispatcher"))
            options.expertDispatcher
                = oneOf({ ExpertDispatcher::DeepEp, ExpertDispatcher::HybridEp });
        if (has("options.expert_overlap"))
            options.expertOverlap = Switch::On;
        if (has("options.optimizer_in_backward"))
            options.optimizerInBackward = true;
        if (has("options.moe_capacity_factor"))
            options.moeCapacityFactor = 1.25;
    }

    void draw(Tuning &tuning)
    {
        if (chance(60))
            return;
        tuning.method = oneOf({ TuningMethod::Lora, TuningMethod::Qlora });
        if (chance(20))
            tuning.base = oneOf({ BaseFormat::Fp8, BaseFormat::Int8 });
    }

    std::mt19937 m_engine { 20261124 };
};

/// The first target of the plan's framework that takes its chip and its kind of training.
const ExportTarget *targetOf(const ResolvedPlan &plan)
{
    for (const ExportTarget &target : exportTargets())
        if (target.frameworks.front() == plan.plan.framework && target.reader != FileReader::Program
            && !refusalOf(target, plan))
            return &target;
    return nullptr;
}

std::string told(const ResolvedPlan &plan)
{
    std::string text;
    for (const PlanField &field : planFields())
        if (const std::string value = field.get(plan.plan); value != field.get(Plan {}))
            text += field.path + '=' + value + ' ';
    return text;
}

/// A point of the space as a plan.
ResolvedPlan planAt(ResolvedPlan plan, const Candidate &point, const std::string &policy)
{
    static_cast<Degrees &>(plan.plan.parallelism) = point;
    setRematPolicy(plan.plan, policy);
    return *resolvePlan(plan.plan, fixture().library());
}

std::vector<ResolvedPlan> pointsOf(const ResolvedPlan &plan, Questions &draws)
{
    std::vector<std::string> free;
    for (const std::string &path : defaultFreeKnobs())
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
    /// What a search lists breaks no rule, and what breaks no rule is written by the first target
    /// of its framework. What breaks one is refused there.
    void ruleSearchAndExportAgree()
    {
        Questions draws;
        std::map<std::string, int> written, refused;
        int points = 0;
        for (int i = 0; i < questions; ++i) {
            const ResolvedPlan plan = draws.draw();
            // Rules that no degree decides are asked once for all points.
            for (ResolvedPlan &point : pointsOf(plan, draws)) {
                QVERIFY2(RuleSet(point).hold(point.plan.parallelism, knob::all, knob::all),
                    told(point).c_str());
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
        const ExportTarget *target = targetOf(point);
        if (!target) {
            QVERIFY2(!keepsRules || point.plan.tuning.isAdapted(), told(point).c_str());
            return;
        }
        const auto files = fixture().files(point, target->id);
        const std::string told_ = told(point);
        if (files.hasValue() != keepsRules)
            QFAIL((std::string(keepsRules ? "refused: " + errorLines(files.errors())
                                          : "written although: "
                               + (broken.empty() ? "a block is missing"
                                                 : errorText(broken.front().error)))
                + " | " + told_)
                      .c_str());
        ++(keepsRules ? written : refused)[point.plan.framework];
    }
};

QTEST_GUILESS_MAIN(RulesAndExportsTest)
#include "tst_rules_and_exports.moc"
