#include "lesson_laws.h"
#include "model/base/expression/expression.h"
#include "model/lessons/lesson_text.h"

#include <QTest>

using namespace headroom;

namespace {

std::optional<ExpressionValue> sample(std::string_view name)
{
    if (name == "memory.peak_bytes")
        return 3.0 * 1024 * 1024 * 1024;
    if (name == "throughput.mfu")
        return 0.413;
    if (name == "memory.fits")
        return true;
    if (name == "plan.remat.policy")
        return std::string { "full" };
    if (name == "findings")
        return std::vector<std::string> { "does-not-fit", "network-bound" };
    if (name == "measurement.bloom-083.step_time_s")
        return 103.51;
    return std::nullopt;
}

} // namespace

class LessonExpressionTest : public QObject
{
    Q_OBJECT

private slots:
    void holds_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("expected");
        QTest::newRow("less") << QByteArray { "memory.peak_bytes < 4e9" } << true;
        QTest::newRow("not less") << QByteArray { "memory.peak_bytes <= 3e9" } << false;
        QTest::newRow("product first") << QByteArray { "1 + 2 * 3 == 7" } << true;
        QTest::newRow("left to right") << QByteArray { "10 - 4 - 3 == 3" } << true;
        QTest::newRow("parentheses") << QByteArray { "(1 + 2) * 3 == 9" } << true;
        QTest::newRow("minus sign") << QByteArray { "-2 * -3 == 6" } << true;
        QTest::newRow("and before or") << QByteArray { "true or true and false" } << true;
        QTest::newRow("not") << QByteArray { "not memory.fits" } << false;
        QTest::newRow("text") << QByteArray { "plan.remat.policy == \"full\"" } << true;
        QTest::newRow("other text") << QByteArray { "plan.remat.policy != \"full\"" } << false;
        QTest::newRow("contains") << QByteArray { "findings contains network-bound" } << true;
        QTest::newRow("lacks") << QByteArray { "findings lacks network-bound" } << false;
        QTest::newRow("dash in a name")
            << QByteArray { "measurement.bloom-083.step_time_s > 100" } << true;
        QTest::newRow("function") << QByteArray { "max(1, min(5, 3)) == 3" } << true;
        QTest::newRow("nested") << QByteArray { "round(abs(-2.6)) == 3" } << true;
    }
    void holds()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, expected);
        const auto expression = Expression::parse(text.toStdString(), "f:1");
        QVERIFY(expression.hasValue());
        const auto result = expression->holds(sample);
        QVERIFY(result.hasValue());
        QCOMPARE(*result, expected);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray { "" };
        QTest::newRow("open end") << QByteArray { "1 <" };
        QTest::newRow("two values") << QByteArray { "1 2" };
        QTest::newRow("open parenthesis") << QByteArray { "(1 + 2" };
        QTest::newRow("unknown function") << QByteArray { "system(1)" };
        QTest::newRow("operand count") << QByteArray { "max(1)" };
        QTest::newRow("open text") << QByteArray { "plan.name == \"x" };
        QTest::newRow("no id") << QByteArray { "findings contains 3" };
        QTest::newRow("deep") << QByteArray { 5000, '(' };
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        const auto expression = Expression::parse(text.toStdString(), "f:7");
        QVERIFY(!expression);
        QCOMPARE(expression.errors().front().id, std::string { "expression-unreadable" });
        QCOMPARE(expression.errors().front().where, std::string { "f:7" });
    }

    void cannotCompute_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("unknown name") << QByteArray { "memory.peak > 1" };
        QTest::newRow("text as number") << QByteArray { "plan.remat.policy > 1" };
        QTest::newRow("number as truth") << QByteArray { "throughput.mfu and true" };
        QTest::newRow("different kinds") << QByteArray { "plan.remat.policy == 1" };
        QTest::newRow("no list") << QByteArray { "throughput.mfu contains x" };
        QTest::newRow("by zero") << QByteArray { "1 / 0 > 1" };
        QTest::newRow("a number alone") << QByteArray { "1 + 1" };
    }
    void cannotCompute()
    {
        QFETCH(QByteArray, text);
        const auto expression = Expression::parse(text.toStdString(), "f:1");
        QVERIFY(expression.hasValue());
        QVERIFY(!expression->holds(sample));
    }

    void templatesAreFilled()
    {
        const auto text = fillLessonText("Peak {{memory.peak_bytes | gib}}, "
                                         "{{throughput.mfu * 2 | percent}}, [[312 TFLOP/s | "
                                         "data sheet]].",
            sample, "f:1");
        QVERIFY(text.hasValue());
        QCOMPARE(QString::fromStdString(text->markdown),
            QStringLiteral("Peak 3.0 GiB, 82.6 %, [312 TFLOP/s](source:0)."));
        QCOMPARE(text->constants.size(), std::size_t { 1 });
        QCOMPARE(text->constants[0].source, std::string { "data sheet" });
    }

    void badTemplates_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("unknown value") << QByteArray { "a {{memory.x | gib}}" };
        QTest::newRow("unknown format") << QByteArray { "a {{throughput.mfu | gallons}}" };
        QTest::newRow("text as bytes") << QByteArray { "a {{plan.remat.policy | gib}}" };
        QTest::newRow("not closed") << QByteArray { "a {{throughput.mfu" };
        QTest::newRow("no source") << QByteArray { "a [[18]]" };
    }
    void badTemplates()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!fillLessonText(text.toStdString(), sample, "f:1"));
    }

    void typedNumbersAreSeen_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("count");
        QTest::newRow("none") << QByteArray { "no number at all" } << 0;
        QTest::newRow("names") << QByteArray {
            "H100, bf16, ZeRO-3, 8-bit, BLOOM-176B, llama3.1-8b"
        } << 0;
        QTest::newRow("template") << QByteArray { "it is {{a.b * 2 | gib}}" } << 0;
        QTest::newRow("constant") << QByteArray { "[[18 bytes | book]]" } << 0;
        QTest::newRow("code") << QByteArray { "`--flag=8` and\n```\n1 2 3\n```\n" } << 0;
        QTest::newRow("list") << QByteArray { "1. first\n2. second" } << 0;
        QTest::newRow("typed") << QByteArray { "it is 61.4 GiB or 20 %" } << 2;
        QTest::newRow("with unit") << QByteArray { "it takes 18 bytes" } << 1;
    }
    void typedNumbersAreSeen()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, count);
        QCOMPARE(static_cast<int>(typedNumbers(text.toStdString()).size()), count);
    }
};

QTEST_GUILESS_MAIN(LessonExpressionTest)
#include "tst_lesson_expression.moc"
