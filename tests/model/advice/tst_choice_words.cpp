// Every remat policy and recipe says what it does to a plan, from the plan's own numbers.
#include "tests/model/shipped.h"

#include "model/advice/choice_words.h"
#include "model/base/wording/messages.h"
#include "model/rules/broken_rules.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <set>

using namespace headroom;

class ChoiceWordsTest : public QObject
{
    Q_OBJECT

private slots:
    /// Of the policies that the plan can take, each says something of its own.
    void everyPolicyHasATextOfItsOwn()
    {
        const ResolvedPlan plan = resolved("llama3.1-8b-h100-node", {});
        std::set<std::string> texts;
        int valid = 0;
        for (const std::string &id : shippedLibrary().rematPolicyIds()) {
            const auto words = policyWords(plan, id, shippedLibrary(), answer());
            if (isRefused(words))
                continue;
            ++valid;
            QVERIFY2(words.size() >= 4, id.c_str());
            texts.insert(textOf(words));
        }
        QVERIFY(valid >= 10);
        // Such as are other names of one policy come to the same.
        QVERIFY2(static_cast<int>(texts.size()) >= valid - 5, qPrintable(QString::number(valid)));
    }

    /// What the plan cannot take says which rule forbids it, and what to do.
    void whatIsRefusedSaysWhy()
    {
        const ResolvedPlan plan = resolved("llama3.1-8b-h100-node", {});
        const auto recipe = [&](const char *id) {
            return textOf(recipeWords(plan, id, shippedLibrary(), answer()));
        };
        QVERIFY2(recipe("fp4").find("it is for TPUs") != std::string::npos, recipe("fp4").c_str());
        QVERIFY2(recipe("te_mxfp8").find("needs compute capability 10.0") != std::string::npos,
            recipe("te_mxfp8").c_str());
        QVERIFY(recipe("te_fp8_delayedscaling").find("gradient accumulation") != std::string::npos);
        QVERIFY(recipe("fp8_current").find("MaxText") != std::string::npos);
        const std::string policy
            = textOf(policyWords(plan, "selective", shippedLibrary(), answer()));
        QVERIFY2(policy.starts_with("selective is not possible in this plan: "), policy.c_str());
    }

    void theNextRungKeepsLess()
    {
        const ResolvedPlan plan = resolved("llama3.1-8b-h100-node", {});
        for (const std::string &id : shippedLibrary().rematPolicyIds()) {
            for (const Message &message : policyWords(plan, id, shippedLibrary(), answer())) {
                if (message.id != "policy-next" && message.id != "policy-next-better")
                    continue;
                const std::string next = *Operand(message.operands.front()).name();
                QVERIFY2(peak(plan.plan, next) < peak(plan.plan, id), id.c_str());
            }
        }
    }

    void whatDoesNotFitSaysSo()
    {
        const ResolvedPlan plan
            = resolved("llama3.1-8b-h100-node", { "parallelism.micro_batch_sequences=4" });
        const auto words = policyWords(plan, "minimal_with_context", shippedLibrary(), answer());
        const bool isTooLarge = std::ranges::any_of(
            words, [](const Message &message) { return message.id == "choice-too-large"; });
        const auto estimate = answer()(with(plan.plan, "minimal_with_context"));
        QVERIFY(estimate && !estimate->memory.fits);
        QVERIFY(isTooLarge);
    }

    void everyRecipeHasATextOfItsOwn()
    {
        const ResolvedPlan plan = resolved("llama3.1-8b-h100-node",
            { "workload.global_batch_sequences=8" }); // some recipes refuse accumulation
        int valid = 0;
        std::set<std::string> texts;
        for (const std::string &id : shippedLibrary().recipeIds()) {
            const auto words = recipeWords(plan, id, shippedLibrary(), answer());
            if (isRefused(words))
                continue;
            ++valid;
            texts.insert(textOf(words));
        }
        QVERIFY(valid >= 3);
        QVERIFY(texts.size() >= 3);
        const std::string none = textOf(recipeWords(plan, "none", shippedLibrary(), answer()));
        QVERIFY2(none.starts_with("Matrix multiplications stay in bf16."), none.c_str());
        const std::string fp8 = textOf(recipeWords(plan, "fp8", shippedLibrary(), answer()));
        QVERIFY2(fp8.find("less than without a recipe") != std::string::npos, fp8.c_str());
    }

private:
    ResolvedPlan resolved(const char *example, const std::vector<std::string> &settings)
    {
        const auto plan = openCheckedPlan(example, settings, shippedLibrary());
        if (!plan)
            qFatal("%s", errorText(plan.errors().front()).c_str());
        return plan->resolved;
    }
    static Plan with(Plan plan, const std::string &policy)
    {
        plan.remat.policy = policy;
        return plan;
    }
    PlanAnswer answer()
    {
        return [this](const Plan &plan) -> std::optional<Estimate> {
            const auto found = resolvePlan(plan, shippedLibrary());
            if (!found || !brokenRules(*found).empty())
                return std::nullopt;
            return flaggedEstimator().estimate(*found);
        };
    }
    double peak(const Plan &plan, const std::string &policy)
    {
        const auto estimate = answer()(with(plan, policy));
        return estimate ? estimate->memory.peak.value() : 0;
    }
    static bool isRefused(const std::vector<Message> &words)
    {
        return words.front().id == "choice-refused";
    }

    static std::string textOf(const std::vector<Message> &words)
    {
        std::string text;
        for (const Message &message : words)
            text += (text.empty() ? "" : " ") + messageText(message);
        return text;
    }
};

QTEST_GUILESS_MAIN(ChoiceWordsTest)
#include "tst_choice_words.moc"
