#include "model/base/expression/expression.h"

#include <QTest>

using namespace headroom;

/// The grammar of derivations. What lessons add to it is tested with the lessons.
class ExpressionTest : public QObject
{
    Q_OBJECT

    static std::optional<ExpressionValue> value(std::string_view name)
    {
        if (name == "a")
            return 7.0;
        if (name == "b_2")
            return 2.0;
        return std::nullopt;
    }

private slots:
    void computes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("expected");
        QTest::newRow("names beside signs") << QByteArray { "a-b_2" } << 5.0;
        QTest::newRow("power before minus") << QByteArray { "-b_2^2" } << -4.0;
        QTest::newRow("power from the right") << QByteArray { "2^3^2" } << 512.0;
        QTest::newRow("power of a sign") << QByteArray { "2^-1" } << 0.5;
        QTest::newRow("power before product") << QByteArray { "3*2^2" } << 12.0;
        QTest::newRow("minus from the left") << QByteArray { "10-4-3" } << 3.0;
        QTest::newRow("division from the left") << QByteArray { "a/b_2/7" } << 0.5;
        QTest::newRow("exponent form") << QByteArray { "1e-05 * 2E5" } << 2.0;
        QTest::newRow("half away from zero") << QByteArray { "round(-2.5) + round(2.5)" } << 0.0;
        QTest::newRow("round of a half") << QByteArray { "round(0.5)" } << 1.0;
        QTest::newRow("several operands") << QByteArray { "max(1, a, 3) + min(4, b_2, 9)" } << 9.0;
        QTest::newRow("roots and logarithms") << QByteArray { "sqrt(16) + ln(exp(2))" } << 6.0;
        QTest::newRow("up and down") << QByteArray { "ceil(1.2) + floor(1.8) + abs(-1)" } << 4.0;
        QTest::newRow("first branch") << QByteArray { "if(a > b_2, a, 1/0)" } << 7.0;
        QTest::newRow("second branch") << QByteArray { "if(a < b_2, 1/0, b_2)" } << 2.0;
        QTest::newRow("many terms")
            << QByteArray { "0" } + QByteArray(" + 1").repeated(400) << 400.0;
    }
    void computes()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, expected);
        const auto parsed = Expression::parse(text.toStdString(), "f:1", ExpressionNames::Plain);
        QVERIFY(parsed.hasValue());
        const auto result = parsed->evaluate(value);
        QVERIFY(result.hasValue());
        QCOMPARE(std::get<double>(*result), expected);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("dots") << QByteArray { "a.b" };
        QTest::newRow("no second branch") << QByteArray { "if(a > 1, 2)" };
        QTest::newRow("two roots") << QByteArray { "sqrt(1, 2)" };
        QTest::newRow("open power") << QByteArray { "2^" };
        QTest::newRow("deep parentheses") << QByteArray { 5000, '(' };
        QTest::newRow("deep signs") << QByteArray { 5000, '-' };
        QTest::newRow("deep powers") << QByteArray("2^").repeated(5000) + "2";
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!Expression::parse(text.toStdString(), "f:1", ExpressionNames::Plain));
    }
};

QTEST_GUILESS_MAIN(ExpressionTest)
#include "tst_expression.moc"
