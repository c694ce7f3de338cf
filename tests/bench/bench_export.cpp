// One export as headroom-cli runs it, profiles read anew each time, and every target of every
// example plan: build/bin/bench_export

#include "app/cli/command_line.h"
#include "app/known_trees/shipped_trees.h"
#include "model/base/document/known_trees.h"
#include "model/launch/targets/export_targets.h"
#include "model/library/profiles/profile_library.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

namespace headroom {
namespace {

/// A folder of this run that goes with it.
struct Folder
{
    Folder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "export-XXXXXX").string();
        path = mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;

    std::filesystem::path path;
};

bool writes(const std::string &plan, const std::string &target, const Folder &folder)
{
    const std::filesystem::path out = folder.path / plan / target;
    return runCommandLine({ "export", plan, "--target", target, "--out", out.string() }, {}).status
        == ExitStatus::Success;
}

void oneExport(benchmark::State &state)
{
    const Folder folder;
    for (auto _ : state)
        if (!writes("llama3.1-8b-h100-node", "maxtext-gpu", folder))
            state.SkipWithError("the export was refused");
}

/// Targets that cannot express a plan are refused, which takes its time too.
void allExports(benchmark::State &state)
{
    const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
    const Folder folder;
    int written = 0;
    int tried = 0;
    for (auto _ : state)
        for (const std::string &plan : library.planIds())
            for (const ExportTarget &target : exportTargets()) {
                ++tried;
                written += writes(plan, target.id, folder) ? 1 : 0;
            }
    state.counters["tried"] = benchmark::Counter(tried, benchmark::Counter::kAvgIterations);
    state.counters["written"] = benchmark::Counter(written, benchmark::Counter::kAvgIterations);
}

BENCHMARK(oneExport)->Unit(benchmark::kMillisecond);
BENCHMARK(allExports)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace headroom

int main(int argc, char **argv)
{
    setenv("HEADROOM_DATA", HEADROOM_PROFILES, 1);
    headroom::useKnownTrees(headroom::shippedTrees());
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
