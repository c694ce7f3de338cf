#include "model/flags/advice/flag_import.h"

#include "model/flags/catalogue/flag_value.h"

namespace headroom {
namespace {

using Kind = FlagImportChange::Kind;

class Importer
{
public:
    Importer(const FlagCatalogue &catalogue, const FlagAdvisor &advisor,
        const ResolvedPlan &resolved, FlagImport &result)
        : m_catalogue(catalogue)
        , m_release(advisor.jaxlib().answers)
        , m_isTpu(resolved.accelerator.kind == AcceleratorKind::Tpu)
        , m_chip(resolved.accelerator.id)
        , m_result(result)
    {
        for (const EffectiveFlag &flag : advisor.effective(resolved).flags)
            m_advised[flag.name] = flag.value;
    }
    void take(const FlagSetting &setting);

private:
    bool isForOtherChip(const FlagEntry &entry) const;
    bool isDefault(const FlagSetting &setting) const;
    void takePresent(const FlagEntry &entry, FlagImportChange change);
    void takeAbsent(FlagImportChange change);
    void write(FlagImportChange &change, const FlagSetting &setting);

    const FlagCatalogue &m_catalogue;
    const JaxlibVersion m_release;
    const bool m_isTpu;
    const std::string m_chip;
    std::map<std::string, std::string> m_advised;
    FlagImport &m_result;
};

bool Importer::isForOtherChip(const FlagEntry &entry) const
{
    const bool isTpuName = entry.carrier == FlagCarrier::LibtpuArgs
        || entry.name.starts_with("TPU_") || entry.name == "LIBTPU_INIT_ARGS";
    const bool isGpuName
        = entry.name.starts_with("xla_gpu_") || entry.owner == "nccl" || entry.owner == "cuda";
    return m_isTpu ? isGpuName : isTpuName;
}

bool Importer::isDefault(const FlagSetting &setting) const
{
    const FlagEntry *entry = m_catalogue.find(setting.name);
    return entry && isDefaultValue(*entry, setting.value, m_release);
}

void Importer::write(FlagImportChange &change, const FlagSetting &setting)
{
    const auto old = m_result.flags.find(setting.name);
    if (old != m_result.flags.end() && change.to.empty())
        change.before = old->second;
    change.to.push_back(setting);
    if (old != m_result.flags.end() && old->second == setting.value)
        return;
    m_result.flags[setting.name] = setting.value;
    m_result.changesPlan = true;
}

void Importer::takePresent(const FlagEntry &entry, FlagImportChange change)
{
    const std::string release = m_release.text();
    const FlagSetting &from = change.from;
    if (checkValue(entry, from.value, m_release).fault != ValueFault::None) {
        change.kind = Kind::BadValue;
        change.why = "flag-change-bad-value";
        change.operands = { from.name, release, from.value };
        return m_result.changes.push_back(std::move(change));
    }
    const FlagStatus status = statusAt(entry, m_release);
    const auto advised = m_advised.find(from.name);
    const bool isAdvisedOtherwise
        = advised != m_advised.end() && !sameValue(entry, advised->second, from.value);
    const bool restatesDefault = isDefault(from);
    const auto own = m_result.flags.find(from.name);
    if (status.isNoop || (restatesDefault && !isAdvisedOtherwise)) {
        change.kind = Kind::Default;
        change.why = status.isNoop ? "flag-import-noop" : "flag-import-default";
        change.operands = { from.name, release, from.value };
        if (!status.isNoop && entry.isVariable())
            change.why = "flag-import-variable-default";
        if (own != m_result.flags.end()) {
            change.before = own->second;
            m_result.flags.erase(own);
            m_result.changesPlan = true;
        }
        return m_result.changes.push_back(std::move(change));
    }
    const bool isSame = own != m_result.flags.end() && own->second == from.value;
    change.kind = isSame ? Kind::Same : Kind::Sets;
    change.why = isSame   ? "flag-import-same"
        : restatesDefault ? "flag-import-against-advice"
        : advised != m_advised.end()
        ? (isAdvisedOtherwise ? "flag-import-replaces-advice" : "flag-import-as-advised")
        : status.hasDefault ? "flag-import-replaces-default"
                            : "flag-import-sets";
    change.operands = { from.name, release, from.value,
        advised != m_advised.end() ? advised->second : std::string {},
        status.defaultValue.empty() ? "\"\"" : status.defaultValue };
    const FlagSetting setting = from;
    write(change, setting);
    m_result.changes.push_back(std::move(change));
}

void Importer::takeAbsent(FlagImportChange change)
{
    const std::string release = m_release.text();
    bool isDropped = false;
    std::vector<FlagSetting> become = m_catalogue.replacement(change.from, m_release, &isDropped);
    std::erase_if(become, [this](const FlagSetting &next) { return isDefault(next); });
    change.kind = isDropped ? Kind::Gone : become.empty() ? Kind::NotNeeded : Kind::Translated;
    change.why = isDropped ? "flag-change-no-successor"
        : become.empty()   ? "flag-change-not-needed"
                           : "flag-import-renamed";
    std::string text;
    for (const FlagSetting &next : become)
        text += (text.empty() ? "" : ", ") + next.name + '=' + next.value;
    change.operands = { change.from.name, release, text };
    for (const FlagSetting &next : become)
        write(change, next);
    m_result.changes.push_back(std::move(change));
}

void Importer::take(const FlagSetting &setting)
{
    const FlagEntry *entry = m_catalogue.find(setting.name);
    FlagImportChange change;
    change.from = setting;
    if (!entry) {
        change.kind = Kind::Unknown;
        change.why = "flag-change-unknown";
        change.operands = { setting.name, m_release.text() };
        return m_result.changes.push_back(std::move(change));
    }
    change.from.name = entry->name;
    if (isForOtherChip(*entry)) {
        change.kind = Kind::OtherChip;
        change.why = "flag-import-other-chip";
        change.operands = { entry->name, m_chip };
        return m_result.changes.push_back(std::move(change));
    }
    const FlagPresence presence = statusAt(*entry, m_release).presence;
    if (presence == FlagPresence::Present)
        return takePresent(*entry, std::move(change));
    if (presence == FlagPresence::NotYet && entry->isVariable()) {
        change.kind = Kind::Gone;
        change.why = "flag-import-not-read-yet";
        change.operands = { entry->name, m_release.text(),
            entry->since ? entry->since->text() : std::string {} };
        return m_result.changes.push_back(std::move(change));
    }
    takeAbsent(std::move(change));
}

} // namespace

Result<FlagImport> importFlags(const std::shared_ptr<const FlagCatalogue> &catalogue,
    std::span<const FlagSetting> settings, const ResolvedPlan &resolved)
{
    const Result<FlagAdvisor> advisor = FlagAdvisor::make(catalogue, resolved.releases.jaxlib, {});
    if (!advisor)
        return advisor.errors();
    FlagImport result;
    result.flags = resolved.plan.flags;
    // Of settings with one name the last counts, in its own place.
    std::map<std::string, std::size_t> lastOf;
    for (std::size_t i = 0; i < settings.size(); ++i)
        lastOf[settings[i].name] = i;
    Importer importer { *catalogue, *advisor, resolved, result };
    for (std::size_t i = 0; i < settings.size(); ++i)
        if (lastOf[settings[i].name] == i)
            importer.take(settings[i]);
    return result;
}

} // namespace headroom
