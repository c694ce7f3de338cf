#include "model/lint/script_walk.h"

#include "model/flags/catalogue/flag_value.h"

#include <memory>
#include <set>

namespace headroom {
namespace {

/// The flags of one variable, over those of the variables that it takes in. Appending is in place,
/// so that a script of ten thousand appends stays cheap.
struct FlagLayer
{
    ActiveSettings own;
    std::vector<std::shared_ptr<const FlagLayer>> below;
};
using SharedLayer = std::shared_ptr<FlagLayer>;

/// Layers looked at for one name; scripts that multiply references must not multiply the work.
constexpr int maxLayers = 200;
/// Names kept for the next look for conflicts, for the same reason.
constexpr std::size_t maxTouched = 1000;

const ActiveSetting *findFlag(const FlagLayer *layer, std::string_view name, int &budget)
{
    if (!layer || --budget < 0)
        return nullptr;
    if (const auto found = layer->own.find(name); found != layer->own.end())
        return &found->second;
    for (std::size_t i = layer->below.size(); i-- > 0;)
        if (const ActiveSetting *found = findFlag(layer->below[i].get(), name, budget))
            return found;
    return nullptr;
}

const ActiveSetting *findFlag(const FlagLayer *layer, std::string_view name)
{
    int budget = maxLayers;
    return findFlag(layer, name, budget);
}

bool isEmptyLayer(const FlagLayer *layer)
{
    return !layer || (layer->own.empty() && layer->below.empty());
}

void collect(const FlagLayer *layer, ActiveSettings &settings, int &budget)
{
    if (!layer || --budget < 0)
        return;
    for (const auto &below : layer->below)
        collect(below.get(), settings, budget);
    for (const auto &[name, setting] : layer->own)
        settings.insert_or_assign(name, setting);
}

struct Variable
{
    ActiveSetting setting;
    SharedLayer flags;
    std::size_t commands = 0; ///< how many had run when it was assigned
};
using Variables = std::map<std::string, Variable, std::less<>>;

class ScriptWalk
{
public:
    ScriptWalk(LintFindings &findings, LintChecker &checker, ConflictChecker &conflicts,
        const Script &script)
        : m_findings(findings)
        , m_checker(checker)
        , m_conflicts(conflicts)
        , m_script(script)
    {
        findCarriers();
    }
    ActiveSettings run();

private:
    void findCarriers();
    FlagPlace placeOf(std::string_view variable) const;
    const Variable *variable(std::string_view name) const;
    const ActiveSetting *setting(std::string_view name) const;
    void assign(const ScriptAssignment &assignment, bool isPrefix);
    SharedLayer layerFor(const ScriptAssignment &assignment, Variable *held, bool isPrefix);
    void checkString(const DecodedText &text, FlagPlace place, FlagLayer *layer);
    void keep(
        const FlagItem &item, std::string_view value, const FlagEntry &entry, FlagLayer &layer);
    void runCommand(const ScriptCommand &command);
    void checkProfilers(const ScriptCommand &command);
    void checkTouched();

    LintFindings &m_findings;
    LintChecker &m_checker;
    ConflictChecker &m_conflicts;
    const Script &m_script;
    std::map<std::string, FlagPlace, std::less<>> m_carriers;
    Variables m_variables;
    Variables m_prefixes; ///< of the command that runs
    SharedLayer m_loose = std::make_shared<FlagLayer>();
    std::set<std::string> m_touched; ///< since conflicts were last looked for
    std::size_t m_commands = 0;
};

/// Variables whose value flows into XLA_FLAGS or LIBTPU_INIT_ARGS carry such flags themselves.
void ScriptWalk::findCarriers()
{
    m_carriers
        = { { "XLA_FLAGS", FlagPlace::XlaFlags }, { "LIBTPU_INIT_ARGS", FlagPlace::LibtpuArgs } };
    const auto flow = [this](const ScriptAssignment &assignment) {
        const auto target = m_carriers.find(assignment.name);
        if (target == m_carriers.end())
            return false;
        bool isNew = false;
        const FlagPlace place = target->second;
        // A script's XLA_FLAGS that the job gets as LIBTPU_INIT_ARGS.
        if (assignment.name == "LIBTPU_INIT_ARGS"
            && std::ranges::find(assignment.references, "XLA_FLAGS") != assignment.references.end())
            m_carriers["XLA_FLAGS"] = FlagPlace::LibtpuArgs;
        for (const std::string &reference : assignment.references)
            isNew = m_carriers.emplace(reference, place).second || isNew;
        return isNew;
    };
    constexpr int maxHops = 4;
    for (int hop = 0; hop < maxHops; ++hop) {
        bool isNew = false;
        for (const ScriptEvent &event : m_script.events) {
            if (const auto *assignment = std::get_if<ScriptAssignment>(&event))
                isNew = flow(*assignment) || isNew;
            else if (const auto *command = std::get_if<ScriptCommand>(&event))
                for (const ScriptAssignment &prefix : command->environment)
                    isNew = flow(prefix) || isNew;
        }
        if (!isNew)
            return;
    }
}

FlagPlace ScriptWalk::placeOf(std::string_view name) const
{
    const auto carrier = m_carriers.find(name);
    return carrier == m_carriers.end() ? FlagPlace::Unknown : carrier->second;
}

const Variable *ScriptWalk::variable(std::string_view name) const
{
    if (const auto prefix = m_prefixes.find(name); prefix != m_prefixes.end())
        return &prefix->second;
    const auto found = m_variables.find(name);
    return found == m_variables.end() ? nullptr : &found->second;
}

const ActiveSetting *ScriptWalk::setting(std::string_view name) const
{
    for (const char *carrier : { "XLA_FLAGS", "LIBTPU_INIT_ARGS" })
        if (const Variable *held = variable(carrier))
            if (const ActiveSetting *flag = findFlag(held->flags.get(), name))
                return flag;
    if (const ActiveSetting *flag = findFlag(m_loose.get(), name))
        return flag;
    const FlagEntry *entry = m_checker.catalogue().find(name);
    const Variable *held = entry && entry->isVariable() ? variable(name) : nullptr;
    return held ? &held->setting : nullptr;
}

void ScriptWalk::keep(
    const FlagItem &item, std::string_view value, const FlagEntry &entry, FlagLayer &layer)
{
    if (const ActiveSetting *earlier = findFlag(&layer, entry.name)) {
        const bool isSame = earlier->value == value;
        if (!isSame) // it is what makes the default count again
            m_findings.keepAsWritten("lint-default", item.from);
        m_findings.add(isSame ? Severity::Hint : Severity::Warning,
            isSame ? "lint-repeated-flag" : "lint-duplicate-flag", item.from, entry.name,
            { entry.name, earlier->value, std::string { value } });
    }
    layer.own.insert_or_assign(
        entry.name, ActiveSetting { std::string { value }, item.hasOpaqueValue, item.from });
    m_touched.insert(entry.name);
}

void ScriptWalk::checkString(const DecodedText &text, FlagPlace place, FlagLayer *layer)
{
    FlagItems items { text };
    std::optional<FlagItem> following = items.next();
    while (following) {
        const FlagItem item = *following;
        following = items.next();
        const bool isFlagLike
            = item.dashes > 0 && (item.name.starts_with("xla") || item.name.starts_with("noxla"));
        if (place == FlagPlace::Unknown && !isFlagLike)
            continue;
        const FlagItem *next = following ? &*following : nullptr;
        const FlagEntry *entry = m_checker.checkItem(item, next, place);
        if (!entry)
            continue;
        const bool takesNext = !item.value && next && next->dashes == 0
            && checkValue(*entry, next->word, m_checker.version()).fault == ValueFault::None;
        if (layer)
            keep(item, item.value ? *item.value : takesNext ? next->word : "true", *entry, *layer);
        if (takesNext)
            following = items.next(); // "--flag value" is one finding, not two
    }
}

/// The layer that the new value fills: the old one in place when the assignment appends to it.
SharedLayer ScriptWalk::layerFor(const ScriptAssignment &assignment, Variable *held, bool isPrefix)
{
    SharedLayer layer;
    if (assignment.appends && held && held->flags) {
        if (!isPrefix && held->flags.use_count() == 1)
            return held->flags;
        layer = std::make_shared<FlagLayer>();
        layer->below.push_back(held->flags);
    } else {
        layer = std::make_shared<FlagLayer>();
    }
    for (const std::string &reference : assignment.references) {
        const Variable *other = reference == assignment.name ? nullptr : variable(reference);
        if (other && !isEmptyLayer(other->flags.get()))
            layer->below.push_back(other->flags);
    }
    return layer;
}

void ScriptWalk::assign(const ScriptAssignment &assignment, bool isPrefix)
{
    // A part of a value ("--xla_dump_to=$FOLDER") is no flag.
    const bool isPart = assignment.name != "XLA_FLAGS" && assignment.name != "LIBTPU_INIT_ARGS"
        && assignment.value.text().find("--") == std::string::npos;
    const FlagPlace place = isPart ? FlagPlace::Unknown : placeOf(assignment.name);
    const bool isOpaque = assignment.value.hasOpaque();
    const FlagEntry *known = m_checker.catalogue().find(assignment.name);
    if (assignment.hasBlanks && (place != FlagPlace::Unknown || known))
        m_findings.add(Severity::Error, "lint-blanks-round-equals", assignment.nameAt,
            assignment.name, { assignment.name });
    const FlagEntry *entry = m_checker.checkVariable(
        assignment.name, assignment.nameAt, assignment.value.text(), isOpaque);
    const bool mayHoldFlags
        = place != FlagPlace::Unknown || assignment.value.text().find("-xla") != std::string::npos;
    if (!mayHoldFlags && !entry)
        return;
    const auto earlier = m_variables.find(assignment.name);
    Variable *held = earlier == m_variables.end() ? nullptr : &earlier->second;
    const bool loses = held && place != FlagPlace::Unknown && entry && !assignment.appends
        && !isPrefix && !isEmptyLayer(held->flags.get()) && held->commands == m_commands;
    if (loses)
        m_findings.add(Severity::Warning, "lint-assignment-replaced", assignment.nameAt,
            assignment.name, { assignment.name });
    const SharedLayer layer = mayHoldFlags ? layerFor(assignment, held, isPrefix) : nullptr;
    if (layer)
        checkString(assignment.value, place, layer.get());
    Variable &target = (isPrefix ? m_prefixes : m_variables)[assignment.name];
    target = { { place == FlagPlace::Unknown ? assignment.value.text() : std::string {}, isOpaque,
                   assignment.nameAt },
        layer, m_commands };
    m_touched.insert(assignment.name);
    if (layer)
        for (const auto &below : layer->below)
            for (const auto &[name, flag] : below->own)
                if (m_touched.size() < maxTouched)
                    m_touched.insert(name);
}

void ScriptWalk::checkProfilers(const ScriptCommand &command)
{
    const bool hasNsys = command.usesNsys;
    const bool hasJaxProfiler = command.usesJaxProfiler;
    if (!hasNsys && !hasJaxProfiler)
        return;
    const ActiveSetting *pgle = setting("JAX_ENABLE_PGLE");
    const bool hasPgle = pgle && parseVariableBool(pgle->value).value_or(false);
    if (hasNsys && hasPgle)
        m_findings.add(Severity::Error, "lint-nsys-with-pgle", command.at, "JAX_ENABLE_PGLE");
    if (hasNsys && hasJaxProfiler)
        m_findings.add(Severity::Error, "lint-nsys-with-jax-profiler", command.at, "nsys");
    if (hasPgle && hasJaxProfiler && !hasNsys)
        m_findings.add(
            Severity::Warning, "lint-pgle-with-jax-profiler", command.at, "JAX_ENABLE_PGLE");
}

void ScriptWalk::checkTouched()
{
    m_conflicts.check([this](std::string_view name) { return setting(name); }, m_touched);
    m_touched.clear();
}

void ScriptWalk::runCommand(const ScriptCommand &command)
{
    static const std::set<std::string_view> builtins { "set", "echo", "cd", "mkdir", "source", ".",
        "[", "[[", "test", "fi", "done", "module", "ulimit", "unset", "esac", "case", "for",
        "printf", "trap", "return", "exit", "true", "wait", "sleep", "function" };
    for (const ScriptAssignment &prefix : command.environment)
        assign(prefix, true);
    if (!m_touched.empty())
        checkTouched();
    checkProfilers(command);
    m_prefixes.clear();
    if (!builtins.contains(command.program))
        ++m_commands;
}

ActiveSettings ScriptWalk::run()
{
    for (const ScriptEvent &event : m_script.events) {
        if (const auto *assignment = std::get_if<ScriptAssignment>(&event))
            assign(*assignment, false);
        else if (const auto *command = std::get_if<ScriptCommand>(&event))
            runCommand(*command);
        else if (const auto *loose = std::get_if<LooseFlags>(&event))
            checkString(loose->text, FlagPlace::Unknown, loose->isBare ? m_loose.get() : nullptr);
    }
    checkTouched();
    ActiveSettings settings;
    int budget = maxLayers;
    collect(m_loose.get(), settings, budget);
    for (const auto &[name, held] : m_variables) {
        const FlagEntry *entry = m_checker.catalogue().find(name);
        if (!entry || !entry->isVariable())
            continue;
        if (placeOf(name) == FlagPlace::Unknown)
            settings[name] = held.setting;
        budget = maxLayers;
        collect(held.flags.get(), settings, budget);
    }
    m_conflicts.checkChip(settings);
    return settings;
}

} // namespace

ActiveSettings walkScript(
    LintFindings &findings, LintChecker &checker, ConflictChecker &conflicts, const Script &script)
{
    return ScriptWalk { findings, checker, conflicts, script }.run();
}

} // namespace headroom
