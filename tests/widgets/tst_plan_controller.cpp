#include "window_fixture.h"

#include "model/plan/fields/plan_fields.h"
#include "widgets/fields/field_editor.h"

#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include <algorithm>

using namespace headroom;

class PlanControllerTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void init()
    {
        m_controller = std::make_unique<PlanController>(m_fixture->services());
        Plan plan;
        plan.parallelism.fsdp = 8;
        m_controller->open(plan, {});
        m_controller->flush();
    }

    void manyEditsGiveOneEstimate()
    {
        QSignalSpy estimates(m_controller.get(), &PlanController::estimateChanged);
        m_controller->edit(QStringLiteral("parallelism.fsdp"), QStringLiteral("4"));
        m_controller->edit(QStringLiteral("parallelism.tensor"), QStringLiteral("2"));
        QCOMPARE(estimates.count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(estimates.count(), 1, windowPatience);
        QVERIFY(!m_controller->isStale());
    }

    void keystrokesInOneFieldAreOneStep()
    {
        for (const char *text : { "1", "16", "164" })
            m_controller->edit(
                QStringLiteral("workload.global_batch_sequences"), QString::fromLatin1(text));
        QCOMPARE(m_controller->history()->count(), 1);
        m_controller->endEdit();
        m_controller->edit(QStringLiteral("workload.global_batch_sequences"), QStringLiteral("8"));
        QCOMPARE(m_controller->history()->count(), 2);
        m_controller->history()->undo();
        QCOMPARE(m_controller->plan().workload.globalBatchSequences, 164);
    }

    void typingBackToTheOldValueLeavesNoStep()
    {
        m_controller->edit(QStringLiteral("parallelism.fsdp"), QStringLiteral("80"));
        m_controller->edit(QStringLiteral("parallelism.fsdp"), QStringLiteral("8"));
        QCOMPARE(m_controller->history()->count(), 0);
        QVERIFY(!m_controller->isModified());
    }

    void rejectedTextKeepsPlanAndLastGoodResult()
    {
        const Plan before = m_controller->plan();
        const Estimate answer = *m_controller->estimate();
        m_controller->edit(QStringLiteral("parallelism.tensor"), QStringLiteral("zero"));
        m_controller->flush();
        QVERIFY(m_controller->plan() == before);
        QVERIFY(m_controller->isStale());
        QVERIFY(*m_controller->estimate() == answer);
        QCOMPARE(m_controller->text(QStringLiteral("parallelism.tensor")), QStringLiteral("zero"));
        QCOMPARE(
            m_controller->problems().front().primaryPath, QStringLiteral("parallelism.tensor"));
        m_controller->edit(QStringLiteral("parallelism.tensor"), QStringLiteral("1"));
        m_controller->flush();
        QVERIFY(!m_controller->isStale());
    }

    /// What is typed and not accepted is one step; undo takes it out, redo brings it back.
    void refusedTextIsAStep()
    {
        const QString path = QStringLiteral("parallelism.tensor");
        const Plan before = m_controller->plan();
        for (const char *text : { "2", "20", "20x" })
            m_controller->edit(path, QLatin1String(text));
        m_controller->endEdit();
        m_controller->flush();
        QVERIFY(m_controller->plan() == before);
        QCOMPARE(m_controller->history()->count(), 1);
        QCOMPARE(m_controller->history()->undoText(),
            QStringLiteral("Tensor parallel 1 \u2192 20x (not valid)"));
        m_controller->history()->undo();
        m_controller->flush();
        QVERIFY(!m_controller->isStale());
        QCOMPARE(m_controller->text(path), QStringLiteral("1"));
        m_controller->history()->redo();
        m_controller->flush();
        QVERIFY(m_controller->isStale());
        QCOMPARE(m_controller->text(path), QStringLiteral("20x"));
        QVERIFY(m_controller->plan() == before);
    }

    /// An unfinished word on the way to a value, or back to the one that was there, leaves no step.
    void refusedTextOnTheWayLeavesNoStep()
    {
        const QString path = QStringLiteral("parallelism.tensor");
        for (const char *text : { "", "x", "1" })
            m_controller->edit(path, QLatin1String(text));
        QCOMPARE(m_controller->history()->count(), 0);
        QVERIFY(!m_controller->isModified());
        for (const char *text : { "", "x", "2" })
            m_controller->edit(path, QLatin1String(text));
        QCOMPARE(m_controller->history()->count(), 1);
        QCOMPARE(m_controller->history()->undoText(), QStringLiteral("Tensor parallel 1 \u2192 2"));
    }

    /// A text that is refused in another field stays while the next one is typed.
    void refusedTextsOfTwoFieldsStay()
    {
        const QString first = QStringLiteral("parallelism.tensor");
        const QString second = QStringLiteral("parallelism.fsdp");
        m_controller->edit(first, QStringLiteral("x"));
        m_controller->endEdit();
        m_controller->edit(second, QStringLiteral("y"));
        m_controller->flush();
        QVERIFY(m_controller->isRefused(first) && m_controller->isRefused(second));
    }

    void everyRejectedNumberIsExplained_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
            { "0", "-4", "1e30", "2.5", "", "abc", "nan", "inf", "9999999999999999999" })
            QTest::newRow(*text ? text : "empty") << QString::fromLatin1(text);
    }
    void everyRejectedNumberIsExplained()
    {
        QFETCH(QString, text);
        m_controller->edit(QStringLiteral("parallelism.fsdp"), text);
        m_controller->flush();
        QVERIFY(m_controller->isStale());
        const PlanProblem problem = m_controller->problems().front();
        QVERIFY(!problem.text.isEmpty());
        // The remedy is what the plan still has.
        QVERIFY(!problem.repairs.empty());
        m_controller->apply(problem.repairs.front().changes, QStringLiteral("repair"));
        m_controller->flush();
        QVERIFY(!m_controller->isStale());
        QVERIFY(m_controller->text(QStringLiteral("parallelism.fsdp")) != text);
    }

    void brokenRuleOffersARepairThatWorks()
    {
        m_controller->edit(QStringLiteral("parallelism.fsdp"), QStringLiteral("16"));
        m_controller->flush();
        QVERIFY(m_controller->isStale());
        const PlanProblem problem = m_controller->problems().front();
        QCOMPARE(problem.primaryPath, QStringLiteral("parallelism.fsdp"));
        QVERIFY(!problem.repairs.empty());
        m_controller->apply(problem.repairs.front().changes, QStringLiteral("repair"));
        m_controller->flush();
        QVERIFY(!m_controller->isStale());
    }

    void unknownModelStandsAtItsField()
    {
        m_controller->edit(QStringLiteral("model"), QStringLiteral("llama3.1-9b"));
        m_controller->flush();
        QCOMPARE(m_controller->problems().front().primaryPath, QStringLiteral("model"));
    }

    /// A text that is wrong whatever the other fields hold stays in its field, with its reason.
    void aBadValueNeverEntersThePlan_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        const auto row = [](const char *id, const char *path, const char *text) {
            QTest::addRow("%s %s", id, path)
                << QString::fromLatin1(path) << QString::fromLatin1(text)
                << QString::fromLatin1(id);
        };
        row("unknown-model", "model", "zzzzzzzz");
        row("unknown-model-near", "model", "llama3.1-9b");
        row("unknown-accelerator", "hardware.accelerator", "zzzzzzzz");
        row("unknown-accelerator-near", "hardware.accelerator", "h100-sxn");
        row("unknown-remat-policy", "remat.policy", "zzzzzzzz");
        row("unknown-remat-policy-near", "remat.policy", "minimol");
        row("unknown-recipe", "precision.recipe", "zzzzzzzz");
        row("unknown-recipe-near", "precision.recipe", "fp8_delaied");
        row("rule-mesh-axis-unknown", "parallelism.mesh.ici.zzz", "8");
        for (const PlanField &field : planFields()) {
            const char *path = field.path.c_str();
            switch (field.kind) {
            case FieldKind::Real:
                row("not-a-number", path, "abc");
                row("out-of-range", path, "1e300");
                break;
            case FieldKind::Integer:
            case FieldKind::IntegerList:
                row("not-a-number", path, "abc");
                row("out-of-range", path, "1e30");
                row(field.range.most < 1 ? "out-of-range" : "not-an-integer", path, "1.5");
                break;
            case FieldKind::Boolean:
                row("not-a-boolean", path, "perhaps");
                break;
            case FieldKind::Choice:
            case FieldKind::WordList:
                row("not-a-choice", path, "zzzzzzzz");
                break;
            case FieldKind::Text:
                if (field.isRelease)
                    row("rule-release-form", path, "0.6.x");
            }
        }
        for (const char *path : { "job.partition", "job.account", "job.container" })
            row("rule-job-word", path, "two words");
        for (const char *path : { "job.checkpoint_folder", "job.data_path", "job.tokenizer" })
            row("rule-job-path", path, "-rf");
    }
    void aBadValueNeverEntersThePlan()
    {
        QFETCH(QString, path);
        QFETCH(QString, text);
        QFETCH(QString, id);
        const Plan before = m_controller->plan();
        // As it is typed: every beginning that is a value is a step, and the last leaves none.
        for (int length = 1; length <= text.size(); ++length)
            m_controller->edit(path, text.left(length));
        m_controller->flush();
        QVERIFY2(m_controller->plan() == before, qPrintable(m_controller->text(path)));
        QCOMPARE(m_controller->text(path), text);
        QVERIFY(m_controller->isRefused(path));
        const PlanProblem problem = m_controller->problems().front();
        QCOMPARE(QString::fromStdString(problem.id), id);
        QCOMPARE(problem.primaryPath, path);
        QVERIFY(!problem.repairs.empty());
    }

    /// The same for an activation tensor that is placed by hand.
    void anUnknownTensorNeverEntersThePlan()
    {
        m_controller->edit(QStringLiteral("remat.policy"), QStringLiteral("custom"));
        const Plan before = m_controller->plan();
        const QString path = QStringLiteral("remat.tensors.zzzzzzzz");
        m_controller->edit(path, QStringLiteral("device"));
        m_controller->flush();
        QVERIFY(m_controller->plan() == before);
        QCOMPARE(m_controller->problems().front().id, std::string("rule-remat-tensor-unknown"));
        QCOMPARE(m_controller->problems().front().primaryPath, path);
    }

    void undoAfterEachFieldRestoresAnEqualPlan_data()
    {
        QTest::addColumn<QString>("path");
        for (const PlanField &field : planFields())
            QTest::newRow(field.path.c_str()) << QString::fromStdString(field.path);
    }
    void undoAfterEachFieldRestoresAnEqualPlan()
    {
        QFETCH(QString, path);
        const PlanField &field = *planField(path.toStdString());
        const Plan before = m_controller->plan();
        const QString present = m_controller->text(path);
        const QString other = field.kind == FieldKind::Boolean
            ? (present == QLatin1String("true") ? QStringLiteral("false") : QStringLiteral("true"))
            : field.kind == FieldKind::Choice || field.kind == FieldKind::WordList
            ? QString::fromStdString(field.choices.front() == present.toStdString()
                    ? field.choices.back()
                    : field.choices.front())
            : field.ids != IdSource::None   ? anotherName(field.ids, present)
            : field.isRelease               ? QStringLiteral("0.4.30")
            : field.range.most < 1          ? QStringLiteral("0.5")
            : present == QLatin1String("3") ? QStringLiteral("2")
                                            : QStringLiteral("3");
        m_controller->edit(path, other);
        QVERIFY(m_controller->plan() != before);
        m_controller->history()->undo();
        QVERIFY(m_controller->plan() == before);
        m_controller->history()->redo();
        QCOMPARE(m_controller->text(path), other);
    }

    void anotherFrameworkDropsItsOptionsInOneStep()
    {
        m_controller->edit(QStringLiteral("options.vocab_tiling"), QStringLiteral("4"));
        m_controller->endEdit();
        const Plan before = m_controller->plan();
        const int steps = m_controller->history()->count();
        QSignalSpy notes(m_controller.get(), &PlanController::noted);
        m_controller->edit(QStringLiteral("framework"), QStringLiteral("torchtitan"));
        QCOMPARE(m_controller->plan().options.vocabTiling, 1);
        QCOMPARE(m_controller->history()->count(), steps + 1);
        QCOMPARE(notes.count(), 1);
        const QString note = notes.front().front().toString();
        QVERIFY2(note.contains(QLatin1String("options.vocab_tiling=4")), qPrintable(note));
        m_controller->history()->undo();
        QVERIFY(m_controller->plan() == before);
        // The same through a change of several fields, as advice and lessons make it.
        m_controller->apply(
            { { "framework", "megatron" }, { "remat.policy", "full" } }, QStringLiteral("Change"));
        QCOMPARE(m_controller->plan().options.vocabTiling, 1);
        QCOMPARE(notes.count(), 2);
    }

    void optionsThatTheFrameworkLacksCannotBeSet()
    {
        const PlanField &field = *planField("options.vocab_tiling");
        FieldEditor editor(*m_controller, field, nullptr);
        QVERIFY(editor.input()->isEnabled());
        m_controller->edit(QStringLiteral("framework"), QStringLiteral("megatron"));
        QVERIFY(!editor.input()->isEnabled());
        QVERIFY(editor.input()->toolTip().contains(QLatin1String("Megatron-LM")));
        // A plan that says so nevertheless can be mended here, by hand or by the button.
        Plan plan = m_controller->plan();
        plan.options.vocabTiling = 2;
        m_controller->open(plan, {});
        m_controller->flush();
        QVERIFY(editor.input()->isEnabled());
        const auto &problems = m_controller->problems();
        const auto own
            = std::ranges::find(problems, std::string("rule-option-framework"), &PlanProblem::id);
        QVERIFY(own != problems.end());
        QVERIFY(!own->repairs.empty());
        m_controller->apply(own->repairs.front().changes, QStringLiteral("Repair"));
        QCOMPARE(m_controller->plan().options.vocabTiling, 1);
    }

    void derivationsNameTheInputsOfATerm()
    {
        QVERIFY(m_controller->derivation(QStringLiteral("weights")));
        QVERIFY(!m_controller->inputsOf(QStringLiteral("weights")).isEmpty());
    }

private:
    QString anotherName(IdSource source, const QString &present) const
    {
        const ProfileLibrary &library = m_controller->library();
        const std::vector<std::string> ids = source == IdSource::Models ? library.modelIds()
            : source == IdSource::Accelerators                          ? library.acceleratorIds()
            : source == IdSource::Machines                              ? library.machineIds()
            : source == IdSource::Recipes                               ? library.recipeIds()
                                                                        : library.rematPolicyIds();
        return QString::fromStdString(
            ids.front() == present.toStdString() ? ids.back() : ids.front());
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<PlanController> m_controller;
};

QTEST_MAIN(PlanControllerTest)
#include "tst_plan_controller.moc"
