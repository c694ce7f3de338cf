#include "model/estimate/operation_groups.h"

#include "model/estimate/step_operations.h"

namespace headroom {
namespace {

constexpr std::array<const char *, 3> kindNames { "contraction", "normalisation", "elementwise" };

} // namespace

std::vector<GroupWork> operationGroups(
    const Prepared &p, const Candidate &c, const Evaluation &evaluation)
{
    std::vector<GroupWork> groups;
    const auto add = [&](OperationKind kind, const char *phase, const OperationWork &work) {
        if (work.time <= Seconds {})
            return;
        const std::string group = kindNames[static_cast<std::size_t>(kind)];
        auto found = std::ranges::find_if(
            groups, [&](const GroupWork &own) { return own.group == group && own.phase == phase; });
        if (found == groups.end())
            found = groups.insert(groups.end(), { group, phase, {}, {}, {} });
        found->time += work.time;
        found->flop += work.flop;
        found->bytes += work.bytes;
    };
    for (const Operation &own : stepOperations(p, c, evaluation)) {
        add(own.kind, own.term == TimeTerm::Optimizer ? "optimizer" : "forward", own.forward);
        add(own.kind, "backward", own.backward);
    }
    std::ranges::stable_sort(groups, {}, [](const GroupWork &own) {
        return std::ranges::find(kindNames, own.group) - kindNames.begin();
    });
    return groups;
}

} // namespace headroom
