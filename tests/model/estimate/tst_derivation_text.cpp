#include "model/estimate/report/derivation_text.h"

#include <QTest>

using namespace headroom;

class DerivationTextTest : public QObject
{
    Q_OBJECT

    const Derivation m_sample { "gradients", "Gradient buffer", "P_dev · 4 B / z", 4294967296.0,
        "bytes", "FORMULAS §4", "fp32 sums",
        { { "fsdp", "FSDP", "", 8, "1", "plan", "", {} },
            { "parameters", "Parameters", "", 8030261248.0, "1", "profile", "", {}, "",
                Evidence::Cited } },
        "parameters * 4 / fsdp", Evidence::Cited };

private slots:
    void textIndentsOperands()
    {
        QCOMPARE(QString::fromStdString(derivationText(m_sample, DerivationFormat::Text)),
            QStringLiteral(
                "Gradient buffer = 4.00 GiB  [P_dev · 4 B / z]  (FORMULAS §4)  cited  assumes fp32 "
                "sums\n"
                "  FSDP = 8  (plan)  exact\n"
                "  Parameters = 8.03026e+09  (profile)  cited\n"));
    }

    void markdownEscapesMarkup()
    {
        const QString text
            = QString::fromStdString(derivationText(m_sample, DerivationFormat::Markdown));
        QVERIFY2(
            text.startsWith(QStringLiteral("- **Gradient buffer** = 4.00 GiB — P\\_dev · 4 B / z")),
            qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("\n  - **FSDP** = 8")));
    }

    void latexEscapesAndClosesItsLists()
    {
        const QString text
            = QString::fromStdString(derivationText(m_sample, DerivationFormat::Latex));
        QVERIFY2(text.contains(QStringLiteral("P\\_dev $\\cdot$ 4 B / z")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("\\S{}4")));
        QCOMPARE(text.count(QStringLiteral("\\begin{itemize}")),
            text.count(QStringLiteral("\\end{itemize}")));
    }

    void latexListsStayWithinFourLevels()
    {
        Derivation deep = m_sample;
        for (int i = 0; i < 8; ++i)
            deep = { "n", "Level", "f", 1, "1", "", "", { deep } };
        int depth = 0;
        int deepest = 0;
        const QString text = QString::fromStdString(derivationText(deep, DerivationFormat::Latex));
        for (const QString &line : text.split(QLatin1Char('\n'))) {
            depth += static_cast<int>(line.count(QStringLiteral("\\begin{itemize}")))
                - static_cast<int>(line.count(QStringLiteral("\\end{itemize}")));
            deepest = std::max(deepest, depth);
        }
        QVERIFY(deepest <= 4);
        QCOMPARE(depth, 0);
    }
};

QTEST_GUILESS_MAIN(DerivationTextTest)
#include "tst_derivation_text.moc"
