#include "model/launch/common/plain_options.h"

#include "model/plan/fields/plan_field_value.h"
#include "model/plan/option_names.h"

namespace headroom {

std::vector<PlainOption> plainOptions(const Plan &plan, Framework framework)
{
    std::vector<PlainOption> options;
    for (const OptionNames &row : optionNames())
        if (const std::string_view name = row.in(framework); row.isPlain && !name.empty()) {
            const std::string text = planFieldText(plan, row.path);
            options.push_back(
                { std::string(name), text, planFieldValue(*planField(row.path), text) });
        }
    return options;
}

} // namespace headroom
