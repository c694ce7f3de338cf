#include "model/flags/advice/plan_conflicts.h"
#include "model/flags/catalogue/flag_value.h"
#include "model/lint/lint_checker.h"

namespace headroom {
namespace {

/// Prefixes of variables whose names the catalogue lists fully enough to suspect a slip.
bool hasKnownPrefix(std::string_view name)
{
    for (const std::string_view prefix : { "XLA_", "JAX_", "NCCL_", "TF_CPP_", "CUDA_", "LIBTPU_",
             "NVTE_", "TORCH_NCCL_", "PYTORCH_", "RCCL_", "FI_" })
        if (name.starts_with(prefix))
            return true;
    return false;
}

/// What holds flags, which are checked one by one.
bool isCarrier(std::string_view name)
{
    return name == "XLA_FLAGS" || name == "LIBTPU_INIT_ARGS";
}

/// Variables that programs without JAX read as well.
bool isOfOthers(const FlagEntry &entry)
{
    for (const char *owner : { "nccl", "cuda", "torch", "te", "hf", "rocm", "efa" })
        if (entry.owner == owner)
            return true;
    return false;
}

} // namespace

/// The edit that gives a variable, which nothing reads as it is spelt, the name that was meant.
/// What begins to act must be valid and no diagnosis, which slows a run or floods its log.
std::vector<TextEdit> LintChecker::renaming(const std::string &name, std::size_t at,
    const std::string &meant, const std::string &value, bool isOpaque) const
{
    const FlagEntry *entry = m_catalogue.find(meant);
    const bool isSure = entry && entry->isVariable() && !isOpaque && !isCarrier(meant)
        && entry->area != FlagArea::Debug && mayWrite(*entry, value);
    if (!isSure)
        return {};
    return { { at, at + name.size(), meant } };
}

void LintChecker::checkUnknownVariable(
    const std::string &name, std::size_t at, const std::string &value, bool isOpaque)
{
    if (!hasKnownPrefix(name))
        return;
    const NcclVariables &nccl = m_catalogue.nccl();
    if (const NcclVariable *read = nccl.find(name)) {
        if (!read->until.empty())
            m_findings.add(Severity::Warning, "lint-nccl-variable-gone", at, name,
                { name, read->since, read->until });
        return;
    }
    if (nccl.isOfOthers(name))
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
            { name, known->second }, renaming(name, at, known->second, value, isOpaque));
    else if (NcclVariables::hasPrefix(name))
        m_findings.add(
            Severity::Warning, "lint-unknown-nccl-variable", at, name, { name, nccl.release });
}

const FlagEntry *LintChecker::checkVariable(
    const std::string &name, std::size_t at, const std::string &value, bool isOpaque)
{
    const FlagEntry *entry = m_catalogue.find(name);
    const std::string &release = m_release;
    if (!entry) {
        checkUnknownVariable(name, at, value, isOpaque);
        return nullptr;
    }
    if (!entry->isVariable()) {
        m_findings.add(Severity::Error, "lint-flag-as-variable", at, name,
            { name, carrierName(entry->carrier) });
        return nullptr;
    }
    m_usesJaxlib = m_usesJaxlib || !isOfOthers(*entry);
    const FlagStatus status = statusAt(*entry, version());
    if (status.presence == FlagPresence::NeverThere) {
        const std::string next = entry->replacedBy.empty() ? "" : entry->replacedBy.front();
        m_findings.add(Severity::Warning, "lint-no-such-variable", at, name, { name, next },
            renaming(name, at, next, value, isOpaque));
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
    if (isCarrier(name) || isOpaque)
        return entry;
    reportValue(*entry, value, at, {});
    for (Finding &finding : poolFindings(m_options.accelerator, { { name, value } }))
        m_findings.add(finding.severity, finding.id.c_str(), at, name, std::move(finding.operands));
    if (isDefaultValue(*entry, value, version()))
        m_findings.add(Severity::Hint, "lint-variable-default", at, name, { name, value });
    return entry;
}

} // namespace headroom
