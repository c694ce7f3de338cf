#include "model/flags/advice/flag_advice.h"

#include "model/base/wording/messages.h"
#include "model/flags/advice/advice_sinks.h"
#include "model/flags/advice/effects_rules.h"
#include "model/flags/advice/rules_other.h"
#include "model/flags/catalogue/flag_value.h"

#include <mutex>

namespace headroom {
namespace {

// From these releases on Hopper, and on Hopper and Blackwell, the speed-of-light estimator starts
// latency hiding by itself (profiles/flags, xla_gpu_enable_latency_hiding_scheduler).
constexpr JaxlibVersion solOnHopper { { 0, 7, 0, 0 } };
constexpr JaxlibVersion solByDefault { { 0, 7, 2, 0 } };

/// Variables whose default is given in words only, as numbers of the table.
std::optional<double> wordedDefault(Setting setting)
{
    switch (setting) {
    case Setting::MemoryFraction:
    case Setting::MemoryFractionNew:
        return 0.75;
    case Setting::Preallocate:
    case Setting::RematPass:
        return 1;
    case Setting::MaxConnections:
        return 8;
    case Setting::Nvls:
        return 2;
    case Setting::NcclLlBuffer:
    case Setting::NcclLl128Buffer:
        return -2;
    case Setting::HostMemoryLimit:
        return 64;
    case Setting::AutoPgle:
    case Setting::LaunchBlocking:
    case Setting::OptimizationLevel:
    case Setting::OptimizationEffort:
    case Setting::NcclMaxChannels:
    case Setting::NcclAlgo:
    case Setting::NcclNet:
    case Setting::NcclInfinibandOff:
    case Setting::NcclPeersOff:
    case Setting::NcclMaxBlocks:
    case Setting::ClientAllocator:
        return 0;
    default:
        return std::nullopt;
    }
}

/// For the plan's version, or for the newest release when the version is nonsense.
std::shared_ptr<const FlagAdvisor> advisorOrNewest(
    const std::shared_ptr<const FlagCatalogue> &catalogue, const ResolvedPlan &resolved)
{
    Result<FlagAdvisor> advisor = FlagAdvisor::make(catalogue, resolved);
    if (!advisor)
        advisor = FlagAdvisor::make(
            catalogue, catalogue->releases().examined().back().text(), resolved.plan.flags);
    return advisor ? std::make_shared<const FlagAdvisor>(*std::move(advisor)) : nullptr;
}

} // namespace

std::string adviceText(const FlagAdvice &advice)
{
    return messageText({ advice.reason, advice.operands });
}

Result<FlagAdvisor> FlagAdvisor::make(
    std::shared_ptr<const FlagCatalogue> catalogue, const ResolvedPlan &resolved)
{
    return make(std::move(catalogue), resolved.releases.jaxlib, resolved.plan.flags);
}

Result<FlagAdvisor> FlagAdvisor::make(std::shared_ptr<const FlagCatalogue> catalogue,
    const std::string &jaxlib, const std::map<std::string, std::string> &own)
{
    const Result<JaxlibChoice> choice = catalogue->releases().choose(jaxlib);
    if (!choice)
        return choice.errors();
    FlagAdvisor advisor;
    advisor.m_catalogue = std::move(catalogue);
    advisor.m_jaxlib = *choice;
    advisor.translateOwn(own);
    const JaxlibVersion &version = choice->answers;
    for (std::size_t i = 0; i < settingCount; ++i) {
        const auto setting = static_cast<Setting>(i);
        Slot &slot = advisor.m_slots[i];
        slot.entry = advisor.m_catalogue->find(settingName(setting));
        if (!slot.entry)
            continue;
        const FlagStatus status = statusAt(*slot.entry, version);
        slot.exists = status.presence == FlagPresence::Present;
        slot.isNoop = status.isNoop;
        slot.report = advisor.m_catalogue->reportAgainst(slot.entry->name, version);
        std::optional<double> number = wordedDefault(setting);
        if (status.hasDefault)
            number = settingNumber(setting, *slot.entry, status.defaultValue);
        slot.hasDefault = number.has_value();
        slot.byDefault = number.value_or(0);
        const auto set = advisor.m_own.find(settingName(setting));
        if (set == advisor.m_own.end())
            continue;
        if (set->second == "default")
            slot.isSwitchedOff = true;
        else if (slot.exists && !(slot.report && slot.report->state == ReportedState::NoEffect))
            slot.own = settingNumber(setting, *slot.entry, set->second);
    }
    return advisor;
}

bool TextSink::schedulerRunsByItself(GpuGeneration generation) const
{
    const JaxlibVersion &version = m_advisor.m_jaxlib.answers;
    const bool isOn = m_advisor.m_slots[indexOf(Setting::SolEstimator)].byDefault > 0
        && version >= solByDefault;
    return isOn && (generation == GpuGeneration::Hopper || generation == GpuGeneration::Blackwell);
}

void TextSink::add(
    Setting setting, AdviceKind kind, double number, const char *reason, Operands operands)
{
    const FlagAdvisor::Slot &slot = m_advisor.m_slots[indexOf(setting)];
    if (!slot.entry)
        return;
    const JaxlibVersion &version = m_advisor.m_jaxlib.answers;
    FlagAdvice advice { slot.entry->name, {}, carrierName(slot.entry->carrier), kind, reason,
        std::move(operands), {}, false };
    const FlagStatus status = statusAt(*slot.entry, version);
    advice.defaultValue = status.hasDefault ? status.defaultValue : slot.entry->defaultText;
    const bool writes = kind == AdviceKind::Set || kind == AdviceKind::Consider;
    if (writes)
        advice.value = settingText(setting, *slot.entry, number);
    if (!slot.exists) {
        advice.kind = AdviceKind::NotInVersion;
    } else if (writes && slot.report && number != 0 && slot.byDefault != number) {
        advice.kind
            = slot.report->state == ReportedState::NoEffect ? AdviceKind::Leave : AdviceKind::Avoid;
        advice.value.clear();
        advice.reason = "flag-reported";
        advice.operands = { version.text(), Phrase { slot.report->rule.why } };
    } else if (writes && slot.isNoop) {
        advice.kind = AdviceKind::AlreadyDefault;
    } else if (writes && slot.hasDefault && slot.byDefault == number) {
        // Nothing is known about the versions of the TPU compiler: its sets are written out whole.
        const bool isClosed = slot.entry->carrier == FlagCarrier::LibtpuArgs;
        advice.restatesDefault = isClosed && kind == AdviceKind::Set;
        if (!advice.restatesDefault)
            advice.kind = AdviceKind::AlreadyDefault;
    }
    m_advice.push_back(std::move(advice));
}

std::vector<FlagAdvice> FlagAdvisor::advice(
    const ResolvedPlan &resolved, const AdviceContext &context) const
{
    TextSink sink { *this, context };
    adviseAll(AdviceInputs { resolved }, sink);
    return sink.take();
}

FlagAdvisor::FinalNumbers FlagAdvisor::finalNumbers(const AdviceInputs &in) const
{
    NumberSink sink { *this };
    adviseAll(in, sink);
    FinalNumbers result;
    for (std::size_t i = 0; i < settingCount; ++i) {
        const Slot &slot = m_slots[i];
        const std::optional<double> &advised = sink.numbers()[i];
        result.numbers[i] = slot.own ? *slot.own : advised.value_or(slot.byDefault);
        result.written[i] = slot.own || advised;
    }
    // Both names of the pool's share mean the same; the user's one wins over advice on the other.
    const Slot &newName = m_slots[indexOf(Setting::MemoryFractionNew)];
    if (newName.own && !m_slots[indexOf(Setting::MemoryFraction)].own)
        result.numbers[indexOf(Setting::MemoryFraction)] = *newName.own;
    return result;
}

FlagEffects FlagAdvisor::effects(const ResolvedPlan &resolved) const
{
    const AdviceInputs in { resolved };
    const FinalNumbers final = finalNumbers(in);
    EffectsInputs inputs { in, final.numbers, m_jaxlib.answers, {}, final.written };
    for (std::size_t i = 0; i < settingCount; ++i)
        inputs.exists[i] = m_slots[i].exists;
    inputs.solStartsScheduler = m_jaxlib.answers >= solByDefault
        || (m_jaxlib.answers >= solOnHopper && in.generation == GpuGeneration::Hopper);
    return effectsOf(inputs);
}

std::function<FlagEffects(const ResolvedPlan &)> flagEffectsSource(
    std::shared_ptr<const FlagCatalogue> catalogue)
{
    // A search asks for many plans of few versions and sets of own flags.
    struct Known
    {
        std::mutex lock;
        std::map<std::pair<std::string, std::map<std::string, std::string>>,
            std::shared_ptr<const FlagAdvisor>>
            advisors;
    };
    constexpr std::size_t maxKnown = 1024;
    return [catalogue = std::move(catalogue), known = std::make_shared<Known>()](
               const ResolvedPlan &resolved) {
        std::shared_ptr<const FlagAdvisor> advisor;
        {
            const std::lock_guard guard { known->lock };
            if (known->advisors.size() >= maxKnown)
                known->advisors.clear();
            auto &slot = known->advisors[{ resolved.releases.jaxlib, resolved.plan.flags }];
            if (!slot)
                slot = advisorOrNewest(catalogue, resolved);
            advisor = slot;
        }
        return advisor ? advisor->effects(resolved) : FlagEffects {};
    };
}

} // namespace headroom
