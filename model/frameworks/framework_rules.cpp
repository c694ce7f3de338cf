#include "model/frameworks/framework_rules.h"

#include "model/frameworks/deepspeed/deepspeed_rules.h"
#include "model/frameworks/maxtext/maxtext_rules.h"
#include "model/frameworks/megatron/megatron_rules.h"
#include "model/frameworks/torchtitan/torchtitan_rules.h"
#include "model/frameworks/trainer/trainer_rules.h"

namespace headroom {

std::span<const Rule> frameworkRules(Framework framework)
{
    switch (framework) {
    case Framework::MaxText:
        return books::maxtext::rules();
    case Framework::Megatron:
        return books::megatron::rules();
    case Framework::Torchtitan:
        return books::torchtitan::rules();
    case Framework::DeepSpeed:
        return books::deepspeed::rules();
    case Framework::HuggingFace:
        return books::trainer::rules();
    case Framework::Jax:
        break;
    }
    return {};
}

} // namespace headroom
