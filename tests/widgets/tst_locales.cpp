#include "window_fixture.h"

#include "model/advice/field_steps.h"
#include "model/advice/repair.h"
#include "model/base/wording/messages.h"
#include "model/plan/plan_file.h"
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
