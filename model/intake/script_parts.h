#pragma once

#include "model/runs/readers/launch_words.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A file inside a script: what stands between "<<EOF" and "EOF".
struct InnerFile
{
    std::string name, text;
    std::int64_t line = 1;
};

/// The files that a script writes so; their number is bounded.
std::vector<InnerFile> hereDocuments(std::string_view script);

inline constexpr std::string_view swiftTool = "swift"; ///< ms-swift, by its command
/// Whether two words of a command are ms-swift's and what it trains with: "swift sft".
/// @source modelscope/ms-swift swift/cli/main.py (ROUTE_MAPPING)
bool startsSwift(std::string_view word, std::string_view next);
/// The tool of a table in tool_keys.h that the words start; empty: none.
std::string launchedTool(const LaunchText &launch);
/// Settings that a tool takes behind its configuration, "key=value".
void addAssignments(const LaunchText &launch, const TextPlace &place, RunTrace &run);
/// The configuration that torchtitan's run_train.sh takes from a variable.
void addTitanFile(const LaunchText &launch, const TextPlace &place, RunTrace &run);
/// The machine in "--tpu-type=v5p-128", "--device-type h100-mega-80gb-8",
/// "compile_topology=v5e-256".
void addSlice(const LaunchText &launch, const TextPlace &place, RunTrace &run);

} // namespace headroom
