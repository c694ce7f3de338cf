#pragma once

#include "model/runs/rebuild/rebuild_plan.h"
#include "model/runs/text/scan.h"

namespace headroom {

/// Model, length, attention and adapters of a program that takes the Trainer's arguments.
void rebuildTrainerModel(PlanRebuild &rebuild);

/// Whether pairs of answers are trained on. @source axolotl utils/schemas/config.py (rl);
/// LLaMA-Factory hparams/finetuning_args.py (stage); trl trainer/dpo_config.py (beta, loss_type);
/// ms-swift (rlhf_type)
bool trainsPreferences(const ConfigFacts &config);

} // namespace headroom
