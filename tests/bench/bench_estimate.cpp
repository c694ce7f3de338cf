#include "model/estimate/estimator.h"
#include "model/rules/checked_plan.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace {

using namespace headroom;

struct Fixture
{
    ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
    Estimator estimator = Estimator::make(library).value();

    ResolvedPlan plan(const char *id) const
    {
        return openCheckedPlan(id, {}, library).value().resolved;
    }
};

const Fixture &fixture()
{
    static const Fixture own;
    return own;
}

void fullEvaluation(benchmark::State &state, const char *id)
{
    const ResolvedPlan plan = fixture().plan(id);
    const Prepared prepared = fixture().estimator.prepare(plan);
    Candidate candidate = planCandidate(plan.plan);
    for (auto _ : state) {
        benchmark::DoNotOptimize(candidate);
        const Evaluation evaluation = evaluate(prepared, candidate);
        benchmark::DoNotOptimize(evaluation);
    }
}

void withSharedLayerCosts(benchmark::State &state, const char *id)
{
    const ResolvedPlan plan = fixture().plan(id);
    const Prepared prepared = fixture().estimator.prepare(plan);
    Candidate candidate = planCandidate(plan.plan);
    NoTrace none;
    const Layout layout = makeLayout(prepared, candidate);
    const LayerCosts costs = layerCosts(prepared, candidate, layout, none);
    for (auto _ : state) {
        benchmark::DoNotOptimize(candidate);
        const Evaluation evaluation = assemble(prepared, candidate, layout, costs, none);
        benchmark::DoNotOptimize(evaluation);
    }
}

void memoryAlone(benchmark::State &state, const char *id)
{
    const ResolvedPlan plan = fixture().plan(id);
    const Prepared prepared = fixture().estimator.prepare(plan);
    Candidate candidate = planCandidate(plan.plan);
    NoTrace none;
    for (auto _ : state) {
        benchmark::DoNotOptimize(candidate);
        Evaluation evaluation;
        evaluateMemory(prepared, candidate, makeLayout(prepared, candidate), evaluation, none);
        benchmark::DoNotOptimize(evaluation);
    }
}

void preparation(benchmark::State &state, const char *id)
{
    const ResolvedPlan plan = fixture().plan(id);
    for (auto _ : state)
        benchmark::DoNotOptimize(fixture().estimator.prepare(plan));
}

void derivation(benchmark::State &state, const char *id)
{
    const ResolvedPlan plan = fixture().plan(id);
    for (auto _ : state)
        benchmark::DoNotOptimize(fixture().estimator.explain(plan));
}

constexpr const char *dense = "llama3-70b-h100-32-nodes";
constexpr const char *experts = "mixtral-8x7b-h100-8-nodes";

BENCHMARK_CAPTURE(fullEvaluation, dense, dense);
BENCHMARK_CAPTURE(fullEvaluation, experts, experts);
BENCHMARK_CAPTURE(withSharedLayerCosts, dense, dense);
BENCHMARK_CAPTURE(withSharedLayerCosts, experts, experts);
BENCHMARK_CAPTURE(memoryAlone, dense, dense);
BENCHMARK_CAPTURE(preparation, dense, dense);
BENCHMARK_CAPTURE(derivation, dense, dense);

} // namespace

BENCHMARK_MAIN();
