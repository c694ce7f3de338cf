#pragma once

#include "tests/model/shipped.h"

#include "model/flags/advice/flag_advice.h"
#include "model/flags/catalogue/flag_value.h"
#include "model/plan/fields/plan_file.h"

#include <QtGlobal>

#include <memory>
#include <vector>

namespace headroom {

inline ResolvedPlan resolved(const Plan &plan)
{
    const auto result = resolvePlan(plan, shippedLibrary());
    if (!result)
        qFatal("%s", errorText(result.errors().front()).c_str());
    return *result;
}

inline Plan h100Plan()
{
    Plan plan;
    plan.software.jaxlib = "0.6.2";
    plan.parallelism.fsdp = 8;
    plan.parallelism.microBatch = 2;
    return plan;
}

inline Plan tpuPlan(const char *accelerator, int chips)
{
    Plan plan;
    plan.software.jaxlib = "0.6.2";
    plan.hardware.accelerator = accelerator;
    plan.hardware.devicesPerNode = chips;
    plan.parallelism.fsdp = chips;
    plan.attention = AttentionChoice::Splash;
    return plan;
}

inline FlagAdvisor advisor(const Plan &plan)
{
    const auto made = FlagAdvisor::make(shippedCatalogue(), resolved(plan));
    if (!made)
        qFatal("%s", errorText(made.errors().front()).c_str());
    return made.value();
}

inline std::vector<Plan> examplePlans()
{
    std::vector<Plan> plans;
    for (const std::string &id : shippedLibrary().planIds()) {
        const auto loaded = loadPlan(*shippedLibrary().planPath(id));
        if (!loaded)
            qFatal("%s", errorText(loaded.errors().front()).c_str());
        plans.push_back(loaded->plan);
    }
    return plans;
}

/// The examples and variants that reach every rule.
inline std::vector<Plan> manyPlans()
{
    std::vector<Plan> plans = examplePlans();
    Plan tensor = h100Plan();
    tensor.parallelism.fsdp = 1;
    tensor.parallelism.tensor = 8;
    plans.push_back(tensor);
    Plan stages = h100Plan();
    stages.parallelism.fsdp = 2;
    stages.parallelism.pipeline = 4;
    plans.push_back(stages);
    Plan replicas = h100Plan();
    replicas.parallelism.fsdp = 1;
    replicas.parallelism.data = 8;
    plans.push_back(replicas);
    Plan unscanned = h100Plan();
    unscanned.options.scanLayers = false;
    plans.push_back(unscanned);
    Plan offload = h100Plan();
    offload.remat.policy = "qkv_proj_offloaded";
    plans.push_back(offload);
    Plan blackwell = h100Plan();
    blackwell.hardware.accelerator = "b200";
    plans.push_back(blackwell);
    Plan fp32 = h100Plan();
    fp32.precision.compute = NumberFormat::Fp32;
    plans.push_back(fp32);
    plans.push_back(tpuPlan("tpu-v7x", 64));
    Plan slices = tpuPlan("tpu-v6e", 64);
    slices.hardware.nodes = 2;
    slices.parallelism.data = 2;
    plans.push_back(slices);
    return plans;
}

} // namespace headroom
