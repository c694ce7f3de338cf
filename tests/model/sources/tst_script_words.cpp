#include "model/sources/script_words.h"

#include <QTest>

using namespace headroom;

/// What words of a shell script are.
class ScriptWordsTest : public QObject
{
    Q_OBJECT

private slots:
    void settingLists_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("is");
        QTest::newRow("two") << "a.b=8 c.d=true" << true;
        QTest::newRow("one of a section") << "a.b=8 c=true" << true;
        QTest::newRow("added") << "+a.b=8 ++c.d=true" << true;
        QTest::newRow("alone") << "a.b=8" << false;
        QTest::newRow("no section") << "a=8 c=true" << false;
        QTest::newRow("a word between") << "a.b=8 and c.d=true" << false;
        QTest::newRow("signs alone") << "++ a.b=8" << false;
        QTest::newRow("nothing") << "" << false;
    }
    void settingLists()
    {
        QFETCH(QString, text);
        QFETCH(bool, is);
        QCOMPARE(isSettingList(text.toStdString()), is);
    }

    /// Patterns are blanks; what they guard stays at its place.
    void patternsAreNoWords_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("left");
        QTest::newRow("two arms") << "case $1 in\n--data) a --x;;\n--help | -h) b;;\nesac\nc --y\n"
                                  << "case $1 in\n        a --x;;\n             b;;\nesac\nc --y\n";
        QTest::newRow("the last arm ends without marks")
            << "case $1 in\n--data) a --x\nesac\nc (--y)\n"
            << "case $1 in\n        a --x\nesac\nc (--y)\n";
        QTest::newRow("a remark stays") << "case $1 in\n# --a) b\n--data) c;;\nesac\n"
                                        << "case $1 in\n# --a) b\n        c;;\nesac\n";
        QTest::newRow("no case") << "a --data) b\n"
                                 << "a --data) b\n";
        QTest::newRow("open") << "case $1 in\n--data"
                              << "case $1 in\n--data";
    }
    void patternsAreNoWords()
    {
        QFETCH(QString, text);
        QFETCH(QString, left);
        QCOMPARE(QString::fromStdString(withoutPatterns(text.toStdString())), left);
    }

    void variablesAndTheirFallbacks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("fallback");
        QTest::newRow("plain") << "$TP"
                               << "TP"
                               << "";
        QTest::newRow("braces") << "${TP}"
                                << "TP"
                                << "";
        QTest::newRow("fallback") << "${TP:-8}"
                                  << "TP"
                                  << "8";
        QTest::newRow("more") << "$TP-x"
                              << ""
                              << "";
        QTest::newRow("two") << "$A$B"
                             << ""
                             << "";
        QTest::newRow("text") << "TP"
                              << ""
                              << "";
    }
    void variablesAndTheirFallbacks()
    {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QFETCH(QString, fallback);
        const std::string own = text.toStdString();
        QCOMPARE(QString::fromStdString(variableOf(own)), name);
        const TextSpan at = fallbackOf(own, { 0, own.size() });
        QCOMPARE(QString::fromStdString(at.isEmpty() ? std::string {} : std::string(at.of(own))),
            fallback);
    }
};

QTEST_GUILESS_MAIN(ScriptWordsTest)
#include "tst_script_words.moc"
