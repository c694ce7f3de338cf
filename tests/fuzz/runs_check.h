// What holds of everything that runs leave behind: figures are finite, steps positive, and a
// rebuilt plan is a plan. Shared by the entries of each format, which is told by the name of the
// file.
#pragma once

#include "fuzz_entry.h"

#include "model/plan/fields/plan_file.h"
#include "model/runs/facts/run_series.h"
#include "model/runs/facts/run_signs.h"
#include "model/runs/facts/step_profile.h"
#include "model/runs/read_runs.h"
#include "model/runs/readers/file_readers.h"

#include <cmath>
#include <sstream>
#include <string>

namespace headroom::fuzz {

inline void checkFigure(const std::optional<double> &figure)
{
    promise(!figure || (std::isfinite(*figure) && *figure > 0), "a figure is a positive number");
}

inline void checkReading(const RunsReading &reading)
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

/// One text under the name of a file.
inline void checkRuns(std::string_view text, const char *name)
{
    std::istringstream stream { std::string { text } };
    TraceCollection traces;
    traces.profileSteps = 3;
    readRunStream(stream, name, traces);
    for (const RunTrace &run : traces.runs)
        promise(RunSigns::parse(run.signs.text()).text() == run.signs.text(),
            "what a project file keeps of a run survives being written and read");
    checkReading(runsOf(std::move(traces), shippedLibrary(), nullptr));
}

} // namespace headroom::fuzz
