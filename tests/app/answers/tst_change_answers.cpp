#include "plan_changes.h"
#include "recorded_answers.h"

#include "model/advice/levers.h"
#include "model/advice/repair.h"
#include "model/advice/verdict.h"
#include "model/advice/what_if.h"
#include "model/flags/advice/flag_import.h"
#include "model/flags/advice/flag_trial.h"
#include "model/rules/broken_rules.h"

#include <QTest>

#include <fmt/format.h>

using namespace headroom;

namespace {

std::string changesText(const std::vector<FieldChange> &changes)
{
    std::string text;
    for (const FieldChange &change : changes)
        text += (text.empty() ? "" : ", ") + change.path + '=' + change.value;
    return text;
}

std::string costText(const Estimate &estimate)
{
    return fmt::format(
        "step {:.5g}, peak {:.5g}", estimate.time.step.value(), estimate.memory.peak.value());
}

} // namespace

/// What the window offers to change: how broken rules are mended, what one step of a field brings,
/// policies by their memory, tensors that move, flags that are pasted or tried.
class ChangeAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void repairsOfRules()
    {
        AnswerBook book;
        for (const AskedPlan &plan : variedPlans())
            for (const std::string &change : singleChanges()) {
                AskedPlan changed = plan;
                changed.settings.push_back(change);
                const auto opened = open(changed);
                if (!opened)
                    continue;
                std::string text;
                for (const RuleBreak &broken : brokenRules(opened->resolved)) {
                    text += broken.error.id + '\n';
                    for (const Repair &repair : repairs(opened->resolved, broken, m_desk.library()))
                        text += "  " + changesText(repair.changes) + '\n';
                }
                if (!text.empty())
                    book.add(plan.name + ' ' + change, text);
            }
        compare(book, "changes/repairs");
    }

    void steps()
    {
        AnswerBook book;
        for (const AskedPlan &plan :
            plansNamed({ "dense", "tpu 70b", "mixtral tensor", "qlora", "deepspeed 3" })) {
            const auto opened = open(plan);
            QVERIFY(opened.hasValue());
            const auto now = answer()(opened->resolved.plan);
            QVERIFY(now.has_value());
            const std::vector<WhatIf> all = allWhatIfs(opened->resolved.plan, answer());
            std::string text = verdictText(verdict(*now)) + '\n';
            for (const WhatIf &one : all)
                text += fmt::format("{} {}: {}: {}, doubt {}\n", one.path,
                    one.direction == StepDirection::Up ? "up" : "down", changesText(one.changes),
                    costText(one.estimate), static_cast<int>(doubt(one.estimate)));
            for (const char *id : { "weights", "gradients", "activations", "gemm", "exposed_fsdp",
                     "peak_bytes", "headroom_bytes", "step_seconds", "mfu", "nothing" }) {
                text += std::string { id } + " moves with";
                for (const std::string &path : fieldsThatMove(id, *now, all))
                    text += ' ' + path;
                text += '\n';
            }
            book.add(plan.name, text);
        }
        compare(book, "changes/steps");
    }

    void ladders()
    {
        AnswerBook book;
        for (const AskedPlan &plan : variedPlans()) {
            const auto opened = open(plan);
            QVERIFY(opened.hasValue());
            const ResolvedPlan &resolved = opened->resolved;
            std::string text;
            for (const RematRung &rung :
                rematLadder(resolved.plan, m_desk.library().rematPolicyIds(), answer()))
                text += fmt::format("{}{}: {}\n", rung.policy, rung.isPlan ? " (the plan's)" : "",
                    costText(rung.estimate));
            std::vector<PlacedTensor> placed;
            for (const auto &[tensor, place] : resolved.remat.tensors)
                placed.emplace_back(tensor, place);
            for (const TensorMove &move : tensorMoves(resolved.plan, placed, answer())) {
                text += fmt::format("{} from {} to {}: {:.5g} bytes, {}\n", move.tensor,
                    static_cast<int>(move.place), static_cast<int>(move.other),
                    move.deviceBytes.value(), move.estimate ? costText(*move.estimate) : "invalid");
                const Plan moved = planWithTensor(resolved.plan, placed, move.tensor, move.other);
                for (const auto &[tensor, place] : moved.remat.tensors)
                    text += fmt::format(" {}={}", tensor, static_cast<int>(place));
                text += '\n';
            }
            book.add(plan.name, text);
        }
        compare(book, "changes/ladders");
    }

    /// Every flag with values that its release may refuse, rename or do anyway.
    void flags()
    {
        AnswerBook book;
        const auto catalogue = m_desk.bench().catalogue();
        for (const char *settings : { "dense;", "dense;software.jaxlib=0.4.30",
                 "dense;software.jaxlib=0.6.0", "tpu 70b;", "torchtitan full;" }) {
            const std::string asked = settings;
            const std::size_t end = asked.find(';');
            AskedPlan plan = plansNamed({ asked.substr(0, end) }).front();
            if (end + 1 < asked.size())
                plan.settings.push_back(asked.substr(end + 1));
            plan.settings.emplace_back("flags.xla_gpu_enable_latency_hiding_scheduler=true");
            const auto opened = open(plan);
            QVERIFY(opened.hasValue());
            std::vector<FlagSetting> all { { "no_such_flag", "1" } };
            for (const FlagEntry &entry : (*catalogue)->entries())
                for (const char *value : { "true", "false", "0", "16", "text", "" })
                    all.push_back({ entry.name, value });
            std::map<std::string, std::string> kinds; ///< of a flag, by its values
            for (const FlagSetting &setting : all) {
                const auto import = importFlags(*catalogue, { &setting, 1 }, opened->resolved);
                QVERIFY(import.hasValue());
                for (const FlagImportChange &change : import->changes) {
                    std::string is
                        = fmt::format(" {}:{}", setting.value, static_cast<int>(change.kind));
                    for (const FlagSetting &to : change.to)
                        if (to.name != setting.name || to.value != setting.value)
                            is += '>' + to.name + '=' + to.value;
                    if (!change.before.empty())
                        is += " before " + change.before;
                    if (!change.why.empty())
                        is += ' ' + change.why;
                    kinds[setting.name] += is + (import->changesPlan ? "" : " same");
                }
            }
            const auto advisor = FlagAdvisor::make(*catalogue, opened->resolved);
            QVERIFY(advisor.hasValue());
            for (const auto &[name, is] : kinds) {
                std::string text = is;
                if (const auto trial = trialOf(*advisor, opened->resolved, name))
                    text += " tried with " + trial->value + (trial->isWritten ? " written" : "");
                book.add(asked + ' ' + name, text);
            }
        }
        compare(book, "changes/flags");
    }

private:
    Result<CheckedPlan> open(const AskedPlan &plan) const
    {
        return openPlan(plan.plan, plan.settings, m_desk.library());
    }
    PlanAnswer answer() const
    {
        static const Result<Estimator> estimator = m_desk.bench().estimator();
        return [this](const Plan &plan) -> std::optional<Estimate> {
            const auto resolved = resolvePlan(plan, m_desk.library());
            if (!resolved || !brokenRules(*resolved).empty())
                return std::nullopt;
            return estimator->estimate(*resolved);
        };
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(ChangeAnswersTest)
#include "tst_change_answers.moc"
