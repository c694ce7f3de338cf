#include "next_replay.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace headroom;

namespace {

void printNext(const ReplaySources &sources, const NextReplayOptions &options)
{
    const std::vector<MeasuredSweep> sweeps = measuredSweeps(sources, 6);
    std::printf("%-64s %5s  %14s %14s %14s\n", "sweep", "rows", "next", "random", "top of search");
    double found[3] = {}, runs[3] = {};
    for (const MeasuredSweep &sweep : sweeps) {
        std::printf("%-64s %5zu ", sweep.name.c_str(), sweep.runs.size());
        for (int i = 0; i < 3; ++i) {
            const NextReplay own
                = replayNext(sweep, sources.priors(), static_cast<Chooser>(i), options);
            std::printf("  %4.0f %% %5.1f ", own.share() * 100, own.runs);
            found[i] += own.share();
            runs[i] += own.runs;
        }
        std::printf("\n");
        std::fflush(stdout);
    }
    const auto count = static_cast<double>(sweeps.size());
    std::printf("%-64s %5zu ", "all: found after five, mean runs", sweeps.size());
    for (int i = 0; i < 3; ++i)
        std::printf("  %4.0f %% %5.1f ", 100 * found[i] / count, runs[i] / count);
    std::printf("\n");
}

} // namespace

/// Prints what calibration on a few runs of each source does to its others, or, with "spreads",
/// how far constants differ between sources, one "key value" a line; with "next" how soon proposed
/// runs find the best configuration of measured sweeps, with "next SPREAD" of machines drawn that
/// much wider than the priors.
int main(int count, char **words)
{
    const ProfileLibrary library(DataDirectories { HEADROOM_PROFILES, {} });
    const ReplaySources sources(library, 10);
    if (count > 1 && std::strcmp(words[1], "spreads") == 0) {
        const int rounds = count > 2 ? std::atoi(words[2]) : 15;
        for (const auto &[key, spread] : spreadsBetweenSources(sources, sources.priors(), rounds))
            std::printf("%s %.3g\n", key.c_str(), spread);
        return 0;
    }
    if (count > 1 && std::strcmp(words[1], "next") == 0) {
        NextReplayOptions how;
        how.truthSpread = count > 2 ? std::atof(words[2]) : 0;
        printNext(sources, how);
        return 0;
    }
    ReplayOptions options;
    if (count > 1)
        options.draws = std::atoi(words[1]);
    if (count > 2)
        for (std::size_t i = 0; i < calibrationModeNames.size(); ++i)
            if (std::strcmp(words[2], calibrationModeNames[i]) == 0)
                options.mode = static_cast<CalibrationMode>(i);
    std::printf("%-12s %5s %2s %8s %8s %8s %8s  %s\n", "source", "rows", "k", "before", "after",
        "inside", "(before)", "chosen");
    for (const int k : options.counts) {
        double inside = 0, ratio = 0, cases = 0;
        int outside = 0, worse = 0, slow = 0;
        for (const ReplaySources::Source &source : sources.all()) {
            const CalibrationReplay own = replayCalibration(source, sources.priors(), k, options);
            std::string chosen;
            for (const auto &[mode, draws] : own.chosen)
                chosen += ' ' + mode + ':' + std::to_string(draws);
            std::printf("%-12s %5d %2d %7.2f%% %7.2f%% %7.0f%% %7.0f%% %s%s\n", own.source.c_str(),
                own.rows, k, own.before * 100, own.after * 100, own.inside * 100,
                own.insideBefore * 100,
                own.isWorse()                               ? "WORSE "
                    : own.before > 0.1 && own.isFarBetter() ? "*     "
                    : own.before > 0.1                      ? "slow  "
                                                            : "      ",
                chosen.c_str());
            inside += own.inside;
            ratio += own.after / own.before;
            outside += !own.isCovered();
            worse += own.isWorse();
            slow += own.before > 0.1 && !own.isFarBetter();
            ++cases;
        }
        std::printf("all sources, k = %d: after/before %.3f, %d worse, %d slow; %.0f %% inside, of "
                    "%d sources not 72 to 90 %%\n",
            k, ratio / cases, worse, slow, 100 * inside / cases, outside);
    }
    return 0;
}
