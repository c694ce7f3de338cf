// Plan files: a plan that is read is written and read back equal; a valid one has finite figures
// whose terms sum.
#include "fuzz_entry.h"

#include "model/plan/fields/plan_file.h"
#include "model/plan/resolved_plan.h"
#include "model/rules/broken_rules.h"
#include "model/session/workbench.h"

using namespace headroom;
using namespace headroom::fuzz;

namespace {

const Estimator &estimator()
{
    static const Estimator made = [] {
        Result<Estimator> result = Workbench { shippedLibrary() }.estimator();
        promise(result.hasValue(), "the shipped profiles make an estimator");
        return *std::move(result);
    }();
    return made;
}

void checkFigures(const Estimate &estimate)
{
    double bytes = 0, seconds = 0;
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        bytes += estimate.memory.terms[static_cast<MemoryTerm>(i)].value();
    for (std::size_t i = 0; i < timeTermCount; ++i)
        seconds += estimate.time.terms[static_cast<TimeTerm>(i)].value();
    promise(std::isfinite(bytes) && bytes >= 0, "memory is finite");
    promise(std::isfinite(seconds) && seconds >= 0, "time is finite");
    promise(std::abs(bytes - estimate.memory.peak.value()) <= 1e-9 * bytes, "memory sums");
    promise(std::abs(seconds - estimate.time.step.value()) <= 1e-9 * seconds, "time sums");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    // No file beside the plan: what a plan names is another reader's matter.
    const Result<LoadedPlan> loaded = parsePlan(textOf(data, size), "a.headroom.yaml");
    if (!loaded) {
        promisePlaces(loaded.errors());
        return 0;
    }
    const Result<LoadedPlan> again = parsePlan(writePlan(loaded->plan), "b.headroom.yaml");
    promise(again.hasValue(), "a written plan is a plan");
    promise(again->plan == loaded->plan, "a plan comes back equal");
    if (!loaded->plan.model.configJson.empty())
        return 0;
    const Result<ResolvedPlan> resolved
        = resolvePlan(loaded->plan, shippedLibrary(), HEADROOM_PROFILES);
    if (resolved && brokenRules(*resolved).empty())
        checkFigures(estimator().estimate(*resolved));
    return 0;
}
