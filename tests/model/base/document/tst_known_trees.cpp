#include "app/known_trees/shipped_trees.h"
#include "model/base/document/known_trees.h"
#include "model/base/document/yaml_reading.h"

#include <QtTest/QtTest>

#include <filesystem>

using namespace headroom;

namespace {

/// A tree as bytes, which unlike operator== also hold lines and spellings.
std::string bytesOf(const Document &tree)
{
    const KnownText text { "text", tree };
    return packTrees({ &text, 1 });
}

KnownText parsed(const std::string &text)
{
    YamlReading reading = readYaml(text, "text.yaml");
    return { text, reading.tree.value_or(Document {}) };
}

} // namespace

class KnownTreesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyShippedProfileIsKnownAsItIsRead()
    {
        const KnownTrees shipped { shippedTrees() };
        int files = 0;
        for (const auto &item : std::filesystem::recursive_directory_iterator(HEADROOM_PROFILES)) {
            if (item.path().extension() != ".yaml")
                continue;
            ++files;
            const auto text = readTextFile(item.path());
            QVERIFY2(text, item.path().c_str());
            const std::optional<Document> known = shipped.find(*text);
            QVERIFY2(known, item.path().c_str());
            QVERIFY2(bytesOf(*known) == bytesOf(parsed(*text).tree), item.path().c_str());
        }
        QVERIFY(files > 100);
    }

    void kindsLinesAndSpellingsComeBack()
    {
        const KnownText text
            = parsed("a: 010\nb: [1.50, -2e-3, true, ~, \"true\"]\n\nc: {d: -7}\n");
        const std::string pack = packTrees({ &text, 1 });
        const std::optional<Document> tree = KnownTrees { pack }.find(text.text);
        QVERIFY(tree);
        QVERIFY(*tree == text.tree);
        QCOMPARE(tree->find("a")->text(), std::string { "010" });
        QCOMPARE(tree->find("a")->integer(), std::int64_t { 10 });
        QCOMPARE(tree->find("b")->items()[0].text(), std::string { "1.50" });
        QCOMPARE(tree->find("b")->items()[4].kind(), Document::Kind::Text);
        QCOMPARE(tree->find("c")->line(), 4);
        QCOMPARE(tree->find("c")->find("d")->integer(), std::int64_t { -7 });
    }

    void anotherTextIsNotKnown()
    {
        const std::vector<KnownText> texts { parsed("a: 1\n"), parsed("b: 2\n") };
        const std::string pack = packTrees(texts);
        const KnownTrees trees { pack };
        QCOMPARE(trees.count(), std::size_t { 2 });
        QVERIFY(trees.find("b: 2\n"));
        for (const char *other : { "", "a: 1", "a: 2\n", "a: 1\n\n", "a: 1\r\n" })
            QVERIFY2(!trees.find(other), other);
        QVERIFY(!KnownTrees {}.find("a: 1\n"));
    }

    void aDamagedPackHoldsNothing()
    {
        const KnownText text = parsed("a: [1, {b: some words}, 2.5]\nc: true\n");
        const std::string whole = packTrees({ &text, 1 });
        for (std::size_t length = 0; length < whole.size(); ++length)
            QVERIFY2(!KnownTrees { std::string_view { whole }.substr(0, length) }.find(text.text),
                std::to_string(length).c_str());
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 0xFF);
            static_cast<void>(KnownTrees { damaged }.find(text.text)); // must not read outside
        }
    }

    /// Last: the pack stays in use.
    void filesAreAnsweredFromThePackByTheirText()
    {
        const QTemporaryDir folder;
        const auto write = [&folder](const char *name, const char *content) {
            QFile file { folder.filePath(QString::fromLatin1(name)) };
            file.open(QIODevice::WriteOnly);
            file.write(content);
            return std::filesystem::path { file.fileName().toStdString() };
        };
        const KnownText text { "a: 1\n", Document { "stands for the tree" } };
        static const std::string pack = packTrees({ &text, 1 });
        useKnownTrees(pack);
        const auto known = readYamlFile(write("known.yaml", "a: 1\n"));
        QVERIFY(known);
        QCOMPARE(known->text(), std::string { "stands for the tree" });
        const auto edited = readYamlFile(write("known.yaml", "a: 2\n"));
        QVERIFY(edited);
        QCOMPARE(edited->find("a")->integer(), std::int64_t { 2 });
        useKnownTrees({});
    }
};

QTEST_GUILESS_MAIN(KnownTreesTest)
#include "tst_known_trees.moc"
