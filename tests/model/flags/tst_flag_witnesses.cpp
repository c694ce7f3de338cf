#include "flag_advice_fixture.h"

#include "model/estimate/estimator.h"
#include "model/flags/advice/flag_proposals.h"
#include "model/flags/catalogue/flag_status.h"
#include "model/flags/catalogue/flag_texts.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

/// What an effect has to move: a share of the step or of the peak.
constexpr double minMove = 1e-4;

const FlagTextLibrary &texts()
{
    static const auto loaded = FlagTextLibrary::load({ HEADROOM_PROFILES, {} });
    if (!loaded)
        qFatal("%s", errorText(loaded.errors().front()).c_str());
    return **loaded;
}

/// The term or size as a share of the step or of the peak.
double shareOf(const Estimate &estimate, const std::string &term, const Estimate &scale)
{
    if (const auto time = timeTermById(term))
        return estimate.time.terms[*time] / scale.time.step;
    const MemoryEstimate &memory = estimate.memory;
    const auto known = memoryTermById(term);
    const Bytes amount = known ? memory.terms[*known]
        : term == "budget"     ? memory.budget
        : term == "host"       ? memory.host
                               : memory.outsidePool;
    return amount / scale.memory.peak;
}

Estimate witnessed(const FlagWitness &witness, const std::string &name, const std::string &value)
{
    std::vector<std::string> set = witness.set;
    set.push_back("flags." + name + '=' + value);
    const auto plan = openCheckedPlan(witness.plan, set, shippedLibrary());
    if (!plan)
        qFatal("%s: %s", name.c_str(), errorText(plan.errors().front()).c_str());
    return flaggedEstimator().estimate(plan->resolved);
}

} // namespace

class TestFlagWitnesses : public QObject
{
    Q_OBJECT

private slots:
    /// Each effect of the catalogue, flipped on its witness plan, moves its term as it says.
    void everyEffectIsSeen()
    {
        int seen = 0;
        for (const auto &[name, text] : texts().all())
            for (const FlagTermEffect &effect : text.effects) {
                const Estimate off = witnessed(effect.witness, name, effect.witness.off);
                const Estimate on = witnessed(effect.witness, name, effect.witness.on);
                const double move = shareOf(on, effect.term, off) - shareOf(off, effect.term, off);
                const double wanted = effect.direction == "more" ? move : -move;
                QVERIFY2(wanted > minMove,
                    qPrintable(QString("%1 moves %2 by %3 %")
                                   .arg(name.c_str(), effect.term.c_str())
                                   .arg(100 * move)));
                ++seen;
            }
        QVERIFY(seen >= 15);
    }

    /// A switch of which no effect is listed moves nothing on any example plan.
    void whatMovesIsListed()
    {
        for (const Plan &plan : examplePlans()) {
            const ResolvedPlan here = resolved(plan);
            for (std::size_t i = 0; i < settingCount; ++i) {
                const std::string name = settingName(static_cast<Setting>(i));
                const FlagEntry *entry = shippedCatalogue()->find(name);
                const FlagTexts *text = texts().find(name);
                if (!entry || entry->type != FlagType::Bool || (text && !text->effects.empty()))
                    continue;
                // A name that the release does not have ends the program, whatever it says.
                const auto jaxlib = shippedCatalogue()->releases().choose(here.releases.jaxlib);
                if (!jaxlib || statusAt(*entry, jaxlib->answers).presence != FlagPresence::Present)
                    continue;
                ResolvedPlan off = here, on = here;
                off.plan.flags[name] = "false";
                on.plan.flags[name] = "true";
                const Estimate a = flaggedEstimator().estimate(off),
                               b = flaggedEstimator().estimate(on);
                QVERIFY2(a.time.step == b.time.step && a.memory.peak == b.memory.peak
                        && a.memory.budget == b.memory.budget,
                    qPrintable(QString::fromStdString(name + " on " + plan.name)));
            }
        }
    }

    /// A change has an interval round it; an assumed multiplier may as well do nothing.
    void changesHaveIntervals()
    {
        for (const Plan &plan : examplePlans()) {
            const ResolvedPlan here = resolved(plan);
            for (const FlagProposal &proposal :
                flagProposals(advisor(plan), texts(), here, flaggedEstimator())) {
                for (const Change &change : { proposal.change.step, proposal.change.peak }) {
                    QVERIFY(std::isfinite(change.p10) && std::isfinite(change.p90));
                    QVERIFY(change.p10 <= change.middle && change.middle <= change.p90);
                    QVERIFY(change.middle == 0 || change.p10 < change.p90);
                }
                if (proposal.advice.name == settingName(Setting::MaxConnections)
                    && proposal.change.step.middle < 0) {
                    QVERIFY(proposal.change.step.reachesZero());
                    QVERIFY(proposalText(proposal).find(" may ") != std::string::npos);
                }
            }
        }
    }

    /// What by the estimate costs more than it brings is not to be set.
    void nothingThatCostsMoreIsSet()
    {
        int set = 0;
        for (const Plan &plan : manyPlans())
            for (const FlagProposal &proposal :
                flagProposals(advisor(plan), texts(), resolved(plan), flaggedEstimator())) {
                if (proposal.proposal != ProposalClass::Set)
                    continue;
                ++set;
                const double step = proposal.change.step.middle;
                const double peak = proposal.change.peak.middle;
                QVERIFY2(step < 0 || peak < 0 || (step == 0 && peak == 0),
                    qPrintable(QString::fromStdString(proposal.advice.name + " on " + plan.name)));
            }
        QVERIFY(set > 20);
    }
};

QTEST_GUILESS_MAIN(TestFlagWitnesses)
#include "tst_flag_witnesses.moc"
