#pragma once

#include "model/estimate/estimate.h"
#include "model/plan/resolved_plan.h"
#include "model/runs/compiled_step.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// A plan as a compiler planned its step.
struct CompiledPlan
{
    Plan plan;
    CompiledStep step;
};

/// What a file says was compiled: prove.json, a log with memory_analysis(), or a project file of
/// runs. Errors: those of reading; for what is no such file the reason of readRuns().
Result<std::vector<CompiledPlan>> compiledOffers(
    const std::filesystem::path &file, const ProfileLibrary &library);

/// Fields in which two plans differ and on which a compiled step depends: not names, prices, links,
/// jobs, reliability and what only the estimate reads.
std::vector<std::string> differencesOfProgram(const Plan &one, const Plan &other);

/// The compiled step of this plan among those of `file`, its memory that of a chip. Errors:
/// "compiled-none" without any; "compiled-other-plan" with the fields in which the nearest differs;
/// "compiled-stand-in" for one of another back end.
Result<CompiledStep> compiledFor(const std::vector<CompiledPlan> &offers,
    const std::filesystem::path &file, const ResolvedPlan &plan);
/// The same of a file that is read for it. Errors: also those of compiledOffers().
Result<CompiledStep> compiledFor(
    const std::filesystem::path &file, const ResolvedPlan &plan, const ProfileLibrary &library);

/// JAX shows some chips as several devices, and memory_analysis() is of one of them.
CompiledStep ofChip(CompiledStep step, const Accelerator &chip);
/// Bytes of the terms that lie in a step's arguments.
Bytes stateOf(const MemoryTerms &terms);
/// Bytes that the terms of one side sum to in the compiler's plan.
Bytes compiledSide(const CompiledStep &compiled, bool ofState);

/// Puts the compiler's memory in the place of the estimated one: state is its arguments, the rest
/// what else it plans; inside either the terms keep their proportions. The interval closes, and the
/// verdict and its findings follow. @pre compiled.memory.isKnown()
void takeCompiledMemory(const CompiledStep &compiled, Estimate &estimate);
/// The same for trees of memory terms; the others stay. Evidence is Compiled at the roots' sums.
void explainCompiledMemory(const CompiledStep &compiled, std::vector<Derivation> &terms);

} // namespace headroom
