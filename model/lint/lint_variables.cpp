#include "model/flags/flag_value.h"
#include "model/lint/lint_checker.h"

namespace headroom {
namespace {

/// Prefixes of variables whose names the catalogue lists fully enough to suspect a slip.
bool hasKnownPrefix(std::string_view name)
{
    for (const std::string_view prefix : { "XLA_", "JAX_", "NCCL_", "TF_CPP_", "CUDA_", "LIBTPU_",
             "NVTE_", "TORCH_NCCL_", "PYTORCH_" })
        if (name.starts_with(prefix))
            return true;
    return false;
}

} // namespace

void LintChecker::checkUnknownVariable(const std::string &name, std::size_t at)
{
    if (!hasKnownPrefix(name))
        return;
    auto known = m_variableSlips.find(name);
    if (known == m_variableSlips.end()) {
        if (m_variableSlips.size() >= nearestNameLimit) {
            if (++m_uncomparedVariables == 1)
                m_firstUncompared = at;
            return;
        }
        const std::vector<std::string> near = m_catalogue.nearest(name);
        constexpr std::size_t largestSlip = 2; // letters
        const bool isSlip = !near.empty() && editDistance(name, near.front()) <= largestSlip;
        known = m_variableSlips.emplace(name, isSlip ? near.front() : std::string {}).first;
    }
    if (!known->second.empty())
        m_findings.add(Severity::Warning, "lint-misspelt-variable", at, name,
            { name, known->second }, { { at, at + name.size(), known->second } });
}

const FlagEntry *LintChecker::checkVariable(
    const std::string &name, std::size_t at, const std::string &value, bool isOpaque)
{
    const FlagEntry *entry = m_catalogue.find(name);
    const std::string &release = m_release;
    if (!entry) {
        checkUnknownVariable(name, at);
        return nullptr;
    }
    if (!entry->isVariable()) {
        m_findings.add(Severity::Error, "lint-flag-as-variable", at, name,
            { name, carrierName(entry->carrier) });
        return nullptr;
    }
    const FlagStatus status = statusAt(*entry, version());
    if (status.presence == FlagPresence::NeverThere) {
        const std::string next = entry->replacedBy.empty() ? "" : entry->replacedBy.front();
        const bool isPlainName = !next.empty() && next.find('=') == std::string::npos;
        std::vector<TextEdit> edits;
        if (isPlainName)
            edits.push_back({ at, at + name.size(), next });
        m_findings.add(Severity::Warning, "lint-no-such-variable", at, name, { name, next }, edits);
        return nullptr;
    }
    if (status.presence == FlagPresence::NotYet) {
        m_findings.add(Severity::Warning, "lint-variable-not-read-yet", at, name,
            { name, release, entry->since->text() });
        return entry;
    }
    if (status.presence == FlagPresence::Removed) {
        m_findings.add(Severity::Warning, "lint-variable-not-read-any-more", at, name,
            { name, release, entry->removed->text() });
        return entry;
    }
    if (name == "XLA_FLAGS" || name == "LIBTPU_INIT_ARGS" || isOpaque)
        return entry;
    reportValue(*entry, value, at, {});
    if (isDefaultValue(*entry, value, version()))
        m_findings.add(Severity::Hint, "lint-variable-default", at, name, { name, value });
    return entry;
}

} // namespace headroom
