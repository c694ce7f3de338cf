#include "recorded_answers.h"

#include "model/flags/catalogue/term_texts.h"
#include "model/flags/explain/explain_name.h"
#include "model/flags/explain/explain_profiles.h"
#include "model/launch/targets/field_homes.h"
#include "model/lessons/glossary.h"
#include "model/plan/attention_kernels.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/framework_traits.h"
#include "model/plan/optimizer_traits.h"
#include "model/plan/option_names.h"

#include <QTest>

#include <fmt/format.h>

#include <utility>

using namespace headroom;

namespace {

/// Headings, each with the number of its lines, and the digest of the whole.
std::string outlineOf(const std::string &text)
{
    std::string outline, line;
    int count = 0;
    for (const char letter : text + '\n') {
        if (letter != '\n') {
            line += letter;
            continue;
        }
        if (line.starts_with("## "))
            outline += '(' + std::to_string(std::exchange(count, 0)) + ") " + line.substr(3) + ' ';
        else if (!line.empty())
            ++count;
        line.clear();
    }
    return outline + '(' + std::to_string(count) + ") " + digestOf(text);
}

/// Where a field is in the files of a framework.
std::string homeText(const FrameworkTraits &framework, FileReader reader, const std::string &path)
{
    std::string text = path + ':';
    const FieldHome home = fieldHome(framework, reader, path);
    for (const std::string &key : home.keys)
        text += ' ' + key;
    text += home.isLoss ? " | lost | " : " | ";
    text += home.reason;
    if (const auto job = jobHome(framework.id, path)) {
        text += " | job";
        for (const std::string &key : job->keys)
            text += ' ' + key;
        text += ' ' + job->reason;
    }
    if (const auto unrelated = unrelatedField(framework, path))
        text += " | unrelated: " + std::string { *unrelated };
    return text + '\n';
}

/// A row of the table of frameworks.
std::string traitsText(const FrameworkTraits &row)
{
    const Software releases { "of jaxlib", "of maxtext", "of megatron", "of torchtitan", {} };
    const std::vector<bool> facts { row.runsXla, row.expertIsAxis, row.takesPartMicroBatches,
        row.copiesKeyValueHeads, row.placesVirtualStages, row.zeroFollowsAxis,
        row.rematNamesTensors, row.keepsFp32InOptimizer, row.accumulatesOutsidePipeline,
        row.cudnnThroughTe, row.wantsOneQueue, row.needsExpandableSegments,
        row.takesExpandableSegments, row.hfuCountsRecomputation, row.statesBatchOfRank,
        row.isEagerUnlessSaid, row.fusesLossWithHead };
    std::string text = fmt::format("{} | {} |", row.title, row.releaseIn(releases));
    for (const bool fact : facts)
        text += fact ? " yes" : " no";
    text += fmt::format(" | {} {} {} {} | {} {} {} | {} {}\n", static_cast<int>(row.vocabulary),
        row.vocabularyStep, static_cast<int>(row.stageSplit), static_cast<int>(row.pipelineRounds),
        row.minZeroStage, row.maxZeroStageInPipeline, row.minZeroStageToOffload,
        static_cast<int>(row.fullRemat), static_cast<int>(row.selectiveRemat));
    for (const PlanField &field : planFields())
        if (field.path.starts_with("options."))
            text += field.path.substr(8) + (row.hasOption(field.path) ? "; " : " no; ");
    return text + '\n';
}

} // namespace

/// What is explained of every name that is known, as an outline with a digest, and of some in full.
class CatalogueAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void outlines_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("language");
        QTest::newRow("newest") << ""
                                << "en";
        QTest::newRow("release") << "0.4.30"
                                 << "en";
        QTest::newRow("chinese") << ""
                                 << "zh";
    }
    void outlines()
    {
        QFETCH(QString, release);
        QFETCH(QString, language);
        const auto flags = m_desk.bench().catalogue();
        const auto texts = FlagTextLibrary::load({ HEADROOM_PROFILES, {} }, language.toStdString());
        std::optional<JaxlibChoice> jaxlib;
        if (!release.isEmpty())
            jaxlib = *(*flags)->releases().choose(release.toStdString());
        std::string text;
        for (const std::string &name : names()) {
            const Result<Explanation> explained = explainName(
                { flags->get(), texts->get(), &m_desk.library(), language.toStdString() }, name,
                jaxlib);
            QVERIFY2(explained.hasValue(), name.c_str());
            text += name + ": " + outlineOf(explanationMarkdown(*explained)) + '\n';
        }
        AnswerBook book;
        book.add("explain NAME", text);
        compare(book, std::string { "catalogue/explained-" } + QTest::currentDataTag());
    }

    void inFull()
    {
        AnswerBook book;
        int at = 0;
        for (const std::string &name : names())
            if (at++ % 20 == 0)
                book.add(name,
                    m_desk.ask({ "explain", name, "--format", at % 40 ? "text" : "json" }), name);
        for (const char *unknown : { "xla_gpu_enable_pipelined_all_gathr", "NCCL_IB_DISABEL",
                 "mfuu", "", "-", "--", "minimal_with_contxt", "fp8_delaid", "qkv_pro" })
            for (const char *format : { "text", "json" })
                book.add(unknown, m_desk.ask({ "explain", unknown, "--format", format }), unknown);
        for (const char *release : { "0.4.1", "0.5.3", "0.6.2", "0.11.0", "99.0", "x", "0.4.30.1" })
            for (const char *name :
                { "xla_gpu_enable_latency_hiding_scheduler", "xla_gpu_enable_triton_softmax_fusion",
                    "xla_gpu_graph_level", "xla_tpu_enable_data_parallel_all_reduce_opt" })
                book.add(std::string { name } + " at " + release,
                    m_desk.ask({ "explain", name, "--jaxlib", release }), name);
        compare(book, "catalogue/explained");
    }

    void lists()
    {
        AnswerBook book;
        for (const char *kind : { "machines", "policies", "recipes" })
            book.add(kind, m_desk.ask({ "profiles", kind, "--format", "json" }), kind);
        for (const char *kind : { "machines", "policies", "recipes" })
            book.add(kind, m_desk.ask({ "profiles", kind }), kind);
        compare(book, "catalogue/lists");
    }

    /// Every field of a plan with what it takes, and its place in the files of each framework.
    void fields()
    {
        AnswerBook book;
        std::string text;
        for (const PlanField &field : planFields()) {
            text += field.path + " | " + field.label + " | " + field.purpose + " | " + field.unit
                + " | " + std::to_string(static_cast<int>(field.kind)) + ' '
                + QString::number(field.range.least).toStdString() + ".."
                + QString::number(field.range.most).toStdString()
                + (field.isOptional ? " optional" : "") + (field.isRelease ? " release" : "");
            for (const std::string &choice : field.choices)
                text += ' ' + choice;
            text += '\n';
        }
        book.add("fields", text);
        for (const FrameworkTraits &framework : allFrameworks()) {
            std::string own;
            for (const FileReader reader : { FileReader::Framework, FileReader::Program,
                     FileReader::Bridge, FileReader::Tool }) {
                std::string homes;
                for (const PlanField &field : planFields())
                    homes += homeText(framework, reader, field.path);
                for (const char *open : { "flags.NCCL_DEBUG", "remat.tensors.qkv_proj",
                         "parallelism.mesh.ici.fsdp", "parallelism.mesh.dcn.data", "no.field" })
                    homes += homeText(framework, reader, open);
                if (reader == FileReader::Framework)
                    own = homes;
                // Of other readers, what they have otherwise.
                book.add(
                    std::string { framework.name } + ' ' + std::to_string(static_cast<int>(reader)),
                    reader == FileReader::Framework ? homes : changedLines(own, homes));
            }
        }
        compare(book, "catalogue/fields");
    }

    /// The tables of what plans may name, cell by cell.
    void tables()
    {
        AnswerBook book;
        for (const FrameworkTraits &row : allFrameworks())
            book.add(std::string { row.name }, traitsText(row));
        std::string text;
        for (const OptionNames &row : optionNames())
            text += fmt::format("{} | {} | {} | {} | {} | {}{}\n", row.path, row.maxtext,
                row.megatron, row.torchtitan, row.deepspeed, row.trainer,
                row.isPlain ? "" : " | not plain");
        book.add("options", text);
        text.clear();
        for (const OptimizerTraits &row : allOptimizers()) {
            text += fmt::format("{} {}{} paged {}", row.name, fmt::join(row.stateBytes, " "),
                row.needsKahan ? " Kahan" : "", row.pagedName);
            for (const OptimizerName &own : row.names)
                text += fmt::format(" | {} {}", own.name, own.arguments);
            text += '\n';
        }
        book.add("optimizers", text);
        text.clear();
        for (const AttentionTraits &row : allAttentions()) {
            text += fmt::format("{} {}{}{}{}", row.name, row.kernel ? int(*row.kernel) : -1,
                row.isFlash ? " flash" : "", row.limitsHeads ? " limits heads" : "",
                row.isOffered ? "" : " not offered");
            for (const std::string &id : m_desk.library().acceleratorIds()) {
                const auto chip = m_desk.library().accelerator(id);
                text += takesAttention(**chip, row.id)
                    ? std::string {}
                    : fmt::format(" | {}: {}", id, nameOf(attentionOn(**chip, row.id)));
            }
            text += '\n';
        }
        book.add("attention", text);
        text.clear();
        for (const std::string &id : m_desk.library().rematPolicyIds()) {
            text += id;
            for (const FrameworkTraits &row : allFrameworks()) {
                const RematKind kind = rematKind(*m_desk.library().rematPolicy(id), row);
                text += fmt::format(
                    " {}{}", static_cast<int>(kind), takesRemat(row, kind) ? "" : "x");
            }
            text += '\n';
        }
        book.add("policies by framework", text);
        compare(book, "catalogue/tables");
    }

    void choices()
    {
        AnswerBook book;
        bool isTpu = false;
        for (const std::string &name : explainableProfiles(m_desk.library())) {
            isTpu = !isTpu;
            const char *plan = isTpu ? "llama3.1-8b-v6e-16" : "llama3.1-405b-h100-128-nodes";
            book.add(name + " for " + plan,
                m_desk.ask({ "explain", name, "--plan", plan, "--format", "json" }), plan);
        }
        compare(book, "catalogue/choices");
    }

private:
    std::vector<std::string> names() const
    {
        std::vector<std::string> all;
        const auto flags = m_desk.bench().catalogue();
        for (const FlagEntry &entry : (*flags)->entries())
            all.push_back(entry.name);
        for (const FlagSet &set : (*flags)->sets())
            all.push_back(set.id);
        for (const NamedOption &option : (*flags)->options())
            all.push_back(option.name);
        for (const std::string &name : explainableProfiles(m_desk.library()))
            all.push_back(name);
        const DataDirectories folders { HEADROOM_PROFILES, {} };
        const auto terms = loadTermTexts(folders);
        for (const auto &[id, term] : terms->terms)
            all.push_back(id);
        const auto glossary = loadGlossary(folders);
        for (const GlossaryWord &word : glossary->words)
            all.push_back(word.id);
        return all;
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    AnswerDesk m_desk;
};

QTEST_GUILESS_MAIN(CatalogueAnswersTest)
#include "tst_catalogue_answers.moc"
