// Overrides, one "PATH=VALUE" to a line: what a field takes it gives back in its canonical form.
#include "fuzz_entry.h"

#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"

#include <string>
#include <vector>

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::string_view text = textOf(data, size);
    LoadedPlan loaded;
    std::vector<std::string> settings;
    while (!text.empty() && settings.size() < 64) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string line { text.substr(0, end) };
        text.remove_prefix(std::min(end + 1, text.size()));
        settings.push_back(line);
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos)
            continue;
        const std::string path = line.substr(0, equals);
        Plan plan;
        if (!setPlanField(plan, path, line.substr(equals + 1), "--set").empty())
            continue;
        const std::string canonical = planFieldText(plan, path);
        Plan other;
        if (!canonical.empty()) {
            promise(
                setPlanField(other, path, canonical, "--set").empty(), "a canonical text is taken");
            promise(planFieldText(other, path) == canonical, "and stays as it is");
        }
    }
    for (const Error &problem : applySettings(loaded, settings))
        promise(!problem.where.empty(), "a problem of a setting has a place");
    return 0;
}
