#pragma once

#include "model/plan/resolved_plan.h"
#include "model/runs/facts/compiled_step.h"

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

/// "optimizer, remat.policy": the first of some paths, in one line.
std::string fieldList(const std::vector<std::string> &paths);

/// The compiled plan whose memory tells most of another one's.
struct NearestCompiled
{
    CompiledPlan compiled;
    std::vector<std::string> differences; ///< of the program; empty: it is that plan
};
/// The plan among those of `file` that differs least in what a compiler sees, compiled for its
/// chips. Errors: "compiled-none" without any; "compiled-stand-in" for one of another back end;
/// "compiled-other-plan" with the fields in which the nearest differs, where these forbid to carry
/// anything over: model, framework, chip, adapters, inference.
Result<NearestCompiled> nearestCompiled(
    const std::vector<CompiledPlan> &offers, const std::filesystem::path &file, const Plan &plan);

/// JAX shows some chips as several devices, and memory_analysis() is of one of them.
CompiledStep ofChip(CompiledStep step, const Accelerator &chip);
/// Bytes that the terms of one side sum to in the compiler's plan.
Bytes compiledSide(const CompiledStep &compiled, bool ofState);

} // namespace headroom
