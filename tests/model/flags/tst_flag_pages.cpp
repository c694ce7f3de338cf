#include "flag_advice_fixture.h"

#include "model/estimate/estimator.h"
#include "model/flags/catalogue/flag_settings.h"
#include "model/flags/catalogue/flag_status.h"
#include "model/flags/catalogue/flag_texts.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

using namespace headroom;

namespace {

/// What a switch has to move to be said to move something: a share of the step or of the peak.
constexpr double minMove = 1e-4;

const FlagTextLibrary &texts()
{
    static const auto loaded = FlagTextLibrary::load({ HEADROOM_PROFILES, {} });
    if (!loaded)
        qFatal("%s", errorText(loaded.errors().front()).c_str());
    return **loaded;
}

/// Everything that the advice would set is left alone.
Plan withoutAdvice(Plan plan)
{
    for (const FlagAdvice &advice : advisor(plan).advice(resolved(plan)))
        if (advice.kind == AdviceKind::Set)
            plan.flags.emplace(advice.name, "default");
    return plan;
}

/// Twenty plans, and those in which much overlaps once more without the advice.
const std::vector<Plan> &flipPlans()
{
    static const std::vector<Plan> made = [] {
        std::vector<Plan> plans = manyPlans();
        Plan hybrid = h100Plan();
        hybrid.hardware.nodes = 4;
        hybrid.parallelism.data = 4;
        hybrid.workload.globalBatchSequences = 128;
        plans.push_back(hybrid);
        Plan stages = h100Plan();
        stages.hardware.nodes = 4;
        stages.parallelism.fsdp = 4;
        stages.parallelism.tensor = 2;
        stages.parallelism.pipeline = 4;
        stages.workload.globalBatchSequences = 128;
        plans.push_back(stages);
        const std::size_t count = plans.size();
        for (std::size_t i = 0; i < count; ++i)
            plans.push_back(withoutAdvice(plans[i]));
        return plans;
    }();
    return made;
}

/// Values between which a switch may move something.
std::vector<std::string> candidateValues(const FlagEntry &entry)
{
    switch (entry.type) {
    case FlagType::Bool:
        return { "false", "true" };
    case FlagType::Integer:
        return { "0", "1", "2", "4", "1024", "1099511627776" };
    case FlagType::Real:
        return { "0.0", "0.3", "0.9", "1.0" };
    case FlagType::Text:
        return { "", "x", "backend:native", "expandable_segments:True" };
    case FlagType::Enum:
    case FlagType::List:
        break;
    }
    std::vector<std::string> words = entry.values;
    if (words.empty()) { // a variable whose values are a sentence
        std::string text = entry.valuesText;
        std::ranges::replace_if(
            text, [](char letter) { return letter == '|' || letter == ';'; }, ' ');
        std::istringstream parts { text };
        for (std::string word; parts >> word;)
            words.push_back(word);
    }
    words.emplace_back();
    words.emplace_back("Ring");
    return words;
}

/// The newest release that has the name, and for what the estimate may read the oldest as well.
std::vector<JaxlibVersion> releasesWith(const FlagEntry &entry)
{
    std::vector<JaxlibVersion> with;
    for (const JaxlibVersion &release : shippedCatalogue()->releases().examined())
        if (statusAt(entry, release).presence == FlagPresence::Present)
            with.push_back(release);
    if (with.empty())
        return with;
    for (std::size_t i = 0; i < settingCount; ++i)
        if (entry.name == settingName(static_cast<Setting>(i)) && with.size() > 1)
            return { with.back(), with.front() };
    return { with.back() };
}

/// What a page can say of a name: that it moves the step, and that it moves memory.
enum class Kind { Time, Memory };
/// With the first plan and value that move it.
using Moves = std::map<Kind, std::string>;

bool differs(double a, double b, double scale)
{
    return std::abs(a - b) > minMove * scale;
}

bool movesMemory(const MemoryEstimate &a, const MemoryEstimate &b)
{
    const double scale = b.peak.value();
    return differs(a.peak.value(), b.peak.value(), scale)
        || differs(a.budget.value(), b.budget.value(), scale)
        || differs(a.outsidePool.value(), b.outsidePool.value(), scale)
        || differs(a.host.value(), b.host.value(), scale);
}

Kind kindOf(const FlagTermEffect &effect)
{
    return timeTermById(effect.term) ? Kind::Time : Kind::Memory;
}

/// Equal effects are equal estimates: nothing else of the flags reaches the formulas.
void addMoves(const FlagEntry &entry, const JaxlibVersion &release, Moves &moves)
{
    for (const Plan &plan : flipPlans()) {
        Plan here = plan;
        here.software.jaxlib = release.text();
        ResolvedPlan base = resolved(here);
        base.plan.flags[entry.name] = "default";
        const FlagEffects plain = flaggedEstimator().flagsOf(base);
        std::optional<Estimate> without;
        for (const std::string &value : candidateValues(entry)) {
            ResolvedPlan flipped = base;
            flipped.plan.flags[entry.name] = value;
            if (checkValue(entry, value, release).fault != ValueFault::None
                || flaggedEstimator().flagsOf(flipped) == plain)
                continue;
            if (!without)
                without = flaggedEstimator().estimate(base);
            const Estimate with = flaggedEstimator().estimate(flipped);
            const std::string where = plan.name + (plan.flags.empty() ? "" : " without the advice")
                + ", " + value + " at " + release.text();
            const double step = without->time.step.value();
            if (differs(with.time.step.value(), step, step))
                moves.emplace(Kind::Time, where);
            if (movesMemory(with.memory, without->memory))
                moves.emplace(Kind::Memory, where);
        }
    }
}

} // namespace

class TestFlagPages : public QObject
{
    Q_OBJECT

private slots:
    /// Every name of the catalogue is flipped on twenty plans, with the other advice and without,
    /// and its page lists a term of the step where the step moves, one of memory where memory
    /// does. That listed effects move something is held by their witnesses (tst_flag_witnesses).
    void whatMovesIsOnThePage()
    {
        QVERIFY(flipPlans().size() >= 40);
        int moves = 0, rests = 0, open = 0;
        QStringList silent;
        for (const FlagEntry &entry : shippedCatalogue()->entries()) {
            Moves moved;
            for (const JaxlibVersion &release : releasesWith(entry))
                addMoves(entry, release, moved);
            const FlagTexts *text = texts().find(entry.name);
            for (const auto &[kind, where] : moved)
                if (!text || std::ranges::find(text->effects, kind, kindOf) == text->effects.end())
                    silent << QString::fromStdString(entry.name
                        + (kind == Kind::Time ? ": the step (" : ": memory (") + where + ')');
            const bool isStill = moved.empty() && (!text || text->effects.empty());
            moves += !isStill;
            rests += isStill;
            open += isStill && text && !text->notModelled.empty();
        }
        qInfo("%d names move something, %d do not, of which %d say what is not modelled", moves,
            rests, open);
        QVERIFY(moves > 40);
        QVERIFY2(silent.isEmpty(),
            qPrintable(QString::number(silent.size()) + " moves are on no page:\n  "
                + silent.join("\n  ")));
    }
};

QTEST_GUILESS_MAIN(TestFlagPages)
#include "tst_flag_pages.moc"
