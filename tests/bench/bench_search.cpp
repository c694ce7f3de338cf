// Configurations per second of an exhaustive search on one thread and on two, and the whole search
// of a large model with everything free: build/bin/bench_search

#include "model/flags/advice/flag_advice.h"
#include "model/plan/fields/plan_file.h"
#include "model/search/search.h"
#include "model/search/search_settings.h"

#include <benchmark/benchmark.h>

#include <sys/resource.h>

namespace headroom {
namespace {

const ProfileLibrary &library()
{
    static const ProfileLibrary shipped { DataDirectories { HEADROOM_PROFILES, {} } };
    return shipped;
}

const Estimator &estimator()
{
    static const Estimator flagged = [] {
        Estimator made = *Estimator::make(library());
        made.setFlagEffects(flagEffectsSource(*FlagCatalogue::load(library().directories())));
        return made;
    }();
    return flagged;
}

SearchRequest request(const char *plan, const std::vector<std::string> &settings)
{
    LoadedPlan loaded = *loadPlan(*library().planPath(plan));
    applySettings(loaded, settings);
    SearchRequest made;
    made.plan = loaded.plan;
    made.free = defaultFreeSettings();
    made.wantsCustomRemat = false;
    return made;
}

double peakMegabytes()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1e3;
}

void run(benchmark::State &state, SearchRequest asked, bool isExhaustive)
{
    asked.threads = static_cast<int>(state.range(0));
    asked.isExhaustive = isExhaustive;
    double points = 0;
    for (auto _ : state) {
        const SearchOutcome outcome = *searchConfigurations(estimator(), asked);
        points += static_cast<double>(
            isExhaustive ? outcome.counts.evaluated : outcome.counts.enumerated);
        benchmark::DoNotOptimize(outcome.rows.data());
    }
    state.counters["configurations/s"] = benchmark::Counter(points, benchmark::Counter::kIsRate);
    state.counters["points"] = points / static_cast<double>(state.iterations());
    state.counters["peak_MB"] = peakMegabytes();
}

const std::vector<std::string> sixteenThousand { "hardware.nodes=2048",
    "workload.global_batch_sequences=2048", "precision.recipe=none", "remat.policy=full" };

std::vector<std::string> with(std::vector<std::string> settings, const char *more)
{
    settings.emplace_back(more);
    return settings;
}

void exhaustiveDense(benchmark::State &state)
{
    run(state, request("llama3.1-405b-h100-128-nodes", sixteenThousand), true);
}

void exhaustiveDenseFlags(benchmark::State &state)
{
    run(state, request("llama3.1-405b-h100-128-nodes", with(sixteenThousand, "framework=maxtext")),
        true);
}

void exhaustiveExperts(benchmark::State &state)
{
    run(state, request("mixtral-8x7b-h100-8-nodes", {}), true);
}

void everythingFree(benchmark::State &state)
{
    run(state, request("llama3.1-405b-h100-128-nodes", with(sixteenThousand, "framework=maxtext")),
        false);
}

// The process clock counts the work of all threads; wall time is what a user waits.
BENCHMARK(exhaustiveDense)
    ->Arg(1)
    ->Arg(2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(exhaustiveDenseFlags)
    ->Arg(1)
    ->Arg(2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(exhaustiveExperts)
    ->Arg(1)
    ->Arg(2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(everythingFree)
    ->Arg(1)
    ->Arg(2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace headroom

BENCHMARK_MAIN();
