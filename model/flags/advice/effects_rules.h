#pragma once

#include "model/flags/advice/advice_inputs.h"
#include "model/flags/catalogue/flag_settings.h"
#include "model/physics/prepare/flag_effects.h"

namespace headroom {

/// Final number of every setting with what its meaning depends on.
struct EffectsInputs
{
    const AdviceInputs &plan;
    PerSetting<double> numbers {};
    JaxlibVersion version;
    PerSetting<bool> exists {};
    PerSetting<bool> written {}; ///< by the plan's owner or by advice
    bool solStartsScheduler = false; ///< the speed-of-light estimator may start latency hiding

    double operator[](Setting setting) const { return numbers[indexOf(setting)]; }
    bool has(Setting setting) const { return exists[indexOf(setting)]; }
    bool on(Setting setting) const { return numbers[indexOf(setting)] > 0; }
    bool onOr(Setting setting, bool otherwise) const
    {
        return written[indexOf(setting)] ? on(setting) : otherwise;
    }
};

/// @source FORMULAS §6.9; XLA sources for the switches
FlagEffects effectsOf(const EffectsInputs &inputs);

} // namespace headroom
