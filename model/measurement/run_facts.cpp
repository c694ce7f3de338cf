#include "model/measurement/run_facts.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace headroom {
namespace {

struct FactRow
{
    const char *name, *path;
};
constexpr std::array factRows { FactRow { "model", "model" },
    FactRow { "chip", "hardware.accelerator" }, FactRow { "devices", assumedDevices },
    FactRow { "batch", "workload.global_batch_sequences" } };

} // namespace

const char *runFactName(RunFact fact)
{
    return factRows[static_cast<std::size_t>(fact)].name;
}

std::vector<std::string> fieldPaths(const std::string &list)
{
    std::istringstream words { list };
    std::vector<std::string> paths;
    for (std::string path; words >> path;)
        paths.push_back(path);
    return paths;
}

std::vector<RunFact> missingFacts(const std::vector<std::string> &fieldsAssumed)
{
    std::vector<RunFact> missing;
    for (std::size_t i = 0; i < factRows.size(); ++i)
        if (std::ranges::find(fieldsAssumed, factRows[i].path) != fieldsAssumed.end())
            missing.push_back(static_cast<RunFact>(i));
    return missing;
}

std::string factList(const std::vector<RunFact> &facts)
{
    std::string list;
    for (const RunFact fact : facts)
        list += (list.empty() ? "" : ", ") + std::string(runFactName(fact));
    return list;
}

Message factsInWords(const std::vector<RunFact> &facts)
{
    Message words;
    for (const RunFact fact : facts) {
        Message own { std::string("fact-") + runFactName(fact), {} };
        words = words.id.empty() ? std::move(own)
                                 : Message { "fact-list", { std::move(words), std::move(own) } };
    }
    return words;
}

} // namespace headroom
