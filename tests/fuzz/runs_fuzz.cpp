// What real runs leave behind, of any kind; some kinds are told by the name of the file. Figures
// are finite, steps positive, and a rebuilt plan is a plan.
#include "fuzz_entry.h"

#include "model/plan/fields/plan_file.h"
#include "model/runs/facts/run_series.h"
#include "model/runs/facts/run_signs.h"
#include "model/runs/facts/step_profile.h"
#include "model/runs/read_runs.h"
#include "model/runs/readers/file_readers.h"

#include <sstream>
#include <string>

using namespace headroom;
using namespace headroom::fuzz;

namespace {

void checkFigure(const std::optional<double> &figure)
{
    promise(!figure || (std::isfinite(*figure) && *figure > 0), "a figure is a positive number");
}

void check(const RunsReading &reading)
{
    for (const RunRecord &run : reading.runs) {
        promise(!run.id.empty(), "a run has an id");
        checkFigure(run.stepSeconds);
        checkFigure(run.tokensPerSecondPerDevice);
        checkFigure(run.peakBytes);
        for (const TermSeconds &term : run.terms)
            promise(isProfileTerm(term.id) && std::isfinite(term.seconds) && term.seconds >= 0,
                "a profile's terms have names and times");
        promise(parseTerms(termsText(run.terms)).size() == run.terms.size(),
            "terms survive being written and read");
        promise(!run.compiled || parseCompiled(compiledText(*run.compiled)) == *run.compiled,
            "a compiled step survives being written and read");
        promise(!run.stepSeconds || !run.stepP10 || !run.stepP90
                || (*run.stepP10 <= *run.stepSeconds && *run.stepSeconds <= *run.stepP90),
            "a step lies in its interval");
        const Result<LoadedPlan> again = parsePlan(writePlan(run.plan), "a.headroom.yaml");
        promise(again.hasValue(), "the plan of a run is a plan");
    }
    for (const Unrecognised &what : reading.unrecognised)
        promise(what.line >= 0 && !what.reason.id.empty(), "what is not recognised has a reason");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    for (const char *name : { "a.log", "a.json", "a.toml", "a.yml", "a.sh", "a.csv" }) {
        std::istringstream stream { std::string { textOf(data, size) } };
        TraceCollection traces;
        traces.profileSteps = 3;
        readRunStream(stream, name, traces);
        for (const RunTrace &run : traces.runs)
            promise(RunSigns::parse(run.signs.text()).text() == run.signs.text(),
                "what a project file keeps of a run survives being written and read");
        check(runsOf(std::move(traces), shippedLibrary(), nullptr));
    }
    const std::string series = stepSeriesText(parseStepSeries(std::string { textOf(data, size) }));
    promise(parseStepSeries(series).size() <= 4 * maxSeriesPoints, "a series is bounded");
    return 0;
}
