#pragma once

#include "tests/model/plans_for_formulas.h"

#include <random>
#include <string>
#include <vector>

namespace headroom {

/// Draws plans over models, chips, frameworks and degrees; a fixed seed gives the same ones on
/// every machine. Most of what it draws breaks a rule and is thrown away. `Wide` draws what few
/// plans have as well: newer chips, int8, chunks, strategies of context, stages of ZeRO,
/// offloading. `Tuned` draws adapters and packed documents on top of the usual.
class DrawnPlans
{
public:
    enum class Range { Usual, Wide, Tuned };
    explicit DrawnPlans(
        const ProfileLibrary &library, unsigned seed = 7, Range range = Range::Usual)
        : m_library(library)
        , m_engine(seed)
        , m_range(range)
    { }

    /// The example plans, then so many valid ones.
    std::vector<ResolvedPlan> withExamples(std::size_t count)
    {
        std::vector<ResolvedPlan> plans;
        for (const std::string &id : m_library.planIds())
            plans.push_back(openForFormulas(id, {}, m_library).value().resolved);
        const std::size_t wanted = plans.size() + count;
        for (int tried = 0; plans.size() < wanted && tried < 40 * static_cast<int>(count); ++tried)
            if (Result<CheckedPlan> drawn
                = openForFormulas("llama3.1-8b-h100-node", settings(), m_library))
                plans.push_back(std::move(drawn)->resolved);
        return plans;
    }

private:
    template <class Value> Value pick(std::initializer_list<Value> values)
    {
        return *(values.begin() + m_engine() % values.size());
    }
    bool chance(unsigned percent) { return m_engine() % 100 < percent; }

    std::vector<std::string> settings()
    {
        std::vector<std::string> all;
        const auto set = [&](const char *path, const auto &value) {
            if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
                all.push_back(std::string(path) + "=" + std::to_string(value));
            else
                all.push_back(std::string(path) + "=" + value);
        };
        const std::string framework = pick(
            { "maxtext", "maxtext", "jax", "megatron", "megatron", "torchtitan", "deepspeed" });
        const bool isJax = framework == "maxtext" || framework == "jax";
        const std::string chip = pick({ "h100-sxm", "a100-80-sxm", "h200", "b200", "mi300x",
            "h100-pcie", "v100", "tpu-v5p", "tpu-v6e", "tpu-v5e" });
        const bool isTpu = chip.starts_with("tpu");
        const int nodes = pick({ 1, 2, 8, 64 }), devices = 8 * nodes;
        set("framework", framework);
        set("hardware.accelerator", chip);
        set("hardware.nodes", isTpu ? 1 : nodes);
        set("hardware.devices_per_node", isTpu ? devices : 8);
        set("model",
            pick({ "llama3.1-8b", "llama3.1-70b", "gpt3-175b", "mixtral-8x7b", "gemma2-9b",
                "deepseek-v3", "deepseek-v2-lite", "gpt-oss-20b", "qwen3-30b-a3b", "gpt2-xl" }));
        const int tensor = pick({ 1, 1, 2, 4, 8 }), context = pick({ 1, 1, 2 });
        const int pipeline = pick({ 1, 1, 2, 4 }), expert = pick({ 1, 2, 4, 8 });
        const int rest = devices / (tensor * context * pipeline * (isJax ? expert : 1));
        const int fsdp = chance(60) ? rest : 1;
        set("parallelism.tensor", tensor);
        set("parallelism.context", context);
        set("parallelism.pipeline", pipeline);
        set("parallelism.expert", expert);
        set("parallelism.expert_tensor", isJax ? 1 : pick({ 1, tensor }));
        set("parallelism.fsdp", std::max(1, fsdp));
        set("parallelism.data", std::max(1, fsdp > 0 ? rest / fsdp : 0));
        set("parallelism.zero_stage", fsdp > 1 && framework != "megatron" ? 3 : 1);
        set("parallelism.sequence_parallel", tensor > 1 && !isJax && chance(70) ? "true" : "false");
        const int sequence = pick({ 512, 2048, 8192, 32768 }), size = pick({ 1, 2, 4 });
        set("workload.sequence_length", sequence);
        set("parallelism.micro_batch_sequences", size);
        set("workload.global_batch_sequences",
            std::max(1, rest * (isJax ? expert : 1)) * size * pick({ 1, 4, 16 }));
        set("remat.policy",
            isJax ? pick({ "full", "minimal", "minimal_with_context", "save_out_proj" })
                  : pick({ "full", "selective", "no_recompute" }));
        set("attention", isTpu ? "splash" : pick({ "flash-2", "flash-3", "unfused" }));
        set("precision.compute", chip == "v100" ? "fp16" : "bf16");
        if (chance(25))
            set("precision.recipe", framework == "maxtext" ? "fp8" : "fp8_current");
        if (chance(10))
            set("workload.mode", "inference");
        // A choice that the estimate makes may turn where a law moves one field.
        if (framework == "maxtext")
            set("options.pipeline_gather", nodes == 8 ? "once" : "each");
        if (m_range == Range::Wide) {
            if (!isTpu && chance(30))
                set("hardware.accelerator", pick({ "b300", "gb200", "mi355x", "h800" }));
            if (chance(30))
                set("precision.recipe", isJax ? pick({ "int8", "none" }) : "none");
            set("parallelism.context_strategy", pick({ "all_gather", "ring", "ulysses" }));
            set("parallelism.pipeline_chunks", pipeline > 1 ? pick({ 1, 2, 4 }) : 1);
            if (chance(30))
                set("parallelism.zero_stage", pick({ 0, 1, 2, 3 }));
            if (framework == "maxtext" && chance(20))
                set("remat.policy", pick({ "minimal_offloaded", "save_qkv_proj" }));
        }
        if (m_range == Range::Tuned)
            tune(set);
        return all;
    }

    template <class Set> void tune(const Set &set)
    {
        const std::string method = pick({ "lora", "qlora", "full" });
        set("precision.recipe", "none");
        set("tuning.method", method);
        set("tuning.rank", pick({ 4, 16, 64, 256 }));
        set("tuning.targets", pick({ "all", "attention", "attention, mlp" }));
        set("tuning.base", method == "qlora" ? pick({ "nf4", "int8", "fp8" }) : "auto");
        set("precision.weights", pick({ "bf16", "fp32" }));
        if (chance(50))
            set("workload.packing.mean_tokens", pick({ 100, 400 }));
        if (chance(50))
            set("workload.packing.share_padding", "0.1");
    }

    const ProfileLibrary &m_library;
    std::mt19937 m_engine;
    Range m_range;
};

} // namespace headroom
