#include "model/sources/field_keys.h"

#include "model/frameworks/megatron/megatron_settings.h"
#include "model/intake/tool_keys.h"
#include "model/launch/common/export_request.h"
#include "model/launch/common/nemo_fields.h"
#include "model/launch/targets/export_targets.h"
#include "model/plan/degrees.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/remat_kind.h"
#include "model/plan/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

namespace headroom {
namespace {

using Changes = std::vector<KeyChange>;
using books::Key;

std::string argumentOf(const Key &key)
{
    if (!key.argument.empty())
        return std::string(key.argument.substr(2));
    std::string name(key.name);
    std::ranges::replace(name, '_', '-');
    return name;
}

/// Arguments of the same group, the nearest in the table first.
std::vector<std::string> neighbours(const Key &key)
{
    const auto rows = books::megatron::keys().rows();
    std::vector<const Key *> near;
    for (const Key &row : rows)
        if (row.group == key.group && &row != &key)
            near.push_back(&row);
    std::ranges::stable_sort(near, {}, [&key](const Key *other) { return std::abs(other - &key); });
    std::vector<std::string> names;
    for (const Key *row : near)
        names.push_back(argumentOf(*row));
    return names;
}

void addMegatron(const KeyQuestion &question, Changes &changes)
{
    const std::string &release = question.before.plan.software.megatron;
    const books::Settings was = books::megatron::write(question.before, release);
    const books::Settings is = books::megatron::write(question.after, release);
    for (const Key &key : books::megatron::keys().rows()) {
        const books::Value *old = was.find(&key), *now = is.find(&key);
        if ((!old && !now) || (old && now && *old == *now))
            continue;
        KeyChange change { .program = "megatron", .key = argumentOf(key), .value = {} };
        const books::Value::Kind kind = (now ? now : old)->kind;
        change.isSwitch = kind == books::Value::Kind::Switch;
        const bool isOnByDefault = key.byDefault == "True";
        change.isRemoved = !now || (change.isSwitch && now->isOff() != isOnByDefault);
        if (now && !change.isSwitch)
            change.value = fmt::format("{}", fmt::join(now->words, " "));
        change.beside = neighbours(key);
        changes.push_back(std::move(change));
        // Another name of the same choice.
        if (key.name == "recompute_granularity")
            changes.push_back({ .program = "megatron",
                .key = "recompute-activations",
                .value = {},
                .isRemoved = true });
    }
}

/// Names of a Megatron-LM setting in the files of NeMo: a field of Megatron-Bridge's sections, and
/// what recipes of NeMo 1 and 2 call it in their model's.
std::vector<std::string> nemoNames(const Key &key)
{
    std::vector<std::string> names;
    for (const NemoField &field : nemoFields(key))
        if (!field.field.empty() && field.kind != NemoValue::Fixed)
            names.push_back(fmt::format("{}.{}", field.section, field.field));
    const auto add = [&names](std::string name) {
        if (std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    };
    add(fmt::format("model.{}", key.name));
    for (const ToolKey &other : findTool("nemo")->keys)
        if (other.target == key.name && other.how == KeyValue::Same)
            add(fmt::format("model.{}", other.key));
    return names;
}

/// Megatron-LM's settings where NeMo keeps them.
void addNemo(const KeyQuestion &question, Changes &changes)
{
    const std::string &release = question.before.plan.software.megatron;
    const books::Settings was = books::megatron::write(question.before, release);
    const books::Settings is = books::megatron::write(question.after, release);
    for (const Key &key : books::megatron::keys().rows()) {
        const books::Value *old = was.find(&key), *now = is.find(&key);
        if ((!old && !now) || (old && now && *old == *now))
            continue;
        const std::vector<std::string> names = nemoNames(key);
        KeyChange change { .program = "nemo", .key = names.front(), .value = {} };
        const bool isSwitch = (now ? now : old)->kind == books::Value::Kind::Switch;
        change.isRemoved = !now && !isSwitch;
        change.onlyIfThere = !now;
        if (isSwitch)
            change.value = now && !now->isOff() ? "true" : "false";
        else if (now)
            change.value = fmt::format("{}", fmt::join(now->words, ","));
        change.aliases = names;
        // Megatron-Bridge's sections; NeMo 1 has other ones.
        change.opensBeside = "train.global_batch_size";
        for (const std::string &neighbour : neighbours(key)) {
            std::string name = neighbour;
            std::ranges::replace(name, '-', '_');
            change.beside.push_back("model." + name);
        }
        changes.push_back(std::move(change));
    }
}

/// Settings of the configuration that a target writes for a plan, by key; its scripts and texts
/// name the program, too. Nothing: it cannot write the plan.
std::optional<std::map<std::string, PlacedSetting>> renderedSettings(const ResolvedPlan &plan,
    const ExportTarget &target, const std::string &program, std::string &quotes)
{
    std::map<std::string, PlacedSetting> settings;
    ExportRequest request;
    request.original = plan.plan;
    request.plan = plan;
    const auto files = renderTarget(request, target);
    if (!files)
        return std::nullopt;
    for (const ExportFile &file : *files) {
        PlacedFile placed = placeSettings(file.name, file.content);
        if (placed.program != program || placed.syntax == SourceSyntax::Shell)
            continue;
        for (PlacedSetting &setting : placed.settings)
            if (!setting.isListed && setting.values.size() == 1) {
                const std::size_t at = setting.values[0].at.from;
                if (at > 0 && (placed.text[at - 1] == '"' || placed.text[at - 1] == '\''))
                    quotes += setting.key + '\n';
                settings.insert_or_assign(setting.key, std::move(setting));
            }
    }
    return settings;
}

/// What the exports of two plans differ in.
void addRendered(const KeyQuestion &question, const std::string &program, Changes &changes)
{
    const ExportTarget *target = firstTarget(question.before);
    if (!target)
        return;
    std::string quotes = "\n";
    const auto was = renderedSettings(question.before, *target, program, quotes);
    const auto is = renderedSettings(question.after, *target, program, quotes);
    if (!was || !is)
        return;
    std::map<std::string, bool> keys;
    for (const auto &[key, setting] : *was)
        keys[key] = true;
    for (const auto &[key, setting] : *is)
        keys[key] = true;
    for (const auto &[key, known] : keys) {
        const auto old = was->find(key), now = is->find(key);
        const bool isSame
            = old != was->end() && now != is->end() && old->second.text() == now->second.text();
        if (isSame)
            continue;
        KeyChange change { .program = program, .key = key, .value = {} };
        change.isRemoved = now == is->end();
        change.value = change.isRemoved ? std::string {} : now->second.text();
        change.isText = quotes.find('\n' + key + '\n') != std::string::npos;
        changes.push_back(std::move(change));
    }
}

/// Settings of the tools around the Trainer and of DeepSpeed's file.
class TrainerKeys
{
public:
    TrainerKeys(const KeyQuestion &question, Changes &changes)
        : m_question(question)
        , m_changes(changes)
    { }

    void add()
    {
        const Plan &was = m_question.before.plan, &is = m_question.after.plan;
        // The tools count pairs of sequences.
        const double rows = is.tuning->objective == TuningObjective::Dpo ? 2 : 1;
        if (was.parallelism.microBatch != is.parallelism.microBatch)
            addBatch(fmt::format("{:g}", is.parallelism.microBatch / rows));
        if (const double evaluated = is.workload.evaluation.microBatch;
            evaluated >= rows && was.workload.evaluation != is.workload.evaluation)
            addEvaluation(fmt::format("{:g}", evaluated / rows));
        if (const std::string steps = accumulation(is); steps != accumulation(was))
            addSteps(steps);
        if (m_question.before.rematKind() != m_question.after.rematKind())
            addRemat(m_question.after.rematKind() == RematKind::Whole);
        if (was.parallelism.zeroStage != is.parallelism.zeroStage)
            addStage(is.parallelism.zeroStage);
        if (was.options.offloadOptimizer != is.options.offloadOptimizer)
            addOffload("optimizer", is.options.offloadOptimizer);
        if (was.options.offloadParameters != is.options.offloadParameters)
            addOffload("param", is.options.offloadParameters);
        constexpr const char *loss = "options.cross_entropy";
        if (planFieldText(was, loss) != planFieldText(is, loss))
            addLoss(planFieldText(is, loss).starts_with("fused"));
    }

private:
    static std::string accumulation(const Plan &plan)
    {
        return fmt::format("{:g}",
            microBatchesPerStep(plan.workload.globalBatchSequences, plan.parallelism, false));
    }

    void set(const char *program, const std::string &key, const std::string &value,
        bool onlyIfThere, std::vector<std::string> beside = {})
    {
        const bool isWord = value != "true" && value != "false"
            && value.find_first_not_of("0123456789.") != std::string::npos;
        m_changes.push_back({ .program = program,
            .key = key,
            .value = value,
            .isText = isWord,
            .onlyIfThere = onlyIfThere,
            .beside = std::move(beside) });
    }

    void addBatch(const std::string &micro)
    {
        for (const char *program : { "trainer", "llama-factory" })
            set(program, "per_device_train_batch_size", micro, false,
                { "gradient_accumulation_steps" });
        set("axolotl", "micro_batch_size", micro, false, { "gradient_accumulation_steps" });
        set("torchtune", "batch_size", micro, false, { "gradient_accumulation_steps" });
        set("deepspeed", "train_micro_batch_size_per_gpu", micro, true);
    }

    void addEvaluation(const std::string &rows)
    {
        for (const char *program : { "trainer", "llama-factory" })
            set(program, "per_device_eval_batch_size", rows, false,
                { "per_device_train_batch_size" });
        set("axolotl", "eval_batch_size", rows, false, { "micro_batch_size" });
        set("torchtune", "batch_size_val", rows, false, { "batch_size" });
    }

    void addSteps(const std::string &steps)
    {
        for (const char *program : { "trainer", "llama-factory" })
            set(program, "gradient_accumulation_steps", steps, false,
                { "per_device_train_batch_size" });
        set("axolotl", "gradient_accumulation_steps", steps, false, { "micro_batch_size" });
        set("torchtune", "gradient_accumulation_steps", steps, false, { "batch_size" });
        set("deepspeed", "gradient_accumulation_steps", steps, true);
        set("accelerate", "deepspeed_config.gradient_accumulation_steps", steps, true);
    }

    void addRemat(bool keepsAll)
    {
        const std::string on = keepsAll ? "false" : "true";
        set("trainer", "gradient_checkpointing", on, false, { "per_device_train_batch_size" });
        set("axolotl", "gradient_checkpointing", on, false,
            { "flash_attention", "micro_batch_size" });
        set("torchtune", "enable_activation_checkpointing", on, false,
            { "enable_activation_offloading", "gradient_accumulation_steps", "batch_size" });
        set("llama-factory", "disable_gradient_checkpointing", keepsAll ? "true" : "false",
            !keepsAll, { "per_device_train_batch_size" });
        set("llama-factory", "gradient_checkpointing", on, true);
        set("accelerate", "fsdp_config.fsdp_activation_checkpointing", on, true);
    }

    void addStage(int stage)
    {
        set("deepspeed", "zero_optimization.stage", std::to_string(stage), false);
        set("accelerate", "deepspeed_config.zero_stage", std::to_string(stage), true);
        const char *strategy = stage == 3 ? "FULL_SHARD"
            : stage == 2                  ? "SHARD_GRAD_OP"
                                          : "NO_SHARD";
        for (const char *program : { "accelerate", "axolotl" })
            set(program, "fsdp_config.fsdp_sharding_strategy", strategy, true);
        addNamedStage(stage);
        for (const char *program : { "accelerate", "axolotl", "trainer" })
            for (const char *key :
                { "fsdp_config.fsdp_reshard_after_forward", "fsdp_config.reshard_after_forward" })
                set(program, key, stage == 3 ? "true" : "false", true);
    }

    /// Configurations of DeepSpeed that tools ship side by side, or take by their names. @source
    /// axolotl deepspeed_configs; LLaMA-Factory examples/deepspeed; ms-swift
    /// swift/arguments/sft_args.py (deepspeed_mapping)
    void addNamedStage(int stage)
    {
        struct Family
        {
            const char *program, *before, *behind;
            std::vector<int> stages;
        };
        static const std::vector<Family> families { { "axolotl", "zero", ".json", { 1, 2, 3 } },
            { "llama-factory", "ds_z", "_config.json", { 0, 2, 3 } },
            { "llama-factory", "ds_z", "_offload_config.json", { 2, 3 } },
            { "trainer", "zero", "", { 0, 1, 2, 3 } },
            { "trainer", "zero", "_offload", { 2, 3 } } };
        for (const Family &family : families)
            for (const int old : family.stages)
                if (old != stage && std::ranges::find(family.stages, stage) != family.stages.end())
                    m_changes.push_back({ .program = family.program,
                        .key = "deepspeed",
                        .value = fmt::format("{}{}{}", family.before, stage, family.behind),
                        .onlyIfThere = true,
                        .insteadOf = fmt::format("{}{}{}", family.before, old, family.behind) });
    }

    void addOffload(const std::string &what, bool isOn)
    {
        const std::string device = isOn ? "cpu" : "none";
        set("deepspeed", "zero_optimization.offload_" + what + ".device", device, true);
        m_changes.push_back({ .program = "deepspeed",
            .key = "zero_optimization.offload_" + what,
            .value = "{ \"device\": \"" + device + "\" }",
            .beside = { "zero_optimization.stage" } });
        set("accelerate", "deepspeed_config.offload_" + what + "_device", device, true);
    }

    void addLoss(bool isFused)
    {
        const std::string on = isFused ? "true" : "false";
        set("trainer", "use_liger_kernel", on, !isFused, { "bf16" });
        set("llama-factory", "enable_liger_kernel", on, !isFused, { "bf16" });
    }

    const KeyQuestion &m_question;
    Changes &m_changes;
};

/// The number of devices where a launcher or Slurm is told it. @source torchrun --help,
/// deepspeed/launcher/runner.py, accelerate/commands/launch.py, sbatch(1)
void addDevices(const KeyQuestion &question, Changes &changes)
{
    const HardwareChoice &was = question.before.plan.hardware, &is = question.after.plan.hardware;
    const auto set = [&](std::initializer_list<const char *> keys, int before, int after) {
        if (before == after)
            return;
        for (const std::string &program : question.programs)
            for (const char *key : keys)
                changes.push_back({ .program = program,
                    .key = key,
                    .value = std::to_string(after),
                    .onlyIfThere = true });
    };
    set({ "nnodes", "num_nodes", "num_machines", "trainer.num_nodes", "#SBATCH nodes",
            "#SBATCH N" },
        was.nodes, is.nodes);
    set({ "nproc_per_node", "nproc-per-node", "num_gpus", "trainer.devices",
            "#SBATCH gpus-per-node", "#SBATCH ntasks-per-node" },
        was.devicesPerNode, is.devicesPerNode);
    set({ "num_processes" }, was.nodes * was.devicesPerNode, is.nodes * is.devicesPerNode);
}

} // namespace

std::vector<KeyChange> keyChanges(const KeyQuestion &question)
{
    Changes changes;
    addDevices(question, changes);
    const auto has = [&question](const char *program) {
        return std::ranges::find(question.programs, program) != question.programs.end();
    };
    if (has("megatron"))
        addMegatron(question, changes);
    if (has("nemo"))
        addNemo(question, changes);
    for (const char *program : { "torchtitan", "maxtext" })
        if (has(program))
            addRendered(question, program, changes);
    if (has("trainer") || has("torchtune") || has("axolotl") || has("llama-factory")
        || has("accelerate") || has("deepspeed"))
        TrainerKeys(question, changes).add();
    return changes;
}

} // namespace headroom
