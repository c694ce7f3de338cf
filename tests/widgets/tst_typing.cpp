// What people type, with real keys in the real window.
#include "window_test.h"

#include "widgets/fields/field_editor.h"
#include "widgets/fields/number_box.h"
#include "widgets/frame/window_context.h"
#include "widgets/text/typed_number.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

using namespace headroom;

class TypingTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }

    void cleanup()
    {
        closeWindow();
        QLocale::setDefault(QLocale::c());
    }

    /// The first thing typed after Ctrl+N is the model, in place of the one that stands there.
    void aNewPlanAsksForItsModel()
    {
        m_window->showPage(QStringLiteral("start"));
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("model"));
        auto *model = m_window->findChild<QWidget *>(QStringLiteral("model"));
        TRY_FOCUS(model);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("mixtral-8x7b"));
        controller().flush();
        QCOMPARE(controller().plan().model.id, std::string("mixtral-8x7b"));
    }

    void numbersAreReadAsTheyAreWritten_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("beside");
        QTest::addColumn<QString>("locale");
        const auto tokens = [](const char *typed, const char *value, const char *beside,
                                const char *locale = "en_US") {
            QTest::addRow("%s in %s", typed, locale)
                << "workload.training_tokens" << QString::fromUtf8(typed) << value << beside
                << locale;
        };
        tokens("1e12", "1000000000000", "= 1,000,000,000,000 tokens");
        tokens("1.5e12", "1500000000000", "= 1,500,000,000,000 tokens");
        tokens("1T", "1000000000000", "= 1,000,000,000,000 tokens");
        tokens("1 t", "1000000000000", "= 1,000,000,000,000 tokens");
        tokens("15B", "15000000000", "= 15,000,000,000 tokens");
        tokens("8.03B", "8030000000", "= 8,030,000,000 tokens");
        tokens("300M", "300000000", "= 300,000,000 tokens");
        tokens("1,000,000", "1000000", "= 1,000,000 tokens");
        tokens("1 000 000", "1000000", "= 1,000,000 tokens");
        tokens("1'000'000", "1000000", "= 1,000,000 tokens");
        tokens("15000000000", "15000000000", "tokens (15.0\u00a0B)");
        tokens("3.2768e16", "3.2768e+16", "= 32,768,000,000,000,000 tokens");
        tokens("1e12", "1000000000000", "= 1.000.000.000.000 tokens", "de_DE");
        tokens("1,5e12", "1500000000000", "= 1.500.000.000.000 tokens", "de_DE");
        tokens("1,5T", "1500000000000", "= 1.500.000.000.000 tokens", "de_DE");
        tokens("1.5T", "1500000000000", "= 1.500.000.000.000 tokens", "de_DE");
        tokens("1,000,000", "1000000", "= 1.000.000 tokens", "de_DE");
        tokens("1.000.000", "1000000", "= 1.000.000 tokens", "de_DE");
        tokens("1 000 000", "1000000", "= 1.000.000 tokens", "de_DE");
        QTest::newRow("a context") << "workload.sequence_length"
                                   << "8k"
                                   << "8192"
                                   << "= 8,192 tokens"
                                   << "en_US";
        QTest::newRow("a batch") << "workload.global_batch_sequences"
                                 << "1k"
                                 << "1000"
                                 << "= 1,000 sequences"
                                 << "en_US";
    }
    /// As people type: the field is entered, its content replaced key by key, left by Tab.
    void numbersAreReadAsTheyAreWritten()
    {
        QFETCH(QString, path);
        QFETCH(QString, typed);
        QFETCH(QString, value);
        QFETCH(QString, beside);
        QFETCH(QString, locale);
        QLocale::setDefault(QLocale(locale));
        NumberBox *box = enter(path);
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        for (int i = 0; i < typed.size(); ++i) {
            QTest::keyClick(box, typed.at(i).toLatin1());
            QTest::qWait(1); // what waits for the end of the turn is done between two keys
            QCOMPARE(box->text(), typed.left(i + 1));
        }
        QCOMPARE(m_window->controller().text(path), value);
        QVERIFY(!m_window->controller().isRefused(path));
        auto *field = qobject_cast<FieldEditor *>(box->parentWidget());
        const auto labels = field->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(
            labels, [&](const QLabel *label) { return label->text() == beside; }));
        QTest::keyClick(box, Qt::Key_Tab);
        QTRY_VERIFY2(!box->hasFocus(), "Tab leaves the field");
        QCOMPARE(m_window->controller().text(path), value);
        QVERIFY2(!box->text().contains(QLatin1Char('e')), qPrintable(box->text()));
        QCOMPARE(typedValue(box->text()), std::optional(value.toDouble()));
        if (value.toDouble() >= 1e4)
            QVERIFY2(!box->text().contains(QRegularExpression(QStringLiteral("\\d{4}"))),
                qPrintable(box->text()));
        // Whoever comes back finds the digits alone, and nothing changes by looking.
        box->setFocus();
        QCOMPARE(box->text().toDouble(), value.toDouble());
        QTest::keyClick(box, Qt::Key_Tab);
        QCOMPARE(m_window->controller().text(path), value);
        QVERIFY(std::ranges::none_of(labels,
            [](const QLabel *label) { return label->text().startsWith(QLatin1Char('=')); }));
    }

    /// A short name is the chip that it is an alias of, not the first one that begins so.
    void anAliasIsOfferedFirst()
    {
        const QString path = QStringLiteral("hardware.accelerator");
        m_window->showField(path);
        auto *box = m_window->findChild<QComboBox *>(path);
        TRY_FOCUS(box);
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("a100"));
        QTRY_VERIFY(box->completer()->popup()->isVisible());
        QTRY_COMPARE(box->completer()->popup()->currentIndex().data().toString(),
            QStringLiteral("a100-80-sxm"));
        QTest::keyClick(box->completer()->popup(), Qt::Key_Tab);
        controller().flush();
        QCOMPARE(controller().plan().hardware.accelerator, std::string("a100-80-sxm"));
    }

    void whatIsNoNumberLeavesTheValueOfBefore()
    {
        const QString path = QStringLiteral("workload.training_tokens");
        const Plan before = m_window->controller().plan();
        NumberBox *box = enter(path);
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("12x"));
        m_window->controller().flush();
        QCOMPARE(box->text(), QStringLiteral("12x"));
        QVERIFY(m_window->controller().plan() == before);
        QCOMPARE(
            undoText(), QStringLiteral("Undo Training tokens 1000000000000 → 12x (not valid)"));
        const PlanProblem problem = m_window->controller().problems().front();
        QCOMPARE(problem.repairs.front().changes.front().value,
            planFieldText(before, path.toStdString()));
    }

    void oneVisitOfAFieldIsOneStepWithItsValues()
    {
        NumberBox *box = enter(QStringLiteral("workload.global_batch_sequences"));
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("256"));
        QTest::keyClick(box, Qt::Key_Tab);
        QCOMPARE(m_window->controller().history()->count(), 1);
        QCOMPARE(undoText(), QStringLiteral("Undo Global batch 128 → 256"));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_window->controller().plan().workload.globalBatchSequences, 128);
    }

    /// What the panel shows is the change since the visit began, not since the last digit.
    void theChangeIsThatOfTheVisit()
    {
        const Estimate before = *m_window->controller().estimate();
        NumberBox *box = enter(QStringLiteral("workload.sequence_length"));
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        for (const char digit : QByteArray("4096")) {
            QTest::keyClick(box, digit);
            m_window->controller().flush();
        }
        QVERIFY(!m_window->controller().isStale());
        QVERIFY(*m_window->controller().estimateBefore() == before);
    }

    void aNameIsOneStepWhenItIsWhole()
    {
        m_window->showField(QStringLiteral("model"));
        auto *box = m_window->findChild<QComboBox *>(QStringLiteral("model"));
        TRY_FOCUS(box);
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        for (const char letter : QByteArray("mixtra")) {
            QTest::keyClick(box, letter);
            QTest::qWait(1);
        }
        QCOMPARE(m_window->controller().plan().model.id, std::string("llama3.1-8b"));
        QCOMPARE(undoText(), QStringLiteral("Undo Model llama3.1-8b → mixtra (not valid)"));
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("mixtral-8x7b"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(m_window->controller().plan().model.id, std::string("mixtral-8x7b"));
        QCOMPARE(m_window->controller().history()->count(), 1);
        QCOMPARE(undoText(), QStringLiteral("Undo Model llama3.1-8b → mixtral-8x7b"));
    }

    void theOffersGoWithTheirField()
    {
        m_window->showField(QStringLiteral("model"));
        auto *box = m_window->findChild<QComboBox *>(QStringLiteral("model"));
        TRY_FOCUS(box);
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("mix"));
        QTRY_VERIFY(box->completer()->popup()->isVisible());
        m_window->showPage(QStringLiteral("hardware"));
        QVERIFY(!box->completer()->popup()->isVisible());
    }

    /// A name that undo brings back is not offered over the fields below it.
    void whatComesBackHasNoOffers()
    {
        m_window->showField(QStringLiteral("model"));
        auto *box = m_window->findChild<QComboBox *>(QStringLiteral("model"));
        TRY_FOCUS(box);
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("mixtral-8x7b"));
        QTRY_VERIFY(box->completer()->popup()->isVisible());
        QCOMPARE(m_window->controller().plan().model.id, std::string("mixtral-8x7b"));
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_window->controller().plan().model.id, std::string("llama3.1-8b"));
        QCOMPARE(box->currentText(), QStringLiteral("llama3.1-8b"));
        QVERIFY(!box->completer()->popup()->isVisible());
    }

    /// No bound is written as 1e+18, and what has a unit says it.
    void everyNumberFieldSaysItsRange()
    {
        const auto *pane = child<QWidget>("explanationPane");
        int numbers = 0;
        for (const PlanField &field : planFields()) {
            if (field.kind != FieldKind::Integer && field.kind != FieldKind::Real)
                continue;
            if (field.kind == FieldKind::Real)
                QVERIFY2(!field.unit.empty(), field.path.c_str());
            const QString path = QString::fromStdString(field.path);
            m_window->showField(path);
            auto *box = m_window->findChild<NumberBox *>(path);
            if (!box) {
                // An option that only a drawer of Flags asks for.
                QVERIFY2(field.path.starts_with("options."), field.path.c_str());
                continue;
            }
            QTRY_VERIFY2(box->hasFocus() || !box->isEnabled(), field.path.c_str());
            if (!box->isEnabled())
                continue;
            ++numbers;
            QString text;
            for (const QLabel *label : pane->findChildren<QLabel *>())
                text += label->text() + QLatin1Char('\n');
            QVERIFY2(text.contains(path), qPrintable(text));
            const qsizetype from = text.indexOf(QStringLiteral("From "));
            const QString range = text.mid(from, text.indexOf(QStringLiteral(". "), from) - from);
            QVERIFY2(from >= 0
                    && !range.contains(QRegularExpression(QStringLiteral("\\d[eE][+-]?\\d")))
                    && range.endsWith(QString::fromStdString(field.unit)),
                qPrintable(range));
        }
        QVERIFY(numbers > 20);
    }

    /// Its derivation is not worked out within the frame of an edit.
    void anExplainedNumberFollowsWhenEditsRest()
    {
        const auto *pane = child<QWidget>("explanationPane");
        const auto text = [pane] {
            QString all;
            for (const QLabel *label : pane->findChildren<QLabel *>())
                all += label->text() + QLatin1Char('\n');
            return all;
        };
        child<QWidget>("figure_step_seconds")->setFocus();
        QTRY_VERIFY(text().contains(QStringLiteral("Time of one optimizer step")));
        const QString before = text();
        m_window->controller().edit(
            QStringLiteral("workload.global_batch_sequences"), QStringLiteral("256"));
        QCOMPARE(text(), before);
        QTRY_VERIFY(
            text().contains(QStringLiteral("Time of one optimizer step")) && text() != before);
    }

    /// As Space does; whoever has the figure under the focus presses either.
    void returnShowsHowAFigureIsCalculated()
    {
        for (const Qt::Key key : { Qt::Key_Return, Qt::Key_Space }) {
            QSignalSpy asked(&m_window->context(), &WindowContext::showDerivation);
            QTest::keyClick(child<QWidget>("figure_step_seconds"), key);
            QCOMPARE(asked.count(), 1);
        }
    }

    /// What does not fit is told together with the cheapest change that makes it fit.
    void theVerdictNamesWhatMakesThePlanFit()
    {
        auto *doubt = child<QLabel>("doubt");
        m_window->controller().edit(
            QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("8"));
        m_window->controller().flush();
        QVERIFY(!m_window->controller().estimate()->memory.fits);
        QTRY_VERIFY(doubt->isVisible());
        QVERIFY2(doubt->text().startsWith(QStringLiteral("Micro-batch → 1 makes it fit: +")),
            qPrintable(doubt->text()));
        m_window->controller().history()->undo();
        m_window->controller().flush();
        QVERIFY(!doubt->isVisible());
    }

    /// The arrow does what the chip in the explanation offers: the plan stays valid.
    void theArrowOfADegreeKeepsTheProduct()
    {
        NumberBox *box = enter(QStringLiteral("parallelism.tensor"));
        QTest::keyClick(box, Qt::Key_Up);
        m_window->controller().flush();
        QVERIFY(!m_window->controller().isStale());
        QCOMPARE(m_window->controller().plan().parallelism.tensor, 2);
        QCOMPARE(m_window->controller().plan().parallelism.fsdp, 4);
        QCOMPARE(undoText(), QStringLiteral("Undo FSDP 8 → 4, Tensor parallel 1 → 2"));
        auto *message = m_window->findChild<QLabel *>(QStringLiteral("message"));
        QVERIFY2(message->text().startsWith(QStringLiteral("FSDP → 4 was adjusted")),
            qPrintable(message->text()));
        QTest::keyClick(box, Qt::Key_Down);
        m_window->controller().flush();
        QVERIFY(!m_window->controller().isStale());
        QCOMPARE(m_window->controller().plan().parallelism.tensor, 1);
        // More machines need a degree that takes them.
        NumberBox *nodes = enter(QStringLiteral("hardware.nodes"));
        QTest::keyClick(nodes, Qt::Key_Up);
        m_window->controller().flush();
        QVERIFY(!m_window->controller().isStale());
        QCOMPARE(m_window->controller().plan().hardware.nodes, 2);
    }

private:
    NumberBox *enter(const QString &path)
    {
        m_window->showField(path);
        auto *box = m_window->findChild<NumberBox *>(path);
        [box] { TRY_FOCUS(box); }();
        return box;
    }

    QString undoText()
    {
        for (const QAction *action : m_window->findChildren<QAction *>())
            if (action->shortcut() == QKeySequence(QKeySequence::Undo))
                return QString(action->text()).remove(QLatin1Char('&'));
        return {};
    }
};

QTEST_MAIN(TypingTest)
#include "tst_typing.moc"
