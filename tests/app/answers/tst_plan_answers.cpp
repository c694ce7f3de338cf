#include "plan_changes.h"
#include "recorded_answers.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

/// What rules say of plans that are changed in one field: a rule or remedy that says something else
/// is one line here.
class PlanAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void recordedPlansAreChecked()
    {
        AnswerBook book;
        for (const AskedPlan &plan : recordedPlans()) {
            std::vector<std::string> words { "check", plan.plan, "--format", "json" };
            for (const std::string &setting : plan.settings)
                words.insert(words.end(), { "--set", setting });
            book.add(plan.name, m_desk.ask(words), plan.plan);
        }
        compare(book, "plans/checked");
    }

    /// Every field at every value: what is refused or found, and nothing where all is well. Plans
    /// that get the same answer share it.
    void changes()
    {
        AnswerBook book;
        for (const std::string &change : singleChanges()) {
            std::vector<std::pair<std::string, std::string>> answers; ///< text, plans
            for (const AskedPlan &plan : variedPlans()) {
                std::vector<std::string> words { "check", plan.plan };
                for (const std::string &setting : plan.settings)
                    words.insert(words.end(), { "--set", setting });
                words.insert(words.end(), { "--set", change });
                const CommandResult answer = m_desk.ask(words);
                if (answer.messages.empty())
                    continue;
                const std::string text
                    = (answer.status == ExitStatus::Success ? "" : "refused\n") + answer.messages;
                const auto same
                    = std::ranges::find(answers, text, &std::pair<std::string, std::string>::first);
                if (same == answers.end())
                    answers.emplace_back(text, plan.name);
                else
                    same->second += ", " + plan.name;
            }
            for (const auto &[text, plans] : answers)
                book.add(change + " in " + plans, text);
        }
        compare(book, "plans/changes");
    }

private:
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }
    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(PlanAnswersTest)
#include "tst_plan_answers.moc"
