#include "model/base/document/document.h"
#include "model/base/document/mapping_reader.h"
#include "model/base/wording/messages.h"

#include <QTest>

#include <functional>
#include <set>

using namespace headroom;

class DocumentTest : public QObject
{
    Q_OBJECT

private slots:
    void yamlRefuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("where");
        QTest::newRow("broken flow") << QByteArray { "a: 1\nb: [1, 2\n" } << "yaml-syntax"
                                     << "f.yaml:3";
        QTest::newRow("duplicate") << QByteArray { "a: 1\nb: 2\na: 3\n" } << "duplicate-key"
                                   << "f.yaml:3";
        QTest::newRow("nested duplicate")
            << QByteArray { "a:\n  x: 1\n  x: 2\n" } << "duplicate-key"
            << "f.yaml:3";
        QTest::newRow("alias") << QByteArray { "a: &x 1\nb: *x\n" } << "yaml-alias"
                               << "f.yaml:2";
        QTest::newRow("tag") << QByteArray { "a: !!python/object:os.system x\n" } << "yaml-tag"
                             << "f.yaml:1";
        QTest::newRow("second document")
            << QByteArray { "a: 1\n---\nb: 2\n" } << "yaml-second-document"
            << "f.yaml:2";
        QTest::newRow("not UTF-8") << QByteArray { "a: \xff\xfe\n" } << "not-utf8"
                                   << "f.yaml:1";
        QTest::newRow("NUL") << QByteArray { "a: 1\nb: \0\n", 10 } << "control-character"
                             << "f.yaml:2";
        QTest::newRow("alias in a flow list")
            << QByteArray { "- &a1 [0,0]\n- [0,*a1,*a1]\n" } << "yaml-alias"
            << "f.yaml:2";
        QTest::newRow("alias as a key") << QByteArray { "- &a x\n- {*a : 1}\n" } << "yaml-alias"
                                        << "f.yaml:2";
        QTest::newRow("merge key") << QByteArray { "<<: {a: 1}\n" } << "yaml-alias"
                                   << "f.yaml:1";
        QTest::newRow("flat list")
            << QByteArray { "[" + QByteArray { "0," }.repeated(70000) + "0]" } << "too-many-entries"
            << "f.yaml:1";
        QTest::newRow("many lines")
            << QByteArray { QByteArray { "- 0\n" }.repeated(70000) } << "too-many-entries"
            << "";
        QTest::newRow("large") << QByteArray { 5 << 20, 'x' } << "file-too-large"
                               << "f.yaml";
        QTest::newRow("no UTF-8 by an escape")
            << QByteArray { "a: 1\nb: \"x\\_y\"\n" } << "yaml-escape"
            << "f.yaml:2";
        QTest::newRow("next line by an escape") << QByteArray { "\"\\N\": 1\n" } << "yaml-escape"
                                                << "f.yaml:1";
        QTest::newRow("NUL by an escape") << QByteArray { "a: \"x\\0y\"\n" } << "yaml-escape"
                                          << "f.yaml:1";
        QTest::newRow("deep flow") << QByteArray { QByteArray { 2000, '[' } } << "nested-too-deep"
                                   << "f.yaml:1";
        QTest::newRow("deep block") <<
            [] {
                QByteArray text;
                for (int i = 0; i < 400; ++i)
                    text += QByteArray { i, ' ' } + "a:\n";
                return text;
            }() << "nested-too-deep"
                                    << "";
    }
    void yamlRefuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, id);
        QFETCH(QString, where);
        const auto result
            = parseYaml(std::string_view { text.data(), std::size_t(text.size()) }, "f.yaml");
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(result.errors().front().id), id);
        if (!where.isEmpty())
            QCOMPARE(QString::fromStdString(result.errors().front().where), where);
    }

    void plainScalarsAreTypedOnce()
    {
        const auto result
            = parseYaml("a: 010\nb: yes\nc: '8'\nd: 1.0e12\ne: true\nf: ~\ng: 0x10\nh: -3\n", "f");
        QVERIFY(result.hasValue());
        QCOMPARE(result->find("a")->integer(), 10);
        QCOMPARE(result->find("b")->kind(), Document::Kind::Text);
        QCOMPARE(result->find("c")->kind(), Document::Kind::Text);
        QCOMPARE(result->find("d")->number(), 1e12);
        QVERIFY(result->find("e")->boolean());
        QVERIFY(result->find("f")->isNull());
        QCOMPARE(result->find("g")->kind(), Document::Kind::Text);
        QCOMPARE(result->find("h")->integer(), -3);
        QCOMPARE(result->find("d")->line(), 4);
    }

    void textsSurviveYaml_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : { "plain", "yes", "12", "1e5", " lead", "trail ", "a: b", "#x", "",
                 "null", "~", "tab\there", "line\nbreak", "quote\"s", "back\\slash",
                 "$(touch x); \"y\"", "- dash", "ünï", "*x", "\x01\x7f", "0x10", "?", "@a", "`b",
                 "%c", "NO", ".5", "{}", "[", "!t", "&a", "<<", "=", "\r", "a\rb", "\xC2\x85",
                 "\xC2\x9B", "a\xC2\xA0", "\xE2\x80\xA8", "\xEF\xBB\xBF", "\xE2\x80\xAE", "---",
                 "...", "- ", "? ", "a #b", "\\_", "\\N", "null ", "1_000", "0o17", "12:30:45" })
            QTest::newRow(QByteArray { text }.toPercentEncoding().constData())
                << QByteArray { text };
    }
    void textsSurviveYaml()
    {
        QFETCH(QByteArray, text);
        const Document value { text.toStdString() };
        const Document document = Document::mapping({ { "k", value },
            { text.toStdString() + "!", value }, { "list", Document::sequence({ value, value }) },
            { "deep",
                Document::mapping({ { text.toStdString(), Document::sequence({ value }) } }) } });
        const auto back = parseYaml(writeYaml(document), "f");
        QVERIFY2(back.hasValue(), writeYaml(document).c_str());
        QVERIFY2(*back == document, writeYaml(document).c_str());
    }

    void longKeysSurviveYaml()
    {
        const std::string key(5000, 'k');
        const Document document = Document::mapping({ { key, Document { "v" } },
            { key + ":", Document::mapping({ { key, Document { 1 } } }) },
            { key + "#", Document::sequence({ Document {}, Document { "x" } }) } });
        const auto back = parseYaml(writeYaml(document), "f");
        QVERIFY(back.hasValue());
        QVERIFY(*back == document);
    }

    void bracketsInTextsAreNoNesting()
    {
        const QByteArray name(500, '[');
        const auto back
            = parseYaml("a: \"" + name.toStdString() + "\" # " + name.toStdString() + "\n", "f");
        QVERIFY(back.hasValue());
        QCOMPARE(back->find("a")->text().size(), std::size_t { 500 });
    }

    /// Trees of texts that are made of everything that YAML treats in some way of its own.
    void treesOfHardTextsSurviveYaml()
    {
        static const std::vector<std::string> pieces { " ", "  ", "\n", "\n\n", "\r", "\t", "a",
            "Z", "0", "1e5", ".", ":", ": ", "- ", "-", "?", "? ", "#", " #", ",", "[", "]", "{",
            "}", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`", "\\", "\\_", "\\x41", "<<", "=",
            "~", "null", "true", "---", "...", "\x01", "\x1b", "\x7f", "\xC2\x80", "\xC2\x85",
            "\xC2\x9F", "\xC2\xA0", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAE", "\xEF\xBB\xBF",
            "\xEF\xBF\xBD", "\xF0\x9F\x98\x80", "ä", "模" };
        std::uint32_t state = 1; // xorshift32: the same trees on every machine
        const auto random = [&state](std::size_t below) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            return state % below;
        };
        const auto text = [&] {
            std::string made;
            for (std::size_t i = random(7); i > 0; --i)
                made += pieces[random(pieces.size())];
            return made;
        };
        const std::function<Document(int)> tree = [&](int depth) {
            const std::size_t kind = random(depth > 3 ? 5 : 8);
            if (kind == 0)
                return Document { static_cast<std::int64_t>(random(1000)) - 500 };
            if (kind == 1)
                return Document { (static_cast<double>(random(1000)) - 500) / 7 };
            if (kind == 2)
                return random(2) == 0 ? Document {} : Document { true };
            if (kind < 5)
                return Document { text() };
            std::vector<Document> items;
            std::vector<Document::Member> members;
            std::set<std::string> keys;
            for (std::size_t i = random(4); i > 0; --i) {
                items.push_back(tree(depth + 1));
                if (std::string key = text(); keys.insert(key).second)
                    members.emplace_back(std::move(key), tree(depth + 1));
            }
            return kind < 7 ? Document::mapping(std::move(members))
                            : Document::sequence(std::move(items));
        };
        for (int i = 0; i < 3000; ++i) {
            const Document made = tree(0);
            const std::string written = writeYaml(made);
            const auto back = parseYaml(written, "f");
            QVERIFY2(back.hasValue(), written.c_str());
            QVERIFY2(*back == made, written.c_str());
        }
    }

    void treesSurviveBothFormats()
    {
        const Document tree = Document::mapping(
            { { "list",
                  Document::sequence({ Document { 1 }, Document { 2.5 }, Document { "x" } }) },
                { "rows",
                    Document::sequence({ Document::mapping(
                                             { { "a", Document { true } }, { "b", Document {} } }),
                        Document::mapping(
                            { { "c", Document::mapping({ { "d", Document { 1e300 } } }) } }) }) },
                { "empty", Document::mapping() }, { "none", Document::sequence() } });
        QVERIFY2(*parseYaml(writeYaml(tree), "f") == tree, writeYaml(tree).c_str());
        QVERIFY(*parseJson(writeJson(tree), "f") == tree);
        QVERIFY(*parseJson(writeJson(tree, 0), "f") == tree);
    }

    /// A reader in a terminal sees what stands there; a parser reads what was written.
    void jsonHidesNothing()
    {
        const Document tree = Document::mapping(
            { { "name", "a\xe2\x80\xae b\xc2\x9b[31m \xf3\xa0\x81\x81 \xc3\xa9 \xe4\xb8\xad" } });
        const std::string json = writeJson(tree, 0);
        QCOMPARE(QString::fromStdString(json),
            QStringLiteral("{\"name\":\"a\\u202e b\\u009b[31m \\udb40\\udc41 \u00e9 \u4e2d\"}"));
        QVERIFY(*parseJson(json, "f") == tree);
    }

    void jsonRefuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("id");
        QTest::newRow("cut off") << QByteArray { "{\"a\": [1," } << "json-syntax";
        QTest::newRow("duplicate") << QByteArray { "{\"a\": 1, \"a\": 2}" } << "duplicate-key";
        QTest::newRow("deep") << QByteArray { 5000, '[' } << "nested-too-deep";
        QTest::newRow("many") << QByteArray { "[" + QByteArray { "0," }.repeated(70000) + "0]" }
                              << "too-many-entries";
        QTest::newRow("binary") << QByteArray { "\x7f"
                                                "ELF\0\0",
            6 } << "json-syntax";
    }
    void jsonRefuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, id);
        const auto result
            = parseJson(std::string_view { text.data(), std::size_t(text.size()) }, "f.json");
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(result.errors().front().id), id);
    }

    void readerListsEveryProblemWithItsLine()
    {
        const auto tree = parseYaml("layers: 0\nhiden: 4096\nheads: many\nvocab: 3.5\n", "m.yaml");
        Errors problems;
        MappingReader reader { *tree, "m.yaml", problems };
        reader.requiredInteger("layers", { 1, 1000 });
        reader.requiredInteger("hidden", { 1, 1e6 });
        reader.requiredInteger("heads", { 1, 1e6 });
        reader.requiredInteger("vocab", { 1, 1e9 });
        reader.rejectUnknownKeys();
        QStringList seen;
        for (const Error &problem : problems)
            seen << QString::fromStdString(problem.id + " " + problem.where);
        QCOMPARE(seen,
            (QStringList { "out-of-range m.yaml:1", "missing-key m.yaml:1", "not-a-number m.yaml:3",
                "not-an-integer m.yaml:4", "unknown-key-near m.yaml:2" }));
        QCOMPARE(operandText(problems.back().args.back()), std::string { "hidden" });
    }
};

QTEST_GUILESS_MAIN(DocumentTest)
#include "tst_document.moc"
