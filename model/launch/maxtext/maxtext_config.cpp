#include "model/launch/maxtext/maxtext_config.h"

#include "model/base/text/plain_number.h"
#include "model/base/text/release_number.h"
#include "model/frameworks/book/training_defaults.h"
#include "model/frameworks/maxtext/maxtext_keys.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/maxtext/maxtext_splash.h"
#include "model/plan/attention_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

std::string_view hardwareWord(MaxTextHardware hardware)
{
    if (hardware == MaxTextHardware::Tpu)
        return "tpu";
    return hardware == MaxTextHardware::GpuPerNode ? "gpu" : "gpu_multiprocess";
}

Document numberDocument(double value)
{
    if (value == std::floor(value))
        return static_cast<std::int64_t>(value);
    return value;
}

void addWorkload(const LaunchSpec &spec, MaxTextConfig &config)
{
    const Plan &plan = spec.plan();
    MaxTextSection section { "Batch: per_device_batch_size x devices x gradient_accumulation_steps",
        {} };
    section.settings.push_back(
        { "per_device_batch_size", numberDocument(spec.batch.perJaxDevice) });
    section.settings.push_back({ "gradient_accumulation_steps", spec.batch.accumulation });
    section.settings.push_back({ "max_target_length", plan.workload.sequenceLength });
    const int tiling = plan.options.vocabTiling;
    if (tiling != 1)
        section.settings.push_back({ "num_vocab_tiling", tiling });
    config.sections.push_back(std::move(section));
}

/// What differs from base.yml, which has Llama 2's betas, weight decay and cosine to a tenth.
void addLearning(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const TrainingDefaults defaults = trainingDefaults(spec.resolved(), spec.steps());
    section.settings.push_back({ "learning_rate", leadingNumber(defaults.learningRate) });
    if (spec.steps() > 0)
        section.settings.push_back({ "warmup_steps_fraction",
            static_cast<double>(defaults.warmupSteps) / static_cast<double>(spec.steps()) });
    if (isAdapted(spec.plan())) {
        section.settings.push_back({ "adam_b2", leadingNumber(defaults.beta2) });
        section.settings.push_back({ "adam_weight_decay", leadingNumber(defaults.weightDecay) });
    }
    if (!spec.isBenchmark())
        draft.note(trainingDefaultsNote(defaults));
}

void addRun(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft)
{
    MaxTextSection section { spec.isBenchmark()
            ? "Benchmark: synthetic data, one repeated batch, no checkpoints, a profiler window"
            : "Data and checkpoints",
        {} };
    if (spec.steps() > 0)
        section.settings.push_back({ "steps", spec.steps() });
    addLearning(spec, section, draft);
    addMaxTextJob(spec, section, draft);
    if (spec.isBenchmark()) {
        section.settings.push_back({ "reuse_example_batch", 1 });
        section.settings.push_back({ "enable_checkpointing", false });
        section.settings.push_back({ "profiler", "xplane" });
        section.settings.push_back({ "skip_first_n_steps_for_profiler", benchmarkProfileStart });
        section.settings.push_back({ "profiler_steps", benchmarkProfileSteps });
    }
    config.sections.push_back(std::move(section));
}

/// Documents that a packed sequence may hold: twice the plan's mean number; without one the 32 that
/// the fused kernel is usually given.
std::int64_t segmentsPerSequence(const Workload &workload)
{
    if (!workload.packing.meanTokens)
        return 32;
    const auto length = static_cast<double>(workload.sequenceLength);
    const double mean = length / documentTokens(workload.packing, length);
    return std::llround(std::ceil(2 * mean));
}

void addAttention(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    MaxTextSection section { "Attention", {} };
    std::string kernel = spec.isTpu() ? "flash" : "cudnn_flash_te";
    if (plan.attention == AttentionChoice::Unfused)
        kernel = "dot_product";
    if (!spec.isTpu() && spec.model().attentionSinks && kernel != "dot_product") {
        kernel = "dot_product";
        draft.note("The model has attention sinks, which MaxText's fused GPU kernels do not take: "
                   "attention is unfused.");
    }
    const bool capsLogits = spec.model().normsPerLayer == 4 && spec.model().qkNorm == QkNorm::None;
    if (kernel == "cudnn_flash_te" && capsLogits)
        draft.note("Gemma 2 caps the logits of attention, which MaxText's fused GPU kernel leaves "
                   "out: the loss differs. `attention: unfused` in the plan keeps the cap.");
    section.settings.push_back({ "attention", kernel });
    const bool isOwn = plan.attention == AttentionChoice::Unfused || kernel == "dot_product"
        || plan.attention == (spec.isTpu() ? AttentionChoice::Splash : AttentionChoice::CudnnFlash);
    if (!isOwn)
        draft.settle("attention", nameOf(plan.attention),
            fmt::format("`attention: {}`, the fused kernel that MaxText has on this chip", kernel));
    if (kernel == "flash")
        addMaxTextSplash(spec, section);
    const bool isRing = plan.parallelism.contextStrategy == ContextStrategy::Ring;
    const bool isGathered = kernel == "cudnn_flash_te" && !isRing;
    const bool isLatentRing = spec.isTpu() && isRing && spec.model().mla;
    const bool mayPack
        = isRelease(spec.resolved().releases.maxtext, "0.2.4") && !isGathered && !isLatentRing;
    if (plan.parallelism.context > 1 && !mayPack) {
        // @source MaxText 0.1.0 to 0.2.4, train_utils.py; of latent rings 0.2.4, configs/types.py
        section.settings.push_back({ "packing", false });
        draft.note(isGathered
                ? "Packing is off: with gathered context parallelism the GPU kernel takes one "
                  "document per sequence."
                : isLatentRing ? "Packing is off: MaxText's ring of latent attention on TPU takes "
                                 "one document per sequence."
                               : "Packing is off: with context parallelism MaxText before 0.2.4 "
                                 "refuses it for synthetic data, where it has no effect.");
    } else if (kernel == "cudnn_flash_te"
        && maxtextKnowsKey("max_segments_per_seq", spec.resolved().releases.maxtext)) {
        section.settings.push_back({ "max_segments_per_seq", segmentsPerSequence(plan.workload) });
    }
    config.sections.push_back(std::move(section));
}

/// What a commit without the key does by itself.
struct NeutralSetting
{
    std::string_view key, argument;
};
constexpr std::array neutralSettings {
    NeutralSetting { "gradient_accumulation_steps", "gradient_accumulation_steps=1" },
    NeutralSetting { "use_qwix_quantization", "use_qwix_quantization=false" },
    NeutralSetting { "pipeline_fsdp_ag_once", "pipeline_fsdp_ag_once=false" },
    NeutralSetting { "packing", "packing=false" },
};

/// Keys that no rule asks for, which a commit from before them is better off without.
constexpr std::array dispensableKeys { "sa_block_q", "sa_block_kv", "sa_block_kv_compute",
    "sa_block_q_dkv", "sa_block_kv_dkv", "sa_block_kv_dkv_compute", "sa_block_q_dq",
    "sa_block_kv_dq", "sa_use_fused_bwd_kernel", "profiler", "tokenizer_type" };

/// MaxText refuses a file with a key that it does not know.
void leaveOutYoungKeys(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft)
{
    const std::string &release = spec.resolved().releases.maxtext;
    std::string left;
    const auto isLeftOut = [&](const MaxTextSetting &setting) {
        if (maxtextKnowsKey(setting.key, release))
            return false;
        const auto row = std::ranges::find(neutralSettings, setting.key, &NeutralSetting::key);
        if (row != neutralSettings.end() && maxtextArgument(setting) == row->argument)
            return true;
        if (std::ranges::find(dispensableKeys, setting.key) == dispensableKeys.end())
            draft.refuse("software.maxtext", { "maxtext-no-key", { release, setting.key } });
        left += (left.empty() ? "" : ", ") + setting.key;
        return true;
    };
    for (MaxTextSection &section : config.sections)
        std::erase_if(section.settings, isLeftOut);
    std::erase_if(config.commandLine, isLeftOut);
    if (!left.empty())
        draft.note(fmt::format("MaxText {} does not know {}: left out.", release, left));
}

std::string yamlValue(const Document &value)
{
    if (value.isSequence()) {
        std::string list;
        for (const Document &item : value.items())
            list += (list.empty() ? "" : ", ") + yamlValue(item);
        return '[' + list + ']';
    }
    if (value.isMapping()) {
        std::string members;
        for (const auto &[key, member] : value.members())
            members += (members.empty() ? "" : ", ") + key + ": " + yamlValue(member);
        return '{' + members + '}';
    }
    switch (value.kind()) {
    case Document::Kind::Boolean:
        return value.boolean() ? "true" : "false";
    case Document::Kind::Integer:
        return std::to_string(value.integer());
    case Document::Kind::Real:
        return yamlNumber(value.number());
    default:
        return pythonString(value.text());
    }
}

} // namespace

const Document *MaxTextConfig::find(std::string_view key) const
{
    for (const MaxTextSection &section : sections)
        for (const MaxTextSetting &setting : section.settings)
            if (setting.key == key)
                return &setting.value;
    return nullptr;
}

MaxTextConfig maxtextConfig(const LaunchSpec &spec, MaxTextHardware hardware, ExportDraft &draft)
{
    MaxTextConfig config;
    config.sections.push_back({ "",
        { { "base_config", "base.yml" }, { "hardware", std::string(hardwareWord(hardware)) } } });
    addMaxTextModel(spec, config, draft);
    addWorkload(spec, config);
    addMaxTextParallelism(spec, hardware, config, draft);
    addAttention(spec, config, draft);
    addMaxTextPrecision(spec, config, draft);
    addMaxTextAdapters(spec, config, draft);
    addRun(spec, config, draft);
    moveModelOwnedKeys(config);
    leaveOutYoungKeys(spec, config, draft);
    return config;
}

std::string maxtextYaml(const LaunchSpec &spec, const MaxTextConfig &config)
{
    std::string text = introductionComment(spec);
    for (const MaxTextSection &section : config.sections) {
        if (section.settings.empty())
            continue;
        if (!section.title.empty())
            text += "\n# " + section.title + '\n';
        for (const MaxTextSetting &setting : section.settings)
            text += setting.key + ": " + yamlValue(setting.value) + '\n';
    }
    return text;
}

std::string maxtextArgument(const MaxTextSetting &setting)
{
    const bool isText = setting.value.kind() == Document::Kind::Text;
    return setting.key + '=' + (isText ? setting.value.text() : yamlValue(setting.value));
}

std::string maxtextTrainer(const ResolvedPlan &resolved)
{
    // The trainer of whole models takes no adapters, whatever `lora` says.
    // @source MaxText 0.2.4, trainers/post_train/sft/train_sft.py (apply_lora_to_model)
    return isAdapted(resolved.plan) ? "-m maxtext.trainers.post_train.sft.train_sft"
                                    : maxtextProgram(resolved.releases.maxtext);
}

std::string maxtextProgram(std::string_view version, std::string_view name)
{
    // @source MaxText, README.md of 2025-04-07: modules in place of a file; 0.2.0: another package
    if (isRelease(version, "0.2"))
        return fmt::format("-m maxtext.trainers.pre_train.{}", name);
    if (isRelease(version, "2025-04-07"))
        return fmt::format("-m MaxText.{}", name);
    return fmt::format("MaxText/{}.py", name);
}

} // namespace headroom
