#pragma once

#include "model/flags/flag_advice.h"
#include "model/plan/plan_fields.h"
#include "model/plan/plan_file.h"
#include "model/search/search.h"
#include "model/search/search_knobs.h"
#include "model/search/search_variant.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace headroom {

inline const ProfileLibrary &shippedLibrary()
{
    static const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
    return library;
}

inline const Estimator &shippedEstimator()
{
    static const Estimator estimator = *Estimator::make(shippedLibrary());
    return estimator;
}

/// Shipped formulas with flags that follow the advice, as the programs use them.
inline const Estimator &flaggedEstimator()
{
    static const Estimator estimator = [] {
        Estimator made = *Estimator::make(shippedLibrary());
        made.setFlagEffects(
            flagEffectsSource(*FlagCatalogue::load(shippedLibrary().directories())));
        return made;
    }();
    return estimator;
}

inline Plan examplePlan(const char *id, const std::vector<std::string> &settings = {})
{
    LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath(id));
    for (const Error &problem : applySettings(loaded, settings))
        QTest::qFail(problem.id.c_str(), __FILE__, __LINE__);
    return loaded.plan;
}

inline SearchRequest requestFor(Plan plan, const std::vector<std::string> &free = {})
{
    SearchRequest request;
    request.plan = std::move(plan);
    request.free = free.empty() ? defaultFreeKnobs() : *knobsByName(free, "--free");
    request.threads = 2;
    request.wantsCustomRemat = false;
    return request;
}

/// The plan that a row's settings give.
inline Plan planOf(Plan plan, const std::vector<FieldChange> &settings)
{
    for (const FieldChange &setting : settings)
        for (const Error &problem : setPlanField(plan, setting.path, setting.value, setting.path))
            QTest::qFail((setting.path + ": " + problem.id).c_str(), __FILE__, __LINE__);
    return plan;
}

/// Every assignment of the free point knobs that keeps the rules, found the slow way: all values,
/// all combinations, brokenRules. Of knobs without effect only the plan's own value counts.
inline std::vector<Plan> lawfulPlans(const SearchRequest &request)
{
    const auto isFree = [&request](const char *path) {
        return std::ranges::find(request.free, path) != request.free.end();
    };
    const ResolvedPlan own = *resolvePlan(request.plan, shippedLibrary());
    const Parallelism &base = request.plan.parallelism;
    const int devices = own.deviceCount();
    const bool isJax = own.expertIsAxis();
    const auto degrees = [&](const char *path, int fixed) {
        std::vector<int> values;
        for (int i = 1; isFree(path) && i <= devices; ++i)
            if (devices % i == 0)
                values.push_back(i);
        return values.empty() ? std::vector { fixed } : values;
    };
    std::vector<std::string> policies { request.plan.remat.policy };
    if (isFree("remat.policy"))
        for (const RematCosts &remat : shippedEstimator().prepare(own).remats)
            if (std::ranges::find(policies, remat.id) == policies.end())
                policies.push_back(remat.id);
    std::vector<double> microBatches { base.microBatchSequences };
    if (isFree("parallelism.micro_batch_sequences"))
        for (std::int64_t i = 1; i <= request.plan.workload.globalBatchSequences; ++i)
            if (double(i) != base.microBatchSequences)
                microBatches.push_back(double(i));
    std::vector<int> chunks { base.pipelineChunks }, expertCuts { base.expertTensor };
    for (int i = 1; isFree("parallelism.pipeline_chunks") && i <= own.model->layers; ++i)
        if (i != base.pipelineChunks)
            chunks.push_back(i);
    for (int i = 1; isFree("parallelism.expert_tensor") && !isJax && i <= devices; ++i)
        if (i != base.expertTensor)
            expertCuts.push_back(i);
    std::vector<int> stages { base.zeroStage };
    if (isFree("parallelism.zero_stage"))
        for (const int stage : { 1, 2, 3 })
            if (stage != base.zeroStage)
                stages.push_back(stage);

    std::vector<Plan> lawful;
    ResolvedPlan trial = own;
    Parallelism &p = trial.plan.parallelism;
    for (const int data : degrees("parallelism.data", base.data))
        for (const int fsdp : degrees("parallelism.fsdp", base.fsdp))
            for (const int tensor : degrees("parallelism.tensor", base.tensor))
                for (const int context : degrees("parallelism.context", base.context))
                    for (const int pipeline : degrees("parallelism.pipeline", base.pipeline))
                        for (const int expert : degrees("parallelism.expert", base.expert)) {
                            p.data = data;
                            p.fsdp = fsdp;
                            p.tensor = tensor;
                            p.context = context;
                            p.pipeline = pipeline;
                            p.expert = expert;
                            if (data * fsdp * tensor * context * pipeline * (isJax ? expert : 1)
                                != devices)
                                continue;
                            for (const int cut : expertCuts)
                                for (const int chunk : chunks)
                                    for (const int stage : stages)
                                        for (const bool sequence : { false, true })
                                            for (const auto strategy :
                                                { ContextStrategy::AllGather, ContextStrategy::Ring,
                                                    ContextStrategy::Ulysses })
                                                for (const double micro : microBatches) {
                                                    p.expertTensor = cut;
                                                    p.pipelineChunks = chunk;
                                                    p.zeroStage = stage;
                                                    p.sequenceParallel = sequence;
                                                    p.contextStrategy = strategy;
                                                    p.microBatchSequences = micro;
                                                    if (!isFree("parallelism.sequence_parallel")
                                                        && sequence != base.sequenceParallel)
                                                        continue;
                                                    if ((context == 1
                                                            || !isFree(
                                                                "parallelism.context_strategy"))
                                                        && strategy != base.contextStrategy)
                                                        continue;
                                                    const bool isOwn = stage == base.zeroStage;
                                                    const bool isAlone = data * fsdp * context
                                                            * (isJax ? expert : 1)
                                                        == 1;
                                                    if (isAlone && !isOwn)
                                                        continue;
                                                    if (isJax && !isOwn
                                                        && (stage == 2 || (stage == 1 && fsdp > 1)))
                                                        continue;
                                                    const bool isTitan
                                                        = request.plan.framework == "torchtitan";
                                                    if (isTitan && !isOwn && stage == 1)
                                                        continue;
                                                    if (!brokenRules(trial).empty())
                                                        continue;
                                                    for (const std::string &policy : policies) {
                                                        const std::string kept
                                                            = trial.plan.remat.policy;
                                                        trial.plan.remat.policy = policy;
                                                        if (brokenRules(trial).empty())
                                                            lawful.push_back(trial.plan);
                                                        trial.plan.remat.policy = kept;
                                                    }
                                                }
                        }
    return lawful;
}

} // namespace headroom
