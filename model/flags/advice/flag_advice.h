#pragma once

#include "model/base/outcome/finding.h"
#include "model/flags/advice/advice_inputs.h"
#include "model/flags/catalogue/flag_catalogue.h"
#include "model/flags/catalogue/flag_settings.h"
#include "model/physics/prepare/flag_effects.h"
#include "model/plan/resolved_plan.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

enum class AdviceKind {
    Set, ///< write this value; part of the effective flags
    AlreadyDefault, ///< the value is what the release does anyway; nothing is written
    NotInVersion, ///< the release does not know the name
    Leave, ///< no value, for the reason given
    Consider, ///< worth a measured trial; not applied by itself
    Avoid, ///< would do harm here
};

/// What to do with one flag or variable for one plan, and why, in the plan's numbers.
struct FlagAdvice
{
    std::string name;
    std::string value; ///< empty for Leave
    std::string carrier; ///< XLA_FLAGS, LIBTPU_INIT_ARGS, environment, plan or launch
    AdviceKind kind = AdviceKind::Leave;
    std::string reason; ///< template id in model/base/wording/flag_messages.cpp
    Operands operands;
    std::string defaultValue; ///< at the plan's release; empty when unknown
    bool restatesDefault = false; ///< Set although the listed default is the same (closed compiler)

    bool operator==(const FlagAdvice &) const = default;
};

/// Words of the reason, English.
std::string adviceText(const FlagAdvice &advice);

/// Numbers that an earlier estimate of the same plan gave; advice works without them.
struct AdviceContext
{
    std::optional<double> poolFill; ///< peak over budget
};

/// One setting as a launch file writes it.
struct EffectiveFlag
{
    std::string name;
    std::string value;
    FlagCarrier carrier = FlagCarrier::XlaFlags;
    bool isFromPlan = false; ///< written by the user, not advised
    std::string reason; ///< template id of the advice; empty for the user's own
    Operands operands;
    bool operator==(const EffectiveFlag &) const = default;
};

/// What happened to a setting of the user on the way to a release.
struct FlagChange
{
    enum class Kind { Renamed, Dropped, NotRead, UnknownName, BadValue } kind = Kind::Dropped;
    FlagSetting from;
    std::vector<FlagSetting> to;
    std::string why; ///< template id
    Operands operands;
};

struct EffectiveFlags
{
    std::vector<EffectiveFlag>
        flags; ///< XLA_FLAGS, then LIBTPU_INIT_ARGS, then variables; by name inside
    std::vector<FlagChange> changes;
};

/// Advice, effective flags and their effect, for one jaxlib and one plan's own flags.
class FlagAdvisor
{
public:
    /// For the jaxlib that the plan runs on. Error "no-jaxlib-version" when that is nonsense.
    static Result<FlagAdvisor> make(
        std::shared_ptr<const FlagCatalogue> catalogue, const ResolvedPlan &resolved);
    static Result<FlagAdvisor> make(std::shared_ptr<const FlagCatalogue> catalogue,
        const std::string &jaxlib, const std::map<std::string, std::string> &own);

    const JaxlibChoice &jaxlib() const { return m_jaxlib; }
    const FlagCatalogue &catalogue() const { return *m_catalogue; }

    /// One entry per flag that concerns the plan, in the order of the rules.
    std::vector<FlagAdvice> advice(
        const ResolvedPlan &resolved, const AdviceContext &context = {}) const;
    /// Advice overlaid by the plan's own flags, translated to the release.
    EffectiveFlags effective(const ResolvedPlan &resolved) const;
    /// What the effective flags do. Costs microseconds and no text.
    FlagEffects effects(const ResolvedPlan &resolved) const;
    /// What the plan's owner should know about its flags: an uncertain version, the memory of
    /// latency hiding with unscanned layers, own flags that contradict the plan.
    std::vector<Finding> findings(const ResolvedPlan &resolved) const;

private:
    friend class NumberSink;
    friend class TextSink;

    /// A setting of the table as this release and plan see it.
    struct Slot
    {
        const FlagEntry *entry = nullptr;
        bool exists = false; ///< at the release
        bool isNoop = false;
        const FlagReport *report = nullptr; ///< that speaks against writing it at the release
        bool hasDefault = false;
        double byDefault = 0;
        std::optional<double> own; ///< the user's value
        bool isSwitchedOff = false; ///< the user wrote "default"
    };

    struct FinalNumbers
    {
        PerSetting<double> numbers {};
        PerSetting<bool> written {};
    };
    FinalNumbers finalNumbers(const AdviceInputs &in) const;
    bool isWritten(const ConflictCondition &condition) const;
    /// Brings the plan's own flags to names and values of the release; fills m_own and m_changes.
    void translateOwn(const std::map<std::string, std::string> &flags);

    std::shared_ptr<const FlagCatalogue> m_catalogue;
    JaxlibChoice m_jaxlib;
    PerSetting<Slot> m_slots {};
    std::map<std::string, std::string> m_own; ///< translated; "default" switches advice off
    std::vector<FlagChange> m_changes;
};

/// The function that the estimator asks for the effects of a plan's flags; a nonsense version
/// counts as the newest release.
std::function<FlagEffects(const ResolvedPlan &)> flagEffectsSource(
    std::shared_ptr<const FlagCatalogue> catalogue);

/// The function that the estimator asks what to say about a plan's flags; nothing of a nonsense
/// version, which a rule of plans refuses.
std::function<std::vector<Finding>(const ResolvedPlan &)> flagFindingsSource(
    std::shared_ptr<const FlagCatalogue> catalogue);

} // namespace headroom
