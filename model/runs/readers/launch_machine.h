#pragma once

#include "model/runs/facts/run_trace.h"
#include "model/runs/readers/launch_words.h"

#include <string_view>

namespace headroom {

/// What "#SBATCH --nodes=4" lines, which are comments to the shell, and the comment of an export
/// say of the machine.
void addJobLines(LaunchText &launch, std::string_view text);

/// What an option of a launcher says of it: "nproc_per_node", "num_machines", DeepSpeed's
/// "include". Dashes of the name are underscores.
void addMachineOption(
    std::string_view name, std::string_view value, const TextPlace &place, RunTrace &run);

/// What a script's variables and its job lines say of the machine; the job's own lines win.
void addMachineOfScript(const LaunchText &launch, const TextPlace &place, RunTrace &run);

} // namespace headroom
