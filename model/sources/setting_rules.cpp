#include "model/sources/program_habits.h"
#include "model/sources/setting_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

using Breaks = std::vector<SettingBreak>;

// @source torchtitan distributed/parallel_dims.py, _validate(); train.py, Trainer.__init__()
void checkTorchtitan(RuleSink &sink, const RunMachine &machine)
{
    const SettingView &own = sink.settings;
    std::int64_t product = 1;
    for (const char *degree :
        { "parallelism.data_parallel_replicate_degree", "parallelism.context_parallel_degree",
            "parallelism.tensor_parallel_degree", "parallelism.pipeline_parallel_degree" }) {
        const auto count = own.count(degree, 1);
        if (!count || *count < 1)
            return;
        product *= *count;
    }
    const auto shards = own.count("parallelism.data_parallel_shard_degree", -1);
    const std::string_view at = firstOf(own,
        { "parallelism.data_parallel_shard_degree", "parallelism.tensor_parallel_degree",
            "parallelism.pipeline_parallel_degree", "parallelism.data_parallel_replicate_degree",
            "parallelism.context_parallel_degree" });
    if (shards && *shards > 0 && machine.devices && *shards * product != *machine.devices)
        sink.add("lint-degrees-product", at,
            { countText(*shards * product), countText(*machine.devices) });
    else if (machine.devices && *machine.devices % product != 0)
        sink.add("lint-key-not-divisible", at,
            { std::string("devices"), countText(*machine.devices),
                std::string("the product of the degrees"), countText(product) });
    const auto local = own.count(
        own.has("training.batch_size") ? "training.batch_size" : "training.local_batch_size", 0);
    const auto global = own.count("training.global_batch_size", 0);
    if (local && *local > 0 && global && *global > 0)
        sink.divide("training.global_batch_size", "training.global_batch_size", global,
            "training.local_batch_size", local);
}

// @source DeepSpeed runtime/config.py, _batch_assertion(), _do_sanity_check(); engine.py
void checkDeepSpeed(RuleSink &sink, const RunMachine &machine)
{
    const SettingView &own = sink.settings;
    const auto train = own.count("train_batch_size", 0);
    const auto micro = own.count("train_micro_batch_size_per_gpu", 0);
    const auto steps = own.count("gradient_accumulation_steps", 0);
    if (train && micro && steps && *train > 0 && *micro > 0 && *steps > 0) {
        const std::int64_t pass = *micro * *steps;
        if (*train % pass != 0
            || (machine.devices && *machine.devices * pass != *train
                && *train / pass > *machine.devices))
            sink.add("lint-batch-product", "train_batch_size",
                { countText(*train), countText(*micro), countText(*steps) });
    } else if (train && micro && *train > 0 && *micro > 0) {
        sink.divide(
            "train_batch_size", "train_batch_size", train, "train_micro_batch_size_per_gpu", micro);
    }
    if (own.isTrue("fp16.enabled") && own.isTrue("bf16.enabled"))
        sink.add("lint-keys-exclude", "bf16.enabled", { "bf16.enabled", "fp16.enabled" });
    const auto stage = own.count("zero_optimization.stage", 0);
    if (!stage || *stage == 3)
        return;
    const std::string device = own.word("zero_optimization.offload_param.device");
    if (!device.empty() && device != "none")
        sink.add("lint-key-needs-key", "zero_optimization.offload_param.device",
            { "zero_optimization.offload_param", "zero_optimization.stage 3" });
    const std::string state = own.word("zero_optimization.offload_optimizer.device");
    if (*stage == 0 && !state.empty() && state != "none")
        sink.add("lint-key-needs-key", "zero_optimization.offload_optimizer.device",
            { "zero_optimization.offload_optimizer", "zero_optimization.stage 1, 2 or 3" });
}

// @source transformers training_args.py, __post_init__()
void checkTrainer(RuleSink &sink, const RunMachine & /*machine*/)
{
    const SettingView &own = sink.settings;
    sink.excludes("bf16", "fp16", "");
    for (const char *strategy : { "eval_strategy", "evaluation_strategy" }) {
        const std::string evaluates = own.word(strategy), saves = own.word("save_strategy");
        if (own.isTrue("load_best_model_at_end") && !evaluates.empty() && !saves.empty()
            && saves != "best" && evaluates != saves)
            sink.add("lint-keys-differ", "save_strategy",
                { std::string("load_best_model_at_end"), "save_strategy " + saves,
                    strategy + (' ' + evaluates) });
    }
    if (own.has("deepspeed") && own.isTrue("deepspeed")
        && own.word("fsdp").find("shard") != std::string::npos)
        sink.add("lint-keys-exclude", "fsdp", { "fsdp", "deepspeed" });
}

// @source axolotl utils/schemas/validation.py
void checkAxolotl(RuleSink &sink, const RunMachine & /*machine*/)
{
    const SettingView &own = sink.settings;
    if (own.has("gradient_accumulation_steps") && own.has("batch_size") && own.number("batch_size"))
        sink.add(
            "lint-keys-exclude", "batch_size", { "batch_size", "gradient_accumulation_steps" });
    const auto given = [&own](const char *key) { return own.number(key).value_or(0) > 0; };
    if (given("warmup_steps") && given("warmup_ratio"))
        sink.add("lint-keys-exclude", "warmup_ratio", { "warmup_ratio", "warmup_steps" });
    if (given("saves_per_epoch") && given("save_steps"))
        sink.add("lint-keys-exclude", "save_steps", { "save_steps", "saves_per_epoch" });
    if (given("evals_per_epoch") && given("eval_steps"))
        sink.add("lint-keys-exclude", "eval_steps", { "eval_steps", "evals_per_epoch" });
    if (own.word("adapter") == "qlora" && own.word("load_in_4bit") == "false")
        sink.add("lint-key-needs-key", "adapter", { "adapter qlora", "load_in_4bit true" });
    if (own.word("adapter") == "qlora" && own.isTrue("load_in_8bit"))
        sink.add("lint-keys-exclude", "load_in_8bit", { "load_in_8bit", "adapter qlora" });
    sink.excludes("flash_attention", "sdp_attention", "");
    if (own.isTrue("sample_packing") && own.word("flash_attention") == "false"
        && own.lacks("sdp_attention") && own.lacks("flex_attention")
        && own.lacks("xformers_attention") && own.lacks("attn_implementation"))
        sink.add("lint-key-needs-key", "sample_packing", { "sample_packing", "flash_attention" },
            Severity::Warning);
}

// @source LLaMA-Factory src/llamafactory/hparams/parser.py, finetuning_args.py
void checkLlamaFactory(RuleSink &sink, const RunMachine &machine)
{
    const SettingView &own = sink.settings;
    checkTrainer(sink, machine);
    const std::string type = own.word("finetuning_type");
    if (own.has("quantization_bit") && !own.word("quantization_bit").empty()
        && (type == "full" || type == "freeze"))
        sink.add("lint-key-needs-key", "quantization_bit",
            { "quantization_bit", "finetuning_type lora" });
}

// @source accelerate commands/launch.py, utils/dataclasses.py (DeepSpeedPlugin)
void checkAccelerate(RuleSink &sink, const RunMachine & /*machine*/)
{
    const SettingView &own = sink.settings;
    if (own.word("deepspeed_config.deepspeed_config_file").empty())
        return;
    for (const char *key : { "deepspeed_config.gradient_accumulation_steps",
             "deepspeed_config.gradient_clipping", "deepspeed_config.zero_stage",
             "deepspeed_config.offload_optimizer_device", "deepspeed_config.offload_param_device",
             "deepspeed_config.zero3_save_16bit_model", "mixed_precision" })
        if (!own.word(key).empty() && own.word(key) != "no")
            sink.add("lint-keys-exclude", key, { key, "deepspeed_config_file" });
}

struct RulesOf
{
    Program program;
    void (*check)(RuleSink &sink, const RunMachine &machine);
};
constexpr std::array ruleTable {
    RulesOf { Program::Megatron, checkMegatronSettings },
    RulesOf { Program::Torchtitan, checkTorchtitan },
    RulesOf { Program::DeepSpeed, checkDeepSpeed },
    RulesOf { Program::Trainer, checkTrainer },
    RulesOf { Program::Axolotl, checkAxolotl },
    RulesOf { Program::LlamaFactory, checkLlamaFactory },
    RulesOf { Program::Accelerate, checkAccelerate },
};

} // namespace

std::vector<SettingBreak> brokenSettings(
    const std::string &program, const SettingView &settings, const RunMachine &machine)
{
    RuleSink sink { settings };
    if (const auto row = std::ranges::find(ruleTable, habitsOf(program).program, &RulesOf::program);
        row != ruleTable.end())
        row->check(sink, machine);
    return std::move(sink.breaks);
}

// @source transformers integrations/deepspeed.py,
// HfTrainerDeepSpeedConfig.trainer_config_process(): a value that differs from the argument ends
// the process; "auto" takes it
std::vector<SettingBreak> lostSettings(const SettingView &deepspeed, const SettingView &trainer)
{
    struct Pair
    {
        const char *inFile, *argument;
    };
    static constexpr std::array pairs {
        Pair { "train_micro_batch_size_per_gpu", "per_device_train_batch_size" },
        Pair { "train_micro_batch_size_per_gpu", "micro_batch_size" },
        Pair { "gradient_accumulation_steps", "gradient_accumulation_steps" },
        Pair { "gradient_clipping", "max_grad_norm" },
        Pair { "optimizer.params.lr", "learning_rate" },
        Pair { "optimizer.params.weight_decay", "weight_decay" },
        Pair { "scheduler.params.warmup_num_steps", "warmup_steps" },
    };
    Breaks breaks;
    for (const Pair &pair : pairs) {
        const auto stated = deepspeed.number(pair.inFile), argued = trainer.number(pair.argument);
        if (stated && argued && *stated != *argued)
            breaks.push_back({ "lint-trainer-differs", Severity::Error, deepspeed.find(pair.inFile),
                { std::string(pair.inFile), fmt::format("{:g}", *stated),
                    std::string(pair.argument), fmt::format("{:g}", *argued) } });
    }
    for (const char *format : { "bf16", "fp16" }) {
        const std::string stated = deepspeed.word(std::string(format) + ".enabled");
        const std::string argued = trainer.word(format);
        if ((stated == "true" && argued == "false") || (stated == "false" && argued == "true"))
            breaks.push_back({ "lint-trainer-differs", Severity::Error,
                deepspeed.find(std::string(format) + ".enabled"),
                { std::string(format) + ".enabled", stated, std::string(format), argued } });
    }
    return breaks;
}

} // namespace headroom
