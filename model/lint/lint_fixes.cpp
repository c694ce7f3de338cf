#include "model/lint/lint.h"

#include <algorithm>

namespace headroom {
namespace {

/// Corrections of a script, each kept where the script is no worse with it.
class FixTrial
{
public:
    FixTrial(const FlagCatalogue &catalogue, std::string text, const LintOptions &options)
        : m_catalogue(catalogue)
        , m_options(options)
        , m_text(std::move(text))
        , m_faults(faultsOf(lintScript(catalogue, m_text, options)))
    { }

    void take(std::span<const LintFinding> fixes);
    std::string takeText() { return applyEdits(m_text, m_kept); }

private:
    struct Faults
    {
        std::ptrdiff_t errors = 0, all = 0; ///< all: without hints
    };
    static Faults faultsOf(const LintReport &report);

    const FlagCatalogue &m_catalogue;
    const LintOptions &m_options;
    const std::string m_text;
    std::vector<TextEdit> m_kept;
    Faults m_faults; ///< of the text with what is kept
    int m_trials = 0;
};

FixTrial::Faults FixTrial::faultsOf(const LintReport &report)
{
    Faults faults;
    for (const LintFinding &finding : report.findings) {
        faults.errors += finding.severity == Severity::Error;
        faults.all += finding.severity != Severity::Hint;
    }
    return faults;
}

/// All at once where that does no harm, else half of them at a time.
void FixTrial::take(std::span<const LintFinding> fixes)
{
    constexpr int maxTrials = 200; // a generated megabyte must not cost its square
    if (fixes.empty() || ++m_trials > maxTrials)
        return;
    std::vector<TextEdit> edits = m_kept;
    std::ptrdiff_t cured = 0;
    for (const LintFinding &fix : fixes) {
        edits.insert(edits.end(), fix.edits.begin(), fix.edits.end());
        cured += fix.severity != Severity::Hint;
    }
    const Faults faults = faultsOf(lintScript(m_catalogue, applyEdits(m_text, edits), m_options));
    if (faults.errors <= m_faults.errors && faults.all <= m_faults.all - cured) {
        m_kept = std::move(edits);
        m_faults = faults;
    } else if (fixes.size() > 1) {
        take(fixes.first(fixes.size() / 2));
        take(fixes.subspan(fixes.size() / 2));
    }
}

} // namespace

std::string fixedScript(
    const FlagCatalogue &catalogue, std::string text, const LintOptions &options)
{
    constexpr int maxRounds = 5; // two are enough: what takes a name's place may be the default
    for (int round = 0; round < maxRounds; ++round) {
        std::vector<LintFinding> fixes = lintScript(catalogue, text, options).findings;
        std::erase_if(fixes, [](const LintFinding &finding) { return finding.edits.empty(); });
        if (fixes.empty())
            break;
        FixTrial trial { catalogue, text, options };
        trial.take(fixes);
        std::string next = trial.takeText();
        if (next == text)
            break;
        text = std::move(next);
    }
    return text;
}

} // namespace headroom
