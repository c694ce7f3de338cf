// What a search lists can be launched. HEADROOM_QUESTIONS=2000 wants so many questions answered,
// which takes minutes: with QTEST_FUNCTION_TIMEOUT=3600000.
#include "drawn_plans.h"

#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_file.h"
#include "model/rules/broken_rules.h"
#include "model/search/search.h"
#include "model/search/search_settings.h"

#include <QTest>

#include <map>

using namespace headroom;

namespace {

constexpr int defaultQuestions = 48;
constexpr std::size_t listed
    = 3; ///< results of a question, the recommended one and its own besides

/// A plan that was asked about, and how its user gets to it.
struct Question
{
    LoadedPlan file;
    std::vector<std::string> settings; ///< overrides of the file
    LoadedPlan asked; ///< with them
};

/// The question with a result's settings on top, all of them said at once as --set says them.
LoadedPlan withSettings(const Question &question, const std::vector<FieldChange> &settings)
{
    LoadedPlan plan = question.file;
    std::vector<std::string> all = question.settings;
    for (const FieldChange &change : settings)
        all.push_back(change.path + '=' + change.value);
    const Problems problems = applySettings(plan, all);
    if (!problems.empty())
        qFatal("%s", errorLines(problems).c_str());
    return plan;
}

class Questions
{
public:
    Question draw()
    {
        Question question;
        if (m_draws.chance(50))
            question.file.plan = m_draws.draw().plan;
        else
            ofExample(question);
        question.asked = withSettings(question, {});
        return question;
    }

private:
    /// An example in the words of another framework, on fewer or other machines, tuned otherwise.
    void ofExample(Question &question)
    {
        const auto ids = fixture().library().planIds();
        question.file = *loadPlan(*fixture().library().planPath(ids[m_draws.below(ids.size())]));
        std::vector<std::string> &settings = question.settings;
        const auto set = [&settings](const char *path, const std::string &value) {
            settings.push_back(std::string(path) + '=' + value);
        };
        const HardwareChoice &hardware = question.file.plan.hardware;
        if (hardware.nodes > 8)
            set("hardware.nodes", m_draws.oneOf({ "4", "8" }));
        if (question.file.plan.workload.globalBatchSequences > 256)
            set("workload.global_batch_sequences", m_draws.oneOf({ "128", "192" }));
        const auto chip = fixture().library().accelerator(hardware.accelerator);
        const bool isTpu = (*chip)->kind == AcceleratorKind::Tpu;
        if (isTpu && m_draws.chance(80))
            set("framework", m_draws.oneOf({ "maxtext", "jax" }));
        else if (m_draws.chance(80))
            set("framework",
                m_draws.oneOf({ "maxtext", "jax", "megatron", "torchtitan", "deepspeed", "hf" }));
        if (m_draws.chance(40))
            set("tuning.method", m_draws.oneOf({ "full", "lora", "qlora" }));
        if (m_draws.chance(30))
            set("parallelism.tensor", m_draws.oneOf({ "1", "2", "4" }));
        if (m_draws.chance(20))
            set("parallelism.zero_stage", m_draws.oneOf({ "1", "2" }));
        if (m_draws.chance(20))
            set("precision.weights", "bf16");
    }

    DrawnPlans m_draws { { "maxtext", "jax", "megatron", "torchtitan", "deepspeed", "hf" } };
};

Result<SearchOutcome> found(const Question &question)
{
    SearchRequest request;
    request.plan = question.asked.plan;
    request.top = listed;
    request.threads = 1;
    request.free = defaultFreeSettings();
    std::erase_if(request.free, [&question](const std::string &path) {
        return std::ranges::find(question.asked.setPaths, path) != question.asked.setPaths.end();
    });
    return searchConfigurations(fixture().tools().estimator, request);
}

/// Why a listed result cannot be launched, or is not what was listed; empty: it is and can.
std::string fault(const Question &question, const SearchRow &row)
{
    const LoadedPlan plan = withSettings(question, row.settings);
    const Result<ResolvedPlan> resolved = resolvePlan(plan.plan, fixture().library());
    if (!resolved)
        return errorLines(resolved.errors());
    if (const auto broken = brokenRules(*resolved); !broken.empty())
        return errorText(broken.front().error);
    if (fixture().tools().estimator.estimate(*resolved) != row.estimate)
        return "another estimate";
    const ExportTarget *target = firstTarget(*resolved);
    if (!target)
        return "no target";
    const auto files = fixture().files(*resolved, target->id, false);
    return files ? std::string {} : target->id + std::string(": ") + errorLines(files.errors());
}

} // namespace

class ListedResultsTest : public QObject
{
    Q_OBJECT

private slots:
    /// Whatever is asked, each listed result is taken by `--set` as it is listed, gives the figures
    /// that were listed, and is exported for the question's framework.
    void everyListedResultExports()
    {
        const int wanted = qEnvironmentVariableIntValue("HEADROOM_QUESTIONS");
        const int questions = wanted > 0 ? wanted : defaultQuestions;
        Questions draws;
        std::map<std::string, int> answered, tuned;
        QStringList faults;
        int asked = 0, results = 0, refused = 0, empty = 0;
        for (int answers = 0; answers < questions && asked < 4 * questions; ++asked) {
            const Question question = draws.draw();
            const Result<SearchOutcome> outcome = found(question);
            refused += outcome ? 0 : 1;
            empty += outcome && outcome->rows.empty();
            if (!outcome || outcome->rows.empty())
                continue;
            ++answers;
            const Plan &plan = question.asked.plan;
            ++answered[plan.framework];
            tuned[plan.framework] += isAdapted(plan);
            for (const SearchRow &row : outcome->rows) {
                ++results;
                if (const std::string text = fault(question, row); !text.empty())
                    faults.append(QString::fromStdString(text + " | " + fieldsText(plan)));
            }
        }
        QString counts;
        for (const auto &[framework, count] : answered)
            counts += QStringLiteral(" %1 %2 (%3 tuned)")
                          .arg(QString::fromStdString(framework))
                          .arg(count)
                          .arg(tuned[framework]);
        qInfo("%d questions, %d without a valid point, %d that nothing fits, %d results;%s", asked,
            refused, empty, results, qPrintable(counts));
        QVERIFY2(faults.isEmpty(),
            qPrintable(QStringLiteral("%1 of %2 cannot be launched:\n%3")
                           .arg(faults.size())
                           .arg(results)
                           .arg(faults.mid(0, 40).join(QLatin1Char('\n')))));
        QVERIFY(results > 2 * questions);
        QCOMPARE(int(answered.size()), 6);
    }
};

QTEST_GUILESS_MAIN(ListedResultsTest)
#include "tst_listed_results.moc"
