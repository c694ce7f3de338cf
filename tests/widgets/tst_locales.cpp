#include "window_fixture.h"

#include "model/advice/field_steps.h"
#include "model/advice/repair.h"
#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_file.h"
#include "model/rules/broken_rules.h"
#include "widgets/fields/field_editor.h"
#include "widgets/fields/number_box.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/typed_number.h"

#include <QApplication>
#include <QLineEdit>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <clocale>

using namespace headroom;

namespace {

/// Steps of every field in both directions, and the repairs of a broken plan, as text.
std::string answers(const WindowFixture &fixture)
{
    std::string text;
    Plan plan;
    plan.model.id = "llama3.1-8b";
    plan.parallelism.microBatch = 0.5;
    plan.hardware.pricePerDeviceHour = 2.5;
    plan.hardware.nicGbytesPerSecondPerDevice = 12.5;
    plan.workload.trainingTokens = 1.5e12;
    for (const PlanField &field : planFields())
        for (const StepDirection direction : { StepDirection::Up, StepDirection::Down })
            text += field.path + " " + nextFieldValue(plan, field.path, direction).value_or("none")
                + "\n";
    text += writePlan(plan);
    plan = {};
    plan.model.id = "llama3.1-8b";
    plan.parallelism.fsdp = 3;
    plan.parallelism.microBatch = 1.5;
    const auto resolved = resolvePlan(plan, fixture.library, {});
    if (!resolved)
        return text + "no plan";
    for (const RuleBreak &broken : brokenRules(*resolved)) {
        text += errorText(broken.error) + "\n";
        for (const Repair &repair : repairs(*resolved, broken, fixture.library, {}))
            for (const FieldChange &change : repair.changes)
                text += "    " + change.path + "=" + change.value + "\n";
    }
    return text + (fixture.library.accelerator("MI300X").hasValue() ? "MI300X" : "no MI300X");
}

} // namespace

class LocalesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // A bare machine has none of these; where they cannot be made, Qt alone follows the row.
        const QString localedef = QStandardPaths::findExecutable(QStringLiteral("localedef"));
        for (const char *name : { "de_DE", "tr_TR", "de_CH" })
            if (!localedef.isEmpty())
                QProcess::execute(localedef,
                    { QStringLiteral("-i"), QLatin1String(name), QStringLiteral("-f"),
                        QStringLiteral("UTF-8"),
                        m_locales.filePath(QStringLiteral("%1.UTF-8").arg(QLatin1String(name))) });
        qputenv("LOCPATH", m_locales.path().toUtf8());
        m_wanted = answers(m_fixture);
        QVERIFY(m_wanted.find("parallelism.micro_batch_sequences 1\n") != std::string::npos);
        QVERIFY(m_wanted.find("=") != std::string::npos);
    }

    void cleanup()
    {
        std::setlocale(LC_ALL, "C.UTF-8");
        QLocale::setDefault(QLocale::c());
    }

    void stepsAndRepairsAreTheSame_data() { addLocales(); }
    void stepsAndRepairsAreTheSame()
    {
        enterLocale();
        QCOMPARE(answers(m_fixture), m_wanted);
    }

    void aFieldTakesWhatResultsShow_data() { addLocales(); }
    void aFieldTakesWhatResultsShow()
    {
        QFETCH(QString, name);
        enterLocale();
        const auto window = m_fixture.makeWindow();
        window->show();
        window->showField(QStringLiteral("parallelism.micro_batch_sequences"));
        auto *box
            = window->findChild<NumberBox *>(QStringLiteral("parallelism.micro_batch_sequences"));
        QVERIFY(box);
        const QString mark = QLocale().decimalPoint();
        const QString half = QStringLiteral("0") + mark + QStringLiteral("50");
        QCOMPARE(
            QLocale().toString(54.0, 'f', 1), QStringLiteral("54") + mark + QStringLiteral("0"));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, half);
        QCOMPARE(window->controller().plan().parallelism.microBatch, 0.5);
        QCOMPARE(box->text(), half); // as typed while it is typed
        QVERIFY(
            !window->controller().isRefused(QStringLiteral("parallelism.micro_batch_sequences")));
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(window->controller().plan().parallelism.microBatch, 1.0);
        QTest::keyClick(box, Qt::Key_Down);
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(window->controller().plan().parallelism.microBatch, 0.25);
        QCOMPARE(box->text(), QStringLiteral("0") + mark + QStringLiteral("25"));
        // A point is taken everywhere: it is what files have.
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("0.5"));
        QCOMPARE(window->controller().plan().parallelism.microBatch, 0.5);
    }

    void typedNumbers_data()
    {
        QTest::addColumn<QString>("locale");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("plain");
        QTest::addColumn<bool>("isAmbiguous");
        const auto row = [](const char *locale, const char *typed, const char *plain,
                             bool isAmbiguous = false) {
            QTest::addRow("%s in %s", typed, locale)
                << QString::fromUtf8(locale) << QString::fromUtf8(typed) << QString::fromUtf8(plain)
                << isAmbiguous;
        };
        row("C", "0.5", "0.5");
        row("C", "0,5", "0,5"); // no number, which the field explains
        row("C", "1,000", "1000");
        row("C", "1,000.5", "1000.5");
        row("C", "1,00", "1,00");
        row("C", "1k", "1000");
        row("C", "8.03 B", "8030000000");
        row("C", "5x", "5x");
        row("C", "k", "k");
        row("C", "1.000", "1.000");
        row("en_US", "1,000", "1000");
        row("en_US", "1,000,000", "1000000");
        row("de_DE", "0,5", "0.5");
        row("de_DE", "0.5", "0.5");
        row("de_DE", "0.125", "0.125");
        row("de_DE", "1.000", "1.000", true);
        row("de_DE", "1.000.000", "1000000"); // two points are no decimal mark
        row("de_DE", "1,000,000", "1000000");
        row("de_DE", "1,5T", "1500000000000");
        row("de_DE", "1,000", "1.000");
        row("de_DE", "1.000,5", "1000.5");
        row("de_DE", "1e12", "1000000000000");
        row("de_DE", "0,x", "0,x");
        row("tr_TR", "0,25", "0.25");
        row("fr_FR", "1.000", "1.000");
        row("fr_FR", "1\u202f000\u202f000,5", "1000000.5");
        row("de_CH", "0.5", "0.5");
        row("de_CH", "1\u2019000", "1000");
        row("ar_EG", "\u0661\u0662", "12");
    }
    void typedNumbers()
    {
        QFETCH(QString, locale);
        QFETCH(QString, typed);
        QFETCH(QString, plain);
        QFETCH(bool, isAmbiguous);
        QLocale::setDefault(QLocale(locale));
        QCOMPARE(typedNumber(typed).plain, plain);
        QCOMPARE(typedNumber(typed).isAmbiguous, isAmbiguous);
    }

    void whatCouldBeTwoNumbersIsExplained()
    {
        QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
        const auto window = m_fixture.makeWindow();
        window->show();
        window->showField(QStringLiteral("workload.sequence_length"));
        auto *box = window->findChild<NumberBox *>(QStringLiteral("workload.sequence_length"));
        const auto before = window->controller().plan().workload.sequenceLength;
        box->setFocus();
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QStringLiteral("4.096"));
        window->controller().flush();
        QCOMPARE(box->text(), QStringLiteral("4.096"));
        QVERIFY(window->controller().plan().workload.sequenceLength != 4);
        QVERIFY(window->controller().isRefused(QStringLiteral("workload.sequence_length")));
        const auto &problems = window->controller().problems();
        QCOMPARE(problems.size(), std::size_t { 1 });
        QVERIFY2(problems.front().text.contains(QStringLiteral("4096"))
                && problems.front().text.contains(QStringLiteral("4,096")),
            qPrintable(problems.front().text));
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, QString::number(before));
        QVERIFY(!window->controller().isRefused(QStringLiteral("workload.sequence_length")));
    }

private:
    static void addLocales()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : { "C", "de_DE", "tr_TR", "de_CH" })
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    static void enterLocale()
    {
        QFETCH(QString, name);
        if (name == QLatin1String("C"))
            return;
        if (!std::setlocale(LC_ALL, (name + QStringLiteral(".UTF-8")).toUtf8().constData()))
            qInfo("this machine has no locale %s: only Qt follows it", qPrintable(name));
        QLocale::setDefault(QLocale(name));
    }

    QTemporaryDir m_locales;
    WindowFixture m_fixture;
    std::string m_wanted;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    LocalesTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_locales.moc"
