#include "model/diagnosis/compiled_comparison.h"

#include "model/estimate/step_collectives.h"
#include "model/rules/broken_rules.h"
#include "model/runs/compiled_plan.h"

namespace headroom {
namespace {

void addCollectives(const CompiledStep &compiled, const Prepared &prepared,
    const Candidate &candidate, std::vector<ComparedFigure> &rows)
{
    if (compiled.collectives.empty())
        return;
    const std::vector<StepCollective> predicted = stepCollectives(prepared, candidate);
    for (std::size_t i = 0; i < collectiveKindNames.size(); ++i) {
        const auto kind = static_cast<CollectiveKind>(i);
        ComparedFigure row { collectiveKindNames[i], Bytes {}, Bytes {}, 0.0, 0.0 };
        for (const CompiledCollective &own : compiled.collectives) {
            if (own.kind != kind)
                continue;
            *row.compiled += own.bytes;
            *row.compiledCount += own.count;
            row.isSure = row.isSure && own.isSure;
        }
        for (const StepCollective &own : predicted) {
            if (own.kind != kind)
                continue;
            *row.predicted += own.bytes;
            *row.predictedCount += own.count;
        }
        if (*row.compiledCount > 0 || *row.predictedCount > 0)
            rows.push_back(std::move(row));
    }
}

} // namespace

std::vector<ComparedFigure> compareCompiled(
    const CompiledStep &step, const ResolvedPlan &resolved, const Estimator &estimator)
{
    const CompiledStep compiled = ofChip(step, resolved.accelerator);
    std::vector<ComparedFigure> rows;
    ResolvedPlan estimated = resolved;
    estimated.compiledFile.clear(); // what is compared is the estimate
    const Prepared prepared = estimator.prepare(estimated);
    const Candidate candidate = planCandidate(resolved.plan);
    if (compiled.memory.isKnown() && compiled.isOfChip()) {
        const Evaluation evaluation = evaluate(prepared, candidate);
        const Bytes state = stateOf(evaluation.memory);
        rows.push_back({ "state", compiledSide(compiled, true), state, {}, {} });
        rows.push_back({ "rest", compiledSide(compiled, false), evaluation.peak - state, {}, {} });
        rows.push_back({ "total", compiled.memory.total(), evaluation.peak, {}, {} });
        if (compiled.memory.host > Bytes {} || evaluation.host > Bytes {})
            rows.push_back({ "host", compiled.memory.host,
                evaluation.host / resolved.plan.hardware.devicesPerNode, {}, {} });
    }
    addCollectives(compiled, prepared, candidate, rows);
    return rows;
}

void compareCompiled(
    RunsReading &reading, const ProfileLibrary &library, const Estimator &estimator)
{
    for (RunRecord &run : reading.runs) {
        const Result<ResolvedPlan> resolved = resolvePlan(run.plan, library);
        if (run.compiled && run.missing.empty() && resolved && brokenRules(*resolved).empty())
            run.compiledFigures = compareCompiled(*run.compiled, *resolved, estimator);
    }
}

} // namespace headroom
