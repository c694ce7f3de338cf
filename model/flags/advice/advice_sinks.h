#pragma once

#include "model/flags/advice/flag_advice.h"

namespace headroom {

/// Fast side of the rules: keeps the numbers that advice sets, and nothing else.
class NumberSink
{
public:
    explicit NumberSink(const FlagAdvisor &advisor)
        : m_advisor(advisor)
    { }

    template <class Make> void set(Setting setting, double number, const char *, Make &&)
    {
        const FlagAdvisor::Slot &slot = m_advisor.m_slots[indexOf(setting)];
        if (slot.exists && !slot.isSwitchedOff && !(slot.report && number != 0)
            && !(slot.hasDefault && slot.byDefault == number))
            m_numbers[indexOf(setting)] = number;
    }
    template <class Make> void consider(Setting, double, const char *, Make &&) { }
    template <class Make> void leave(Setting, const char *, Make &&) { }
    template <class Make> void avoid(Setting, const char *, Make &&) { }
    template <class Make> void gone(Setting, const char *, Make &&) { }
    template <class Make> void launch(const char *, const std::string &, const char *, Make &&) { }
    template <class Make> void plan(const char *, const std::string &, const char *, Make &&) { }
    double poolFill() const { return 0; }
    bool schedulerRunsByItself(GpuGeneration) const { return false; }

    const PerSetting<std::optional<double>> &numbers() const { return m_numbers; }

private:
    const FlagAdvisor &m_advisor;
    PerSetting<std::optional<double>> m_numbers {};
};

/// Full side of the rules: one entry of advice per call.
class TextSink
{
public:
    TextSink(const FlagAdvisor &advisor, const AdviceContext &context)
        : m_advisor(advisor)
        , m_context(context)
    { }

    template <class Make> void set(Setting setting, double number, const char *reason, Make &&make)
    {
        add(setting, AdviceKind::Set, number, reason, make());
    }
    template <class Make>
    void consider(Setting setting, double number, const char *reason, Make &&make)
    {
        add(setting, AdviceKind::Consider, number, reason, make());
    }
    template <class Make> void leave(Setting setting, const char *reason, Make &&make)
    {
        add(setting, AdviceKind::Leave, 0, reason, make());
    }
    template <class Make> void avoid(Setting setting, const char *reason, Make &&make)
    {
        add(setting, AdviceKind::Avoid, 0, reason, make());
    }
    /// A name of the guides that newer releases lost or never had: said only where it is not there
    /// or does nothing.
    template <class Make> void gone(Setting setting, const char *reason, Make &&make)
    {
        const FlagAdvisor::Slot &slot = m_advisor.m_slots[indexOf(setting)];
        if (!slot.exists || slot.isNoop)
            add(setting, AdviceKind::Leave, 0, reason, make());
    }
    template <class Make>
    void launch(const char *name, const std::string &value, const char *reason, Make &&make)
    {
        m_advice.push_back(
            { name, value, "launch", AdviceKind::Consider, reason, make(), {}, false });
    }
    template <class Make>
    void plan(const char *path, const std::string &value, const char *reason, Make &&make)
    {
        m_advice.push_back(
            { path, value, "plan", AdviceKind::Consider, reason, make(), {}, false });
    }
    double poolFill() const { return m_context.poolFill.value_or(0); }
    bool schedulerRunsByItself(GpuGeneration generation) const;

    std::vector<FlagAdvice> take() { return std::move(m_advice); }

private:
    void add(
        Setting setting, AdviceKind kind, double number, const char *reason, Operands operands);

    const FlagAdvisor &m_advisor;
    const AdviceContext &m_context;
    std::vector<FlagAdvice> m_advice;
};

} // namespace headroom
