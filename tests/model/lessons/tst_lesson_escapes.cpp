#include "lesson_test_services.h"

#include <QTest>

#include <array>

using namespace headroom;

namespace {

/// A way round a task: another run instead of a better plan.
struct Escape
{
    const char *name;
    std::optional<RunPart> part; ///< that it changes; nothing: it is no other run
    FieldChange change;
};

std::vector<Escape> escapesOf(const Plan &start)
{
    const Workload &work = start.workload;
    const bool isTpu = start.hardware.accelerator.starts_with("tpu-");
    const std::string chip = isTpu ? "tpu-v5p" : "b300";
    const std::string other = isTpu ? "tpu-v6e" : "h200";
    const auto half
        = [](std::int64_t of) { return std::to_string(std::max<std::int64_t>(1, of / 2)); };
    return { { "a small model", RunPart::Model, { "model", "gpt2-small" } },
        { "a shorter sequence", RunPart::SequenceLength,
            { "workload.sequence_length", half(work.sequenceLength) } },
        { "an odd sequence", RunPart::SequenceLength, { "workload.sequence_length", "16385" } },
        { "half the batch", RunPart::GlobalBatch,
            { "workload.global_batch_sequences", half(work.globalBatchSequences) } },
        { "inference", RunPart::Mode, { "workload.mode", "inference" } },
        { "another chip", RunPart::Chip,
            { "hardware.accelerator", start.hardware.accelerator == chip ? other : chip } },
        { "twice the nodes", RunPart::Devices,
            { "hardware.nodes", std::to_string(2 * start.hardware.nodes) } },
        { "the whole memory", std::nullopt, { "flags.XLA_PYTHON_CLIENT_MEM_FRACTION", "1.0" } } };
}

} // namespace

/// Tries every way round every task, alone, after the wrong answers and after the right one.
class LessonEscapesTest : public QObject
{
    Q_OBJECT

private slots:
    void noEscapeSolvesATask()
    {
        int tries = 0, passByChecks = 0;
        QStringList solved, unsaid;
        for (const Lesson *lesson : m_lessons.lessons()) {
            const LessonPlans plans { *lesson, m_services.services() };
            for (const LessonTask &task : lesson->tasks) {
                const Plan start = *plans.plan(task.start);
                for (const Escape &escape : escapesOf(start)) {
                    // A number asked for is right with any pool.
                    if (escape.part ? task.frees.contains(*escape.part) : task.question.has_value())
                        continue;
                    std::vector<std::vector<FieldChange>> bases { {}, task.answer };
                    for (const WrongAnswer &wrong : task.wrong)
                        bases.push_back(wrong.changes);
                    for (std::size_t i = 0; i < bases.size(); ++i) {
                        // The right answer with the whole memory beside it is still right.
                        if (i == 1 && !escape.part)
                            continue;
                        std::vector<FieldChange> changes = bases[i];
                        changes.push_back(escape.change);
                        const auto outcome = outcomeOf(plans, task, start, changes);
                        if (!outcome) // a rule refuses the plan
                            continue;
                        ++tries;
                        const QString what = QString::fromStdString(lesson->id + '/' + task.id)
                            + ": " + escape.name + " after " + QString::number(i);
                        passByChecks += std::ranges::all_of(outcome->checks, &CheckOutcome::holds);
                        if (outcome->isSolved)
                            solved << what;
                        if (escape.part
                            && std::ranges::find(outcome->changed, *escape.part)
                                == outcome->changed.end())
                            unsaid << what;
                    }
                }
            }
        }
        qInfo("%d tries; the checks alone let %d pass", tries, passByChecks);
        QVERIFY(tries > 1000);
        QVERIFY2(solved.isEmpty(), qPrintable(solved.join('\n')));
        QVERIFY2(unsaid.isEmpty(), qPrintable(unsaid.join('\n')));
    }

    /// What a task names may change: the parts that its answer changes, and those it lists.
    void namedPartsAreFree()
    {
        int free = 0;
        for (const Lesson *lesson : m_lessons.lessons())
            for (const LessonTask &task : lesson->tasks) {
                for (const FieldChange &change : task.answer)
                    if (const auto part = runPartOf(change.path)) {
                        QVERIFY2(task.frees.contains(*part), task.id.c_str());
                        ++free;
                    }
            }
        QVERIFY(free > 0);
    }

private:
    static std::optional<TaskOutcome> outcomeOf(const LessonPlans &plans, const LessonTask &task,
        const Plan &start, const std::vector<FieldChange> &changes)
    {
        const Result<Plan> plan = plans.withChanges(start, changes);
        if (!plan)
            return std::nullopt;
        const Result<AnsweredPlan> learner = plans.answer(*plan);
        if (!learner)
            return std::nullopt;
        std::optional<double> given;
        if (task.question)
            if (const Result<double> number = plans.number(task.question->is, task, *learner))
                given = *number;
        const Result<TaskOutcome> outcome = plans.check(task, *learner, given);
        return outcome ? std::optional { *outcome } : std::nullopt;
    }

    LessonTestServices m_services;
    LessonLibrary m_lessons { LessonTestServices::directories() };
};

QTEST_GUILESS_MAIN(LessonEscapesTest)
#include "tst_lesson_escapes.moc"
