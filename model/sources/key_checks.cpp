#include "model/sources/key_checks.h"

#include "model/base/text/ascii.h"
#include "model/base/text/release_number.h"
#include "model/runs/text/scan.h"
#include "model/sources/program_habits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace headroom {
namespace {

/// Programs of Megatron-LM itself, which take nothing that is not in its sources.
constexpr std::array megatronPrograms { "pretrain_gpt.py", "pretrain_bert.py", "pretrain_t5.py",
    "pretrain_mamba.py", "pretrain_hybrid.py", "pretrain_vlm.py", "pretrain_ict.py",
    "pretrain_retro.py", "pretrain_vision_classify.py", "pretrain_vision_dino.py",
    "pretrain_vision_inpaint.py", "train_rl.py" };

/// Words in scripts of programs that descend from Megatron-LM and take more arguments.
constexpr std::array forkWords { "Megatron-DeepSpeed", "MindSpeed", "mindspeed", "Pai-Megatron",
    "MEGATRON_PATCH", "megatron_patch", "PAI-Megatron", "Primus", "FlagScale", "ASCEND", "HIP_",
    "ROCm", "rocm", "MLU_", "MUSA" };

/// The oldest release of profiles/keys/megatron.csv that Megatron-Core has.
constexpr std::string_view firstCoreRelease = "0.4.0";

template <class List> bool holdsName(const List &list, std::string_view name)
{
    return std::ranges::any_of(list, [name](std::string_view known) { return known == name; });
}

bool isWhole(std::string_view text)
{
    const std::size_t sign = text.starts_with("-") || text.starts_with("+") ? 1 : 0;
    std::string digits(text.substr(sign));
    std::erase(digits, '_'); // Python's
    return !digits.empty() && std::ranges::all_of(digits, isAsciiDigit);
}

bool isNumber(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, '_');
    const std::string lower = asciiLowered(plain);
    return wholeNumberText(plain).has_value() || lower == "inf" || lower == "nan";
}

bool isSwitchWord(std::string_view text)
{
    const std::string lower = asciiLowered(text);
    for (const char *word :
        { "true", "false", "yes", "no", "1", "0", "on", "off", "t", "f", "y", "n" })
        if (lower == word)
            return true;
    return false;
}

/// "auto" and nothing stand for whatever the program decides.
bool isOpenWord(std::string_view text)
{
    const std::string lower = asciiLowered(text);
    return lower.empty() || lower == "null" || lower == "none" || lower == "~" || lower == "auto"
        || lower == "no";
}

class KeyChecker
{
public:
    KeyChecker(const PlacedFile &file, const KeyTable &table, const std::string &release,
        LintFindings &findings)
        : m_file(file)
        , m_habits(habitsOf(file.program))
        , m_table(table)
        , m_release(release)
        , m_findings(findings)
    { }

    KeyCheck run()
    {
        const std::vector<const PlacedSetting *> own = ownSettings(m_file, m_table);
        if (own.empty())
            return {};
        findFork(own);
        findNewest(own);
        for (const PlacedSetting *setting : own)
            check(*setting);
        return { true, m_isFork };
    }

private:
    void findFork(const std::vector<const PlacedSetting *> &own)
    {
        for (const char *word : forkWords)
            m_isFork = m_isFork || m_file.text.find(word) != std::string::npos;
        for (const PlacedSetting *setting : own)
            if (const KnownKey *key = m_table.find(setting->key); key && !key->fork.empty())
                m_isFork = true;
        if (m_habits.shipsPrograms && !m_file.trains.empty()
            && !holdsName(megatronPrograms, m_file.trains))
            m_isFork = true; // it may take arguments of its own
    }

    /// The first release that has all younger keys of the file.
    void findNewest(const std::vector<const PlacedSetting *> &own)
    {
        for (const PlacedSetting *setting : own)
            if (const KnownKey *key = m_table.find(setting->key);
                key && !key->since.empty() && (m_needs.empty() || isRelease(key->since, m_needs))) {
                m_needs = key->since;
                m_needsKey = key->name;
            }
    }

    /// Whether the program refuses a key that nothing knows, or drops it silently.
    bool isStrict() const
    {
        if (!m_habits.shipsPrograms)
            return m_habits.isStrict;
        return !m_isFork && (m_file.trains.empty() || holdsName(megatronPrograms, m_file.trains));
    }

    std::string shown(const PlacedSetting &setting) const
    {
        return (setting.form == SettingForm::Option ? "--" : "") + setting.key;
    }

    void check(const PlacedSetting &setting)
    {
        if (const KnownKey *key = known(setting)) {
            checkRelease(setting, *key);
            checkValue(setting, *key);
            return;
        }
        if (setting.isListed)
            return;
        const std::string near = nearest(setting);
        const bool isNear = !near.empty() && isMisspelling(setting.key, near);
        if (isMember(setting) && !(isNear && m_habits.isTyro))
            return;
        const bool isLost = isNear && !m_isFork && losesSilently() && !m_habits.hasOwnArguments;
        const Severity severity = isStrict() || isLost ? Severity::Error : Severity::Warning;
        if (!isStrict() && !isNear && (m_isFork || m_habits.hasOwnArguments))
            return; // the program's own
        const std::string program = programName(m_file.program);
        const char *id = isNear ? isStrict() ? "lint-misspelt-key" : "lint-misspelt-key-lost"
            : isStrict()        ? "lint-unknown-key"
                                : "lint-unknown-key-lost";
        m_findings.add(severity, id, setting.keyAt.from, shown(setting),
            { shown(setting), program, (setting.form == SettingForm::Option ? "--" : "") + near });
    }

    /// A file of a program that takes what it does not know without a word.
    bool losesSilently() const { return m_file.syntax != SourceSyntax::Shell; }

    const KnownKey *known(const PlacedSetting &setting) const
    {
        if (const KnownKey *key = m_table.find(setting.key))
            return key;
        if (m_habits.isTyro && setting.form == SettingForm::Option) {
            std::string name = setting.key;
            std::ranges::replace(name, '-', '_');
            if (const KnownKey *key = m_table.find(name))
                return key;
            // tyro's "--compile.no-enable"
            const std::size_t dot = name.find(".no_");
            if (dot != std::string::npos)
                return m_table.find(name.substr(0, dot + 1) + name.substr(dot + 4));
        }
        if (m_habits.takesDashes) {
            std::string name = setting.key;
            std::ranges::replace(name, '-', '_');
            if (const KnownKey *key = m_table.find(name))
                return key;
        }
        return nullptr;
    }

    /// Inside a mapping whose members nobody listed, or a list.
    bool isMember(const PlacedSetting &setting) const
    {
        if (setting.isListed)
            return true;
        if (m_habits.takesBeginnings && setting.form == SettingForm::Option) {
            // argparse takes the beginning of a name, and Transformers' parser "--no_NAME".
            if (setting.key.starts_with("no_") || m_table.hasBelow(setting.key))
                return true;
        }
        const std::size_t dot = setting.key.find('.');
        if (m_habits.isTyro || dot == std::string::npos)
            return isTitanExtension(setting) || setting.key.empty();
        for (std::size_t at = dot; at != std::string::npos; at = setting.key.find('.', at + 1)) {
            const std::string_view parent = std::string_view(setting.key).substr(0, at);
            const KnownKey *key = m_table.find(parent);
            const bool isOpen = key && !m_table.hasBelow(std::string(parent) + '.');
            if (isOpen || !key)
                return true; // told at the parent where that is unknown
        }
        return false;
    }

    /// Tables that a configuration of somebody's own adds.
    bool isTitanExtension(const PlacedSetting &setting) const
    {
        if (!m_habits.isTyro)
            return false;
        const std::size_t dot = setting.key.find('.');
        const bool isKnownTable
            = dot != std::string::npos && m_table.hasBelow(setting.key.substr(0, dot + 1));
        if (m_file.text.find("custom_config_module") != std::string::npos
            || m_file.text.find("custom_args_module") != std::string::npos
            || m_file.text.find("experiment") != std::string::npos)
            return true;
        return setting.form == SettingForm::Option && !isKnownTable;
    }

    std::string nearest(const PlacedSetting &setting) const { return m_table.nearest(setting.key); }

    /// A letter or two beside a known name, or other marks between its words.
    static bool isMisspelling(std::string_view name, std::string_view near)
    {
        constexpr std::size_t lettersPerFault = 8, maxFaults = 3;
        std::string a(name), b(near);
        std::ranges::replace(a, '_', '-');
        std::ranges::replace(b, '_', '-');
        const std::size_t faults
            = std::clamp(a.size() / lettersPerFault, std::size_t { 1 }, maxFaults);
        return a == b || editDistance(a, b) <= faults;
    }

    void checkRelease(const PlacedSetting &setting, const KnownKey &key)
    {
        const bool isKnownRelease = !m_release.empty();
        if (!key.until.empty() && (isKnownRelease ? isRelease(m_release, key.until) : true)) {
            // Of the time before Megatron-Core not every release is known.
            const bool isEarly = key.until == firstCoreRelease;
            const bool hasNone = !m_needs.empty() && !isEarly && isRelease(m_needs, key.until);
            if (isKnownRelease)
                m_findings.add(Severity::Error, "lint-removed-key", setting.keyAt.from,
                    shown(setting), { shown(setting), programName(m_file.program), key.until });
            else if (hasNone && m_habits.shipsPrograms && !m_isFork)
                m_findings.add(Severity::Error, "lint-no-release-has-both", setting.keyAt.from,
                    shown(setting), { shown(setting), key.until, "--" + m_needsKey, m_needs });
            else if (!m_isFork)
                m_findings.add(Severity::Warning, "lint-removed-key-open", setting.keyAt.from,
                    shown(setting), { shown(setting), programName(m_file.program), key.until });
        }
        if (!key.since.empty() && isKnownRelease && !isRelease(m_release, key.since))
            m_findings.add(Severity::Error, "lint-later-key", setting.keyAt.from, shown(setting),
                { shown(setting), programName(m_file.program), key.since, m_release });
    }

    void checkValue(const PlacedSetting &setting, const KnownKey &key)
    {
        if (setting.form == SettingForm::Option && m_habits.shipsPrograms)
            return checkArgument(setting, key);
        if (!setting.isKnown() || isOpenWord(setting.text()) || key.kind == ValueKind::Any)
            return;
        const std::string &text = setting.text();
        const bool isTree = text.starts_with("[") || text.starts_with("{") || text.starts_with("&")
            || text.starts_with("*") || text.starts_with("!");
        if (!isTree || key.kind == ValueKind::Integer || key.kind == ValueKind::Real)
            checkText(setting, key, text);
    }

    void checkArgument(const PlacedSetting &setting, const KnownKey &key)
    {
        if (key.kind == ValueKind::Switch) {
            if (!setting.values.empty() && setting.values.front().isKnown
                && !setting.values.front().isReference)
                m_findings.add(Severity::Error, "lint-switch-with-value", setting.keyAt.from,
                    shown(setting), { shown(setting), setting.values.front().text });
            return;
        }
        if (setting.values.empty()) {
            if (key.kind != ValueKind::Any && key.kind != ValueKind::List)
                m_findings.add(Severity::Error, "lint-key-needs-value", setting.keyAt.from,
                    shown(setting), { shown(setting) });
            return;
        }
        for (const PlacedValue &value : setting.values) {
            if (value.isKnown && !(value.isReference && value.text.find(' ') != std::string::npos))
                checkText(setting, key, value.text);
            if (key.kind != ValueKind::List)
                break;
        }
        const bool hasMore = setting.values.size() > 1 && key.kind != ValueKind::List
            && key.kind != ValueKind::Any;
        const bool isPlaceholder = setting.values[0].text.starts_with("<"); // "<path to file>"
        if (hasMore && !isPlaceholder && setting.values[0].isKnown && !setting.values[0].isReference
            && setting.values[1].isKnown && !setting.values[1].isReference)
            m_findings.add(Severity::Error, "lint-stray-value", setting.keyAt.from, shown(setting),
                { shown(setting), setting.values[1].text });
    }

    void checkText(const PlacedSetting &setting, const KnownKey &key, const std::string &text)
    {
        const char *wanted = nullptr;
        switch (key.kind) {
        case ValueKind::Integer: {
            // YAML and JSON read 5e8, too, and HfArgumentParser 1.0.
            const auto number = wholeNumberText(text);
            const bool isRound
                = setting.form != SettingForm::Option && number && std::floor(*number) == *number;
            wanted = isWhole(text) || isRound ? nullptr : "a whole number";
            break;
        }
        case ValueKind::Real:
            wanted = isNumber(text) ? nullptr : "a number";
            break;
        case ValueKind::Boolean:
        case ValueKind::Switch:
            wanted = isSwitchWord(text) ? nullptr : "true or false";
            break;
        case ValueKind::Text:
        case ValueKind::List:
        case ValueKind::Any:
            break;
        }
        if (wanted) {
            m_findings.add(Severity::Error, "lint-key-wrong-type", setting.keyAt.from,
                shown(setting), { shown(setting), text, wanted });
            return;
        }
        if (!key.values.empty() && !m_isFork
            && std::ranges::find(key.values, text) == key.values.end())
            m_findings.add(Severity::Error, "lint-key-unknown-value", setting.keyAt.from,
                shown(setting),
                { shown(setting), text, fmt::format("{}", fmt::join(key.values, ", ")) });
        else if (key.kind == ValueKind::Integer && isSize(key.name)
            && wholeNumberText(text).value_or(1) < 1 && text != "-1") // -1: from the checkpoint
            m_findings.add(Severity::Error, "lint-key-out-of-range", setting.keyAt.from,
                shown(setting), { shown(setting), text });
    }

    /// Counts of something that a run has at least one of.
    static bool isSize(std::string_view name)
    {
        static constexpr std::array sizes { "tensor-model-parallel-size",
            "pipeline-model-parallel-size", "context-parallel-size", "expert-model-parallel-size",
            "num-layers", "hidden-size", "num-attention-heads", "seq-length", "micro-batch-size",
            "global-batch-size", "parallelism.tensor_parallel_degree",
            "parallelism.pipeline_parallel_degree", "parallelism.context_parallel_degree",
            "parallelism.data_parallel_replicate_degree", "training.local_batch_size",
            "training.batch_size", "training.seq_len", "per_device_train_batch_size",
            "micro_batch_size", "gradient_accumulation_steps", "sequence_len", "cutoff_len",
            "train_micro_batch_size_per_gpu" };
        return holdsName(sizes, name);
    }

    const PlacedFile &m_file;
    const ProgramHabits &m_habits;
    const KeyTable &m_table;
    const std::string &m_release;
    LintFindings &m_findings;
    bool m_isFork = false;
    std::string m_needs, m_needsKey; ///< the youngest key's first release
};

} // namespace

KeyCheck checkKeys(const PlacedFile &file, const KeyTable &table, const std::string &release,
    LintFindings &findings)
{
    return KeyChecker(file, table, release, findings).run();
}

} // namespace headroom
