#include "outside_programs.h"

#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace headroom;

namespace {

/// What bash passes on when it reads the quoted words.
QList<QByteArray> throughBash(const std::vector<std::string> &texts)
{
    std::string script = "printf '%s\\0'";
    for (const std::string &text : texts)
        script += ' ' + shellQuote(text);
    const ProgramResult result
        = runProgram("bash", { "-c", QString::fromUtf8(script.data(), int(script.size())) });
    QList<QByteArray> words = result.output.split('\0');
    words.removeLast();
    return words;
}

} // namespace

class ShellTextTest : public QObject
{
    Q_OBJECT

private slots:
    void anyTextArrivesEqual()
    {
        std::vector<std::string> texts { "", "plain", "two words", "it's", "\"", "$(touch pwned)",
            "`id`", "a\nb", "\t", "-n", "--", "~", "*", "!", "#", "a\\", "\\", "'\n'", "Größe 🚀",
            "a=b", "a,b", "{1..3}", "\x7f", "\r", std::string(10000, 'x'),
            std::string(3000, '\'') };
        QRandomGenerator random(7);
        for (int i = 0; i < 300; ++i) {
            std::string text;
            for (quint32 n = random.bounded(20u); n > 0; --n)
                text += static_cast<char>(1 + random.bounded(126));
            texts.push_back(text);
        }
        const QList<QByteArray> words = throughBash(texts);
        QCOMPARE(words.size(), static_cast<int>(texts.size()));
        for (int i = 0; i < words.size(); ++i)
            QCOMPARE(words[i], QByteArray::fromStdString(texts[static_cast<std::size_t>(i)]));
    }

    void arraysTakeCommas()
    {
        // Unquoted, shellcheck takes them for a slip between array elements (SC2054).
        QCOMPARE(shellQuote("--window-size=4095,0"), std::string("'--window-size=4095,0'"));
    }

    void slugs_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("words") << "Llama 3.1 8B on one H100 node"
                               << "llama-3-1-8b-on-one-h100-node";
        QTest::newRow("digit first") << "8B run"
                                     << "p-8b-run";
        QTest::newRow("number") << "2025"
                                << "p-2025";
        QTest::newRow("yaml word") << "No"
                                   << "no-run";
        QTest::newRow("payload") << "$(touch pwned); \"x\""
                                 << "touch-pwned-x";
        QTest::newRow("edges") << "--a--"
                               << "a";
        QTest::newRow("empty") << ""
                               << "plan";
    }
    void slugs()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(slug(text.toStdString())), expected);
    }

    void slugsOfOtherScriptsAndLongTextsKeepApart()
    {
        QVERIFY(slug("日本語") != slug("中文"));
        const std::string longOne(100, 'a');
        QCOMPARE(slug(longOne).size(), std::size_t(40));
        QVERIFY(slug(longOne + "1") != slug(longOne + "2"));
        for (const std::string &text :
            { longOne, std::string("日本語"), std::string("a") + std::string(50, '-') + "b" }) {
            const QString name = QString::fromStdString(slug(text));
            QVERIFY2(QRegularExpression("^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$").match(name).hasMatch(),
                qPrintable(name));
        }
    }

    void displayLinesHaveNoControlCharacters()
    {
        QCOMPARE(displayLine("a\nb\tc\x1b[31m"), std::string("a\\nb\\tc\\u{1b}[31m"));
        QCOMPARE(displayLine("x\xe2\x80\xaey"), std::string("x\\u{202e}y"));
        QCOMPARE(displayLine("\xe2\x80\xa8"), std::string("\\u{2028}"));
        QCOMPARE(displayLine("Größe"), std::string("Größe"));
        QCOMPARE(displayLine(std::string(500, 'a'), 3), std::string("aaa…"));
    }

    void flagWordsSurviveBlanksAndQuotes()
    {
        QCOMPARE(flagWord({ "f", "1", FlagCarrier::XlaFlags, {} }), std::string("--f=1"));
        QCOMPARE(flagWord({ "f", "", FlagCarrier::XlaFlags, {} }), std::string("--f="));
        QCOMPARE(flagWord({ "f", "a b", FlagCarrier::XlaFlags, {} }), std::string("--f=\"a b\""));
        QCOMPARE(flagWord({ "f", "\"a\\ b\"", FlagCarrier::XlaFlags, {} }),
            std::string("--f=\"\\\"a\\\\ b\\\"\""));
    }

    void numbersAreShort()
    {
        QCOMPARE(numberText(8), std::string("8"));
        QCOMPARE(numberText(0.25), std::string("0.25"));
        QCOMPARE(numberText(1.5), std::string("1.5"));
    }

    void namesOfFlagsAndVariables()
    {
        QVERIFY(isFlagName("xla_gpu_x"));
        QVERIFY(!isFlagName("a b"));
        QVERIFY(!isFlagName(""));
        QVERIFY(!isFlagName("$(id)"));
        QVERIFY(isEnvironmentName("NCCL_PROTO"));
        QVERIFY(!isEnvironmentName("1A"));
    }
};

QTEST_GUILESS_MAIN(ShellTextTest)
#include "tst_shell_text.moc"
