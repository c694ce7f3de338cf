#pragma once

#include "model/estimate/estimator.h"
#include "model/runs/compared_figure.h"
#include "model/runs/read_runs.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// The compiler's memory and collectives beside those of the estimate of the same plan. A stand-in
/// back end tells nothing of the chip's memory; what neither side has is left out.
/// @source FORMULAS §11.5
std::vector<ComparedFigure> compareCompiled(
    const CompiledStep &compiled, const ResolvedPlan &resolved, const Estimator &estimator);
/// The same for every run of a reading that was compiled and has a lawful plan.
void compareCompiled(
    RunsReading &reading, const ProfileLibrary &library, const Estimator &estimator);

/// Fields in which two plans differ and on which a compiled step depends: not names, prices, links,
/// jobs, reliability and what only the estimate reads.
std::vector<std::string> differencesOfProgram(const Plan &one, const Plan &other);

/// The compiled step of this plan that a file holds, its memory that of a chip: prove.json, a log
/// with memory_analysis(), or a project file of runs. Errors: those of reading; "compiled-none"
/// without any; "compiled-other-plan" with the fields in which the nearest differs;
/// "compiled-stand-in" for one of another back end.
Result<CompiledStep> compiledFor(
    const std::filesystem::path &file, const ResolvedPlan &plan, const ProfileLibrary &library);

/// Puts the compiler's memory in the place of the estimated one: state is its arguments, the rest
/// what else it plans; inside either the terms keep their proportions. The interval closes, and the
/// verdict and its findings follow. @pre compiled.memory.isKnown()
void takeCompiledMemory(const CompiledStep &compiled, Estimate &estimate);
/// The same for trees of memory terms; the others stay. Evidence is Compiled at the roots' sums.
void explainCompiledMemory(const CompiledStep &compiled, std::vector<Derivation> &terms);

} // namespace headroom
