#pragma once

#include "search_fixture.h"

#include "model/library/profiles/recipe_support.h"
#include "model/plan/degrees.h"
#include "model/plan/tuning.h"

#include <random>

namespace headroom {

/// Draws plans of made-up models whose sizes rarely divide: padded vocabularies, uneven layers, few
/// key-value heads, experts of odd widths, latent attention. The same ones on every run.
class RandomPlans
{
public:
    explicit RandomPlans(std::uint64_t seed)
        : m_random(seed)
    { }

    /// A plan that breaks no rule but those between degrees.
    ResolvedPlan draw()
    {
        Plan plan;
        plan.framework = oneOf(planField("framework")->choices);
        const FrameworkTraits &framework = frameworkTraits(plan.framework);
        const bool isTpu = framework.runsXla && chance(0.2);
        plan.hardware.accelerator = isTpu ? "v5p" : "h100-sxm";
        plan.hardware.nodes = oneOf({ 1, 1, 2, 3 });
        plan.hardware.devicesPerNode = oneOf({ 1, 2, 4, 4, 6, 8 });
        plan.workload.sequenceLength = oneOf({ 48, 64, 96, 100 });
        plan.workload.globalBatchSequences = oneOf({ 1, 2, 4, 6, 8, 12 });
        plan.attention = AttentionChoice::Unfused;
        plan.parallelism = degrees(plan.hardware.nodes * plan.hardware.devicesPerNode);
        const auto model = std::make_shared<const ModelShape>(shape());
        if (chance(0.25))
            plan.parallelism.stageLayers = layersOfStages(plan.parallelism, model->layers);
        if (chance(0.15))
            plan.parallelism.mesh = mesh(plan.parallelism, plan.hardware);
        plan.remat.policy = oneOf({ "full", "minimal", "selective", "no_recompute" });
        if (!takesRemat(framework, rematKind(plan.remat.policy, framework)))
            plan.remat.policy = "full";
        const ProfileLibrary &library = shippedLibrary();
        plan.precision.recipe = oneOf(library.recipeIds());
        ResolvedPlan resolved { plan, model, **library.accelerator(plan.hardware.accelerator),
            *library.rematPolicy(plan.remat.policy), *library.recipe(plan.precision.recipe) };
        if (!takesRecipe(resolved))
            resolved.recipe = *library.recipe(resolved.plan.precision.recipe = "none");
        if (chance(0.4))
            tune(resolved);
        return resolved;
    }

    /// Degrees near those of a plan: some of them something else.
    Degrees changed(Degrees own)
    {
        for (int Degrees::*degree :
            { &Degrees::data, &Degrees::fsdp, &Degrees::tensor, &Degrees::context,
                &Degrees::pipeline, &Degrees::chunks, &Degrees::expert, &Degrees::expertTensor })
            if (chance(0.12))
                own.*degree = oneOf({ 1, 1, 2, 2, 3, 4, 5, 6, 8, 12 });
        if (chance(0.2))
            own.zeroStage = oneOf({ 0, 1, 2, 3 });
        if (chance(0.2))
            own.sequenceParallel = !own.sequenceParallel;
        if (chance(0.3))
            own.contextStrategy = oneOf(
                { ContextStrategy::AllGather, ContextStrategy::Ring, ContextStrategy::Ulysses });
        if (chance(0.2))
            own.microBatch = oneOf({ 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0 });
        return own;
    }

    bool chance(double share) { return std::uniform_real_distribution {}(m_random) < share; }

    template <class Value> Value oneOf(const std::vector<Value> &values)
    {
        return values[std::uniform_int_distribution<std::size_t> { 0, values.size() - 1 }(
            m_random)];
    }
    template <class Value> Value oneOf(std::initializer_list<Value> values)
    {
        return oneOf(std::vector<Value> { values });
    }

private:
    /// Adapters beside frozen weights, of packed documents.
    void tune(ResolvedPlan &resolved)
    {
        Tuning &tuning = *resolved.plan.tuning;
        tuning.method
            = resolved.recipe.isNone() && chance(0.5) ? TuningMethod::Qlora : TuningMethod::Lora;
        tuning.rank = oneOf({ 4, 8 });
        tuning.targets = { oneOf({ TuningTarget::All, TuningTarget::Attention }) };
        if (chance(0.5))
            resolved.plan.workload.packing.meanTokens = 24;
    }

    ModelShape shape()
    {
        ModelShape model;
        model.id = model.name = "drawn";
        model.layers = oneOf({ 1, 3, 4, 5, 6, 7, 8, 10, 12 });
        model.hidden = 16 * oneOf({ 4, 5, 8 });
        model.ffn = oneOf({ 90, 96, 100, 128, 192 });
        model.heads = oneOf({ 4, 6, 8, 12, 16 });
        model.headDim = 16;
        do {
            model.kvHeads = oneOf({ 1, 2, 3, 4, 6, 8, 12, 16 });
        } while (model.heads % model.kvHeads != 0);
        model.vocab = 1000 + oneOf({ 0, 1, 2, 4, 8, 24, 257 });
        if (chance(0.3))
            model.maxtextVocab = (model.vocab + 23) / 24 * 24;
        if (chance(0.5))
            model.moe = MoeShape { .experts = oneOf({ 3, 4, 6, 8 }),
                .topK = 2,
                .ffn = oneOf({ 15, 24, 33, 64 }),
                .moeLayers = model.layers };
        if (chance(0.2)) {
            model.mla = MlaShape { 16, 16, 8, 8, 8 };
            model.kvHeads = model.heads;
        }
        return model;
    }

    /// Devices handed out to the axes, one prime factor after the other.
    Parallelism degrees(int devices)
    {
        Parallelism own;
        for (int prime = 2; devices > 1; ++prime)
            for (; devices % prime == 0; devices /= prime)
                own
                    .*oneOf({ &Degrees::data, &Degrees::fsdp, &Degrees::tensor, &Degrees::context,
                        &Degrees::pipeline })
                    *= prime;
        own.zeroStage = oneOf({ 1, 2, 3 });
        own.sequenceParallel = own.tensor > 1 && chance(0.5);
        own.microBatch = oneOf({ 0.5, 1.0, 1.0, 2.0 });
        if (own.pipeline > 1 && chance(0.4))
            own.chunks = oneOf({ 2, 3 });
        return own;
    }

    /// Layers dealt out to stages or chunks, now and then one too few.
    std::vector<int> layersOfStages(const Parallelism &own, int layers)
    {
        const int parts = own.pipeline * (chance(0.5) ? own.chunks : 1);
        std::vector<int> entries(static_cast<std::size_t>(parts), layers / parts);
        for (int left = layers % parts - (chance(0.1) ? 1 : 0); left > 0; --left)
            ++entries[std::uniform_int_distribution<std::size_t> { 0, entries.size() - 1 }(
                m_random)];
        return entries;
    }

    /// Everything inside the node where that is all there is, else data across nodes.
    Mesh mesh(const Parallelism &own, const HardwareChoice &hardware)
    {
        Mesh mesh;
        const auto degrees = meshDegrees(own);
        for (std::size_t i = 0; i < meshAxes.size(); ++i)
            if (degrees[i] > 1)
                mesh.ici[meshAxes[i]] = degrees[i];
        if (hardware.nodes > 1) {
            mesh.ici = { { "fsdp", hardware.devicesPerNode } };
            mesh.dcn = { { "data", hardware.nodes } };
        }
        return mesh;
    }

    static bool takesRecipe(const ResolvedPlan &resolved)
    {
        if (resolved.recipe.isNone())
            return true;
        const bool hasRate = !recipeObstacle(resolved.recipe, resolved.accelerator);
        const auto &frameworks = resolved.recipe.frameworks;
        return hasRate && resolved.model->ffn % 16 == 0
            && std::ranges::find(frameworks, resolved.plan.framework) != frameworks.end();
    }

    std::mt19937_64 m_random;
};

} // namespace headroom
