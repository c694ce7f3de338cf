// What --fix writes is never worse than what it read.
#include "lint_fixture.h"

#include "model/flags/catalogue/flag_value.h"

#include <algorithm>
#include <array>

using namespace headroom;

namespace {

LintOptions optionsAt(const char *jaxlib)
{
    return { *shippedFlags().releases().choose(jaxlib), nullptr, "a.sh" };
}

std::string fixed(const std::string &text, const char *jaxlib = "0.6.2")
{
    return fixedScript(shippedFlags(), text, optionsAt(jaxlib));
}

/// Errors, and errors with warnings.
std::pair<std::ptrdiff_t, std::ptrdiff_t> faults(const LintReport &report)
{
    const auto count = [&report](Severity severity) {
        return std::ranges::count(report.findings, severity, &LintFinding::severity);
    };
    return { count(Severity::Error), count(Severity::Error) + count(Severity::Warning) };
}

/// One letter of the name is lost.
std::string misspelt(const std::string &name)
{
    return name.substr(0, name.size() / 2) + name.substr(name.size() / 2 + 1);
}

/// Ways to write a setting, of which --fix corrects many.
std::vector<std::string> spellings(const FlagEntry &entry, const std::string &value)
{
    const std::string &name = entry.name;
    if (entry.isVariable())
        return { "export " + name + '=' + value, "export " + misspelt(name) + '=' + value };
    const std::string carrier
        = entry.carrier == FlagCarrier::LibtpuArgs ? "LIBTPU_INIT_ARGS" : "XLA_FLAGS";
    std::string hyphens = name;
    std::ranges::replace(hyphens, '_', '-');
    std::vector<std::string> texts;
    for (const std::string &word :
        { "--" + name + '=' + value, '-' + name + '=' + value, name + '=' + value,
            "--" + hyphens + '=' + value, "--" + name + ' ' + value, "--no" + name,
            "--" + misspelt(name) + '=' + value, "--" + name + '=' + value + "--xla_dump_to=/d" })
        texts.push_back("export " + carrier + "=\"" + word + '"');
    return texts;
}

} // namespace

class TestLintFixes : public QObject
{
    Q_OBJECT

private slots:
    /// A variable that nothing read must not begin to slow the run, nor get a value that its page
    /// refuses.
    void whatDidNothingStaysHarmless_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
            { "export TF_CPP_MAX_LOG_LEVEL=100", "export TF_CPP_MAX_LOG_LEVEL=10",
                "export XLA_PYTHON_CLIENT_MEM_FRACTON=90", "export NCCL_MAX_CTA=1000",
                "export XLA_FLAG=\"--xla_dump_to=/d --xla_no_such_flag_at_all=1\"" })
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void whatDidNothingStaysHarmless()
    {
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(fixed(text.toStdString())), text);
    }

    /// A default that is written because something before it says otherwise has an effect.
    void aDefaultThatCountsIsKept_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
            { "XLA_FLAGS=\"--xla_gpu_triton_gemm_any=true --xla_gpu_triton_gemm_any=false\" run",
                "export XLA_FLAGS=--xla_gpu_triton_gemm_any=true\n"
                "export XLA_FLAGS=\"$XLA_FLAGS --xla_gpu_triton_gemm_any=false\"\nrun",
                "export XLA_FLAGS=\"$FLAGS_OF_THE_SITE --xla_gpu_triton_gemm_any=false\"\nrun" })
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void aDefaultThatCountsIsKept()
    {
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(fixed(text.toStdString(), "0.4.31")), text);
    }

    void noFixMakesARunWorse_data()
    {
        QTest::addColumn<QByteArray>("jaxlib");
        for (const char *jaxlib : { "0.4.18", "0.4.31", "0.6.2", "0.11.0" })
            QTest::newRow(jaxlib) << QByteArray(jaxlib);
    }
    /// Everything that the catalogue knows, in every spelling that --fix corrects.
    void noFixMakesARunWorse()
    {
        QFETCH(QByteArray, jaxlib);
        const FlagCatalogue &flags = shippedFlags();
        const JaxlibVersion release = flags.releases().choose(jaxlib.toStdString())->answers;
        int corrected = 0;
        for (const FlagEntry &entry : flags.entries())
            for (const std::string value : { "true", "100", "90000000000", "" })
                for (const std::string &text : spellings(entry, value)) {
                    const std::string after = fixed(text, jaxlib.constData());
                    if (after == text)
                        continue;
                    ++corrected;
                    const LintReport was = lint(text, jaxlib.constData(), "a.sh");
                    const LintReport is = lint(after, jaxlib.constData(), "a.sh");
                    const std::string both = text + " -> " + after;
                    QVERIFY2(faults(is).first <= faults(was).first
                            && faults(is).second < faults(was).second + !was.hasErrors(),
                        both.c_str());
                    QVERIFY2(fixed(after, jaxlib.constData()) == after, both.c_str());
                    for (const LintSetting &setting : is.settings)
                        checkSetting(setting, was, release, both);
                }
        QVERIFY(corrected > 1000);
    }

private:
    /// What --fix made of a line is valid; what acts now and did nothing before is no diagnosis.
    static void checkSetting(const LintSetting &setting, const LintReport &was,
        const JaxlibVersion &release, const std::string &both)
    {
        const bool isOld = std::ranges::find(was.settings, setting) != was.settings.end();
        const FlagEntry *entry = shippedFlags().find(setting.name);
        if (isOld || entry->type == FlagType::Text)
            return;
        QVERIFY2(
            checkValue(*entry, setting.value, release).fault == ValueFault::None, both.c_str());
        QVERIFY2(!entry->isVariable() || entry->area != FlagArea::Debug
                || isDefaultValue(*entry, setting.value, release),
            both.c_str());
    }
};

QTEST_GUILESS_MAIN(TestLintFixes)
#include "tst_lint_fixes.moc"
