#include "model/base/text/ascii.h"
#include "model/base/text/display_line.h"
#include "model/base/text/plain_number.h"
#include "model/base/text/utf8.h"

#include <QTest>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <clocale>
#include <cmath>

using namespace headroom;

class PlainTextTest : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreReadTheSameInEveryLocale_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::addColumn<bool>("isNumber");
        QTest::newRow("decimal point") << QByteArray { "0.5" } << 0.5 << true;
        QTest::newRow("blanks around") << QByteArray { "  2.5 " } << 2.5 << true;
        QTest::newRow("plus") << QByteArray { "+8" } << 8.0 << true;
        QTest::newRow("exponent") << QByteArray { "1e12" } << 1e12 << true;
        QTest::newRow("comma") << QByteArray { "0,5" } << 0.0 << false;
        QTest::newRow("two signs") << QByteArray { "+-8" } << 0.0 << false;
        QTest::newRow("unit") << QByteArray { "8 GB" } << 0.0 << false;
        QTest::newRow("nothing") << QByteArray {} << 0.0 << false;
        QTest::newRow("out of range") << QByteArray { "1e999" } << 0.0 << false;
    }
    void numbersAreReadTheSameInEveryLocale()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, value);
        QFETCH(bool, isNumber);
        const auto read = plainNumber(text.toStdString());
        QCOMPARE(read.has_value(), isNumber);
        if (read)
            QCOMPARE(*read, value);
    }

    void onlyValidUtf8IsText_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isText");
        QTest::newRow("ASCII") << QByteArray { "abc" } << true;
        QTest::newRow("four bytes") << QByteArray { "\xF0\x9F\x98\x80" } << true;
        QTest::newRow("lone continuation") << QByteArray { "\x80" } << false;
        QTest::newRow("overlong") << QByteArray { "\xC0\xAF" } << false;
        QTest::newRow("surrogate") << QByteArray { "\xED\xA0\x80" } << false;
        QTest::newRow("too high") << QByteArray { "\xF4\x90\x80\x80" } << false;
        QTest::newRow("cut off") << QByteArray { "\xE2\x82" } << false;
    }
    void onlyValidUtf8IsText()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isText);
        QCOMPARE(isUtf8(bytes.toStdString()), isText);
    }

    void hiddenCharactersAreShown_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("escape") << QByteArray { "a\x1b[31mb" } << QByteArray { "a\\u{1b}[31mb" };
        QTest::newRow("bidi") << QByteArray { "a\xE2\x80\xAE"
                                              "b" }
                              << QByteArray { "a\\u{202e}b" };
        QTest::newRow("C1") << QByteArray { "\xC2\x9B" } << QByteArray { "\\u{9b}" };
        QTest::newRow("broken byte") << QByteArray { "\xFF" } << QByteArray { "\\x{ff}" };
        QTest::newRow("line") << QByteArray { "a\nb" } << QByteArray { "a\\nb" };
        QTest::newRow("words") << QByteArray { "größer 模型" } << QByteArray { "größer 模型" };
    }
    void hiddenCharactersAreShown()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(displayLine(text.toStdString())), shown);
    }

    void lettersOfNamesDoNotFollowTheLocale()
    {
        QCOMPARE(asciiLowered("MI300X-ÄI"), std::string { "mi300x-Äi" });
        QVERIFY(!isAsciiLetterOrDigit('\xE4'));
    }

    /// What follows the locale or the C library's idea of a letter has no place in the sources.
    void noSourceAsksTheLocale()
    {
        const QRegularExpression forbidden(QStringLiteral(
            "\\b(strto[dfl]|strtold|ato[fil]|sto[dfi]|stold|sscanf|setlocale|std::tolower|"
            "std::toupper|std::is(alnum|alpha|digit|space|upper|lower|print|cntrl|punct))\\s*\\("));
        const QString root = QStringLiteral(HEADROOM_PROFILES "/..");
        // Whole numbers in plain digits: no locale has another form for them.
        const QStringList spared { QStringLiteral("stoi"), QStringLiteral("stoll") };
        int files = 0;
        for (const char *folder : { "/model", "/widgets", "/app" }) {
            QDirIterator all(root + QLatin1String(folder),
                { QStringLiteral("*.cpp"), QStringLiteral("*.h") }, QDir::Files,
                QDirIterator::Subdirectories);
            while (all.hasNext()) {
                QFile file(all.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                ++files;
                auto found = forbidden.globalMatch(QString::fromUtf8(file.readAll()));
                while (found.hasNext()) {
                    const QString name = found.next().captured(1);
                    QVERIFY2(spared.contains(name), qPrintable(file.fileName() + ": " + name));
                }
            }
        }
        QVERIFY(files > 300);
    }
};

QTEST_GUILESS_MAIN(PlainTextTest)
#include "tst_plain_text.moc"
