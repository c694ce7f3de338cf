#include "model/frameworks/book/adapter_switches.h"

namespace headroom {
namespace {

// @source peft tuners/lora/config.py (LoraConfig); axolotl src/axolotl/utils/schemas/peft.py;
// LLaMA-Factory src/llamafactory/hparams/finetuning_args.py; trl trainer/model_config.py
constexpr AdapterSwitch switches[] {
    { "tuning.dora", &Tuning::dora, "use_dora", "peft_use_dora", "use_dora", "use_dora",
        "adapters have no magnitudes", true, true },
    // Without PEFT the scaling is one number, which is computed.
    { "tuning.rank_stabilized", &Tuning::rankStabilized, "use_rslora", "peft_use_rslora",
        "use_rslora", "use_rslora", "full training has no adapters", false, false },
};

} // namespace

std::span<const AdapterSwitch> adapterSwitches()
{
    return switches;
}

const AdapterSwitch *unnamedSwitch(const Tuning &tuning, SwitchName name)
{
    for (const AdapterSwitch &row : switches)
        if (tuning.isAdapted() && tuning.*row.is && (row.*name).empty())
            return &row;
    return nullptr;
}

void addAdapterSwitches(
    const Tuning &tuning, SwitchName name, std::vector<Document::Member> &settings)
{
    for (const AdapterSwitch &row : switches)
        if (tuning.*row.is)
            settings.emplace_back(std::string(row.*name), true);
}

} // namespace headroom
