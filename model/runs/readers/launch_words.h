#pragma once

#include "model/runs/facts/run_trace.h"
#include "model/runs/readers/config_files.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A word of a command, with its line in the script.
struct LaunchWord
{
    std::string text;
    std::int64_t line = 1;
    bool isKnown = true; ///< false: it holds an expansion whose value nobody knows
    bool isFirst = false; ///< begins a command, an array or what stands behind one
};

/// A launch script or a bare command line, as far as its words tell: arguments also from arrays and
/// from variables that hold several, variables replaced where the script sets them.
struct LaunchText
{
    std::vector<LaunchWord> words; ///< of commands and arrays, in order
    std::map<std::string, std::string> variables; ///< last value of each
    std::map<std::string, std::string> job; ///< facts of a job script's own lines (#SBATCH)
    bool setsCompilerFlags = false; ///< XLA_FLAGS or LIBTPU_INIT_ARGS, of whatever words
};
LaunchText launchText(std::string_view text);

/// The framework that the words start, as a word of a plan; empty: none that is known.
std::string launchedFramework(const std::vector<LaunchWord> &words);

/// Settings of the framework and the number of nodes and devices.
void addLaunchWords(const LaunchText &launch, const TextPlace &place, RunTrace &run);

/// Megatron-LM's name for an argument and its value as its own dump prints them:
/// "--disable-bias-linear" is add_bias_linear False.
struct MegatronSetting
{
    std::string key, value;
};
MegatronSetting megatronSetting(std::string_view flag, std::string_view value);

} // namespace headroom
