// Cluster profiles: whatever is read without a problem is written and read again equal.
#include "fuzz_entry.h"

#include "model/base/document/document.h"
#include "model/calibration/calibration_file.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto tree = parseYaml(textOf(data, size), "lab.yaml");
    if (!tree)
        return 0;
    Errors problems;
    const auto profile = clusterProfileOf(*tree, "lab.yaml", problems);
    if (!problems.empty())
        return 0;
    const std::string written = clusterProfileText(profile);
    const auto again = parseYaml(written, "lab.yaml");
    promise(again.hasValue(), "a written cluster profile is YAML");
    const auto second = clusterProfileOf(*again, "lab.yaml", problems);
    promise(problems.empty() && clusterProfileText(second) == written,
        "a cluster profile survives being written and read");
    return 0;
}
