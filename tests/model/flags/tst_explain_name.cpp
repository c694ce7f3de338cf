#include "model/base/wording/messages.h"
#include "model/flags/catalogue/term_texts.h"
#include "model/flags/explain/explain_name.h"
#include "model/lessons/glossary.h"
#include "model/physics/trace/terms.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <set>

using namespace headroom;

namespace {

const DataDirectories directories { HEADROOM_PROFILES, {} };

template <class T> T loadOrDie(Result<T> result)
{
    if (!result)
        qFatal("%s", errorText(result.errors().front()).c_str());
    return *std::move(result);
}

const ExplainSources &sources()
{
    static const auto flags = loadOrDie(FlagCatalogue::load(directories));
    static const auto texts = loadOrDie(FlagTextLibrary::load(directories));
    static const ProfileLibrary profiles { directories };
    static const ExplainSources all { flags.get(), texts.get(), &profiles };
    return all;
}

std::vector<std::string> linesOf(const char *file)
{
    std::ifstream text(std::string { HEADROOM_TEST_DATA "/flags/" } + file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);)
        if (!line.empty() && line[0] != '#')
            lines.push_back(line);
    return lines;
}

const ExplanationSection *section(const Explanation &explanation, const std::string &id)
{
    const auto found = std::ranges::find(explanation.sections, id, &ExplanationSection::id);
    return found == explanation.sections.end() ? nullptr : &*found;
}

/// What a translation must keep: names with underscores, versions and numbers.
QSet<QString> namesAndNumbers(const std::string &text)
{
    static const QRegularExpression pattern(
        QStringLiteral("[A-Za-z0-9]+(?:_[A-Za-z0-9]*)+|(?<![A-Za-z0-9_.])[0-9]+(?:\\.[0-9]+)*"));
    QSet<QString> found;
    const QString whole = QString::fromStdString(text);
    for (auto match = pattern.globalMatch(whole); match.hasNext();)
        found.insert(match.next().captured());
    return found;
}

bool hasChinese(const QString &text)
{
    return std::ranges::any_of(
        text, [](QChar letter) { return letter.script() == QChar::Script_Han; });
}

} // namespace

class TestExplainName : public QObject
{
    Q_OBJECT

private slots:
    void explains_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kind");
        QTest::newRow("flag") << "xla_gpu_enable_latency_hiding_scheduler"
                              << "flag";
        QTest::newRow("flag with dashes") << "--xla_gpu_triton_gemm_any"
                                          << "flag";
        QTest::newRow("TPU flag") << "xla_tpu_scoped_vmem_limit_kib"
                                  << "flag";
        QTest::newRow("variable") << "NCCL_PROTO"
                                  << "variable";
        QTest::newRow("variable that does not exist") << "TF_CPP_MAX_LOG_LEVEL"
                                                      << "variable";
        QTest::newRow("set") << "CF_FOR_ALL_GATHER"
                             << "set";
        QTest::newRow("option") << "reuse_example_batch"
                                << "option";
        QTest::newRow("option with dashes") << "--optim"
                                            << "option";
        QTest::newRow("wrong spelling") << "xla-my-favorite-flag"
                                        << "option";
        QTest::newRow("recipe without Qwix") << "nanoo_fp8"
                                             << "recipe";
        QTest::newRow("policy") << "minimal_with_context"
                                << "policy";
        QTest::newRow("recipe") << "fp8_full"
                                << "recipe";
        QTest::newRow("memory term") << "gathered_parameters"
                                     << "term";
        QTest::newRow("time term") << "exposed_tensor"
                                   << "term";
        QTest::newRow("word") << "MFU"
                              << "word";
    }
    void explains()
    {
        QFETCH(QString, name);
        QFETCH(QString, kind);
        const auto explanation = explainName(sources(), name.toStdString(), {});
        QVERIFY(explanation.hasValue());
        QCOMPARE(QString::fromStdString(explanation->kind), kind);
        QVERIFY(!explanation->says.empty());
        QVERIFY(explanationText(*explanation).size() > explanation->says.size());
        QVERIFY(explanationMarkdown(*explanation).starts_with("## "));
        QVERIFY(parseJson(writeJson(explanationDocument(*explanation)), "x").hasValue());
    }

    void everyGuideNameIsExplained()
    {
        for (const std::string &name : linesOf("guide_names.txt"))
            QVERIFY2(explainName(sources(), name, {}).hasValue(), name.c_str());
    }

    void everyTermIsExplained()
    {
        const auto terms = loadOrDie(loadTermTexts(directories));
        for (std::size_t i = 0; i < memoryTermCount; ++i)
            QVERIFY(terms.terms.contains(termId(static_cast<MemoryTerm>(i))));
        for (std::size_t i = 0; i < timeTermCount; ++i)
            QVERIFY(terms.terms.contains(termId(static_cast<TimeTerm>(i))));
        const auto glossary = loadOrDie(loadGlossary(directories));
        for (const auto &[word, links] : terms.wordLinks)
            QVERIFY2(glossary.find(word), word.c_str());
    }

    /// A deep entry for every flag, variable and set member of the guides; texts of substance.
    void guideFlagsHaveLongExplanations()
    {
        std::vector<std::string> names = linesOf("guide_names.txt");
        for (const FlagSet &set : sources().flags->sets())
            for (const FlagSetting &setting : set.settings)
                names.push_back(setting.name);
        int checked = 0;
        for (const std::string &name : names) {
            if (!sources().flags->find(name))
                continue;
            const FlagTexts *texts = sources().texts->find(name);
            QVERIFY2(texts, name.c_str());
            for (const std::string &text : { texts->use, texts->cost, texts->watch, texts->check })
                QVERIFY2(text.size() >= 5 && text.ends_with('.'), name.c_str());
            QVERIFY2(!texts->seeAlso.empty(), name.c_str());
            ++checked;
        }
        QVERIFY(checked > 150);
    }

    void longExplanationsNameKnownThings()
    {
        for (const auto &[name, texts] : sources().texts->all()) {
            QVERIFY2(sources().flags->find(name), name.c_str());
            for (const auto &[with, why] : texts.conflicts)
                QVERIFY2(with == "nsys" || sources().flags->find(with), with.c_str());
            for (const FlagTermEffect &effect : texts.effects)
                QVERIFY(!effect.text.empty());
        }
        const FlagTexts *collectives
            = sources().texts->find("xla_gpu_enable_pipelined_collectives");
        QVERIFY(collectives && !collectives->bugs.empty());
        const FlagTexts *slop = sources().texts->find("xla_gpu_memory_limit_slop_factor");
        QVERIFY(slop && !slop->disagree.empty());
    }

    /// Every sentence of a long explanation in Chinese, with the same names and numbers.
    void longExplanationsAreChinese()
    {
        const auto chinese = loadOrDie(FlagTextLibrary::load(directories, "zh"));
        QCOMPARE(chinese->all().size(), sources().texts->all().size());
        for (const auto &[name, english] : sources().texts->all()) {
            const FlagEntry *entry = sources().flags->find(name);
            QVERIFY2(entry, name.c_str());
            const FlagTexts &translated = *chinese->find(name);
            std::vector<std::string> from { entry->says, english.use, english.cost, english.watch,
                english.check };
            std::vector<std::string> to { translated.says, translated.use, translated.cost,
                translated.watch, translated.check };
            const auto add
                = [&](const std::vector<std::string> &a, const std::vector<std::string> &b) {
                      from.insert(from.end(), a.begin(), a.end());
                      to.insert(to.end(), b.begin(), b.end());
                  };
            add(english.bugs, translated.bugs);
            add(english.disagree, translated.disagree);
            for (std::size_t i = 0; i < english.conflicts.size(); ++i)
                add({ english.conflicts[i].second }, { translated.conflicts.at(i).second });
            for (std::size_t i = 0; i < english.effects.size(); ++i)
                add({ english.effects[i].text }, { translated.effects.at(i).text });
            add(english.notModelled, translated.notModelled);
            QVERIFY2(from.size() == to.size(), name.c_str());
            for (std::size_t i = 0; i < from.size(); ++i) {
                const QString text = QString::fromStdString(to[i]);
                QVERIFY2(hasChinese(text), qPrintable(QString::fromStdString(name) + ": " + text));
                QVERIFY2(namesAndNumbers(from[i]) == namesAndNumbers(to[i]),
                    qPrintable(QString::fromStdString(name) + ": " + text));
            }
        }
    }

    void everyLinkOfTheGuidesIsKept()
    {
        std::set<std::string> known;
        for (const auto &[name, texts] : sources().texts->all())
            for (const FlagLink &link : texts.seeAlso)
                known.insert(link.url);
        for (const NamedOption &option : sources().flags->options())
            for (const auto &[title, url] : option.seeAlso)
                known.insert(url);
        const auto terms = loadOrDie(loadTermTexts(directories));
        for (const auto &[word, links] : terms.wordLinks)
            for (const FlagLink &link : links)
                known.insert(link.url);
        for (const std::string &url : linesOf("guide_links.txt"))
            QVERIFY2(known.contains(url), url.c_str());
    }

    void saysWhatAReleaseDoes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("jaxlib");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, const char *jaxlib, const char *sentence) {
            QTest::addRow("%s at %s", name, jaxlib) << name << jaxlib << sentence;
        };
        row("xla_gpu_triton_gemm_any", "0.6.2", "jaxlib 0.6.2: exists, default true.");
        row("xla_gpu_enable_async_collectives", "0.6.2",
            "jaxlib 0.6.2: removed in 0.4.27; use xla_gpu_disable_async_collectives instead.");
        row("xla_gpu_enable_cudnn_fmha", "0.6.2",
            "jaxlib 0.6.2: exists, default false, and has no effect.");
        row("xla_gpu_disable_async_collectives", "0.4.26",
            "jaxlib 0.4.26: not there yet, it comes in 0.4.27.");
        row("xla_gpu_triton_gemm_any", "0.4.37",
            "jaxlib 0.4.36 (the nearest older release to 0.4.37 with data): exists, default "
            "false.");
        row("xla_gpu_triton_gemm_any", "1.2.3",
            "jaxlib 0.11.0 (1.2.3 is outside the data, so this is uncertain): exists, default "
            "true.");
    }
    void saysWhatAReleaseDoes()
    {
        QFETCH(QString, name);
        QFETCH(QString, jaxlib);
        QFETCH(QString, sentence);
        const auto choice = loadOrDie(sources().flags->releases().choose(jaxlib.toStdString()));
        const auto explanation = explainName(sources(), name.toStdString(), choice);
        QVERIFY(explanation.hasValue());
        const ExplanationSection *at = section(*explanation, "at_jaxlib");
        QVERIFY(at);
        QCOMPARE(QString::fromStdString(at->lines.at(0)), sentence);
    }

    /// Effects as data for scripts, and words for what the estimate leaves out.
    void tellsEffectsFromWhatIsNotModelled()
    {
        const auto heard = explainName(sources(), "XLA_PYTHON_CLIENT_MEM_FRACTION", {});
        QVERIFY(heard.hasValue() && !heard->effects.empty());
        const Document document = explanationDocument(*heard);
        const Document *effects = document.find("effects");
        QVERIFY(effects && effects->items().size() == heard->effects.size());
        const Document &first = effects->items().front();
        for (const char *key : { "term", "direction", "evidence", "text", "witness" })
            QVERIFY2(first.find(key), key);
        for (const char *key : { "plan", "set", "off", "on" })
            QVERIFY2(first.find("witness")->find(key), key);
        QVERIFY(!section(*heard, "not_modelled"));

        const auto unheard = explainName(sources(), "NCCL_CROSS_NIC", {});
        QVERIFY(unheard.hasValue() && unheard->effects.empty());
        QVERIFY(explanationDocument(*unheard).find("effects")->items().empty());
        const ExplanationSection *open = section(*unheard, "not_modelled");
        QVERIFY(open && open->lines.size() >= 2);
        QVERIFY(open->lines.back().find("sweep PLAN --over flags.") != std::string::npos);
    }

    /// A sweep compares two values that mean different things, and is left out where none are
    /// known.
    void sweepsCompareWhatDiffers()
    {
        const auto sweep = [](const char *name) -> std::string {
            const auto explanation = explainName(sources(), name, {});
            const ExplanationSection *open = section(*explanation, "not_modelled");
            if (!open)
                return {};
            const std::string &line = open->lines.back();
            const std::size_t at = line.find("flags.");
            return at == std::string::npos ? std::string {}
                                           : line.substr(at, line.find(' ', at) - at);
        };
        QCOMPARE(
            sweep("CUDA_MODULE_LOADING"), std::string { "flags.CUDA_MODULE_LOADING=LAZY,EAGER" });
        QCOMPARE(
            sweep("JAX_OPTIMIZATION_LEVEL"), std::string { "flags.JAX_OPTIMIZATION_LEVEL=O0,O1" });
        QCOMPARE(sweep("NCCL_CROSS_NIC"), std::string { "flags.NCCL_CROSS_NIC=0,1" });
        for (const FlagEntry &entry : sources().flags->entries()) {
            const std::string line = sweep(entry.name.c_str());
            QVERIFY2(line.find("VALUE") == std::string::npos, line.c_str());
            const std::string values = line.substr(line.find('=') + 1);
            const std::size_t comma = values.find(',');
            QVERIFY2(
                line.empty() || values.substr(0, comma) != values.substr(comma + 1), line.c_str());
        }
    }

    /// NCCL's sources know more names than have a text.
    void namesOfNcclWithoutATextAreKnown()
    {
        const auto known = explainName(sources(), "NCCL_DMABUF_ENABLE", {});
        QVERIFY(known.hasValue());
        QCOMPARE(known->kind, std::string { "variable" });
        QVERIFY(section(*known, "facts")->lines[1].find("2.13.4") != std::string::npos);
        QVERIFY(!explainName(sources(), "NCCL_FOO", {}).hasValue());
        QVERIFY(sources().flags->nccl().read.size() >= 250);
    }

    void answersInChinese()
    {
        const auto texts = loadOrDie(FlagTextLibrary::load(directories, "zh"));
        ExplainSources chinese = sources();
        chinese.texts = texts.get();
        chinese.language = "zh";
        for (const auto &[name, english] : sources().texts->all()) {
            const auto explanation = explainName(chinese, name, {});
            QVERIFY2(explanation.hasValue(), name.c_str());
            const ExplanationSection *use = section(*explanation, "use");
            QVERIFY2(
                use && use->title == "何时使用" && use->lines.at(0) != english.use, name.c_str());
            for (const QString &line :
                QString::fromStdString(explanationText(*explanation)).split(QLatin1Char('\n'))) {
                static const QString closing = QStringLiteral("，。；：、）");
                const QString text = line.trimmed();
                QVERIFY2(text.isEmpty() || !closing.contains(text.front()), qPrintable(line));
            }
        }
        // A word answers to its English names in every language.
        const auto word = explainName(chinese, "MFU", {});
        QVERIFY(word.hasValue());
        QVERIFY(word->says != explainName(sources(), "MFU", {})->says);
    }

    void suggestsNearestNames()
    {
        const auto missing = explainName(sources(), "xla_gpu_triton_gem_any", {});
        QVERIFY(!missing.hasValue());
        QCOMPARE(missing.errors().at(0).id, std::string { "unknown-name" });
        QVERIFY(operandText(missing.errors().at(0).args.at(1)).find("xla_gpu_triton_gemm_any")
            != std::string::npos);
        QVERIFY(!explainName(sources(), std::string(1 << 20, 'y'), {}).hasValue());
        QVERIFY(!explainName(sources(), "", {}).hasValue());
    }
};

QTEST_GUILESS_MAIN(TestExplainName)
#include "tst_explain_name.moc"
