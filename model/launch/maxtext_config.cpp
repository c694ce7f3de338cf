#include "model/launch/maxtext_config.h"

#include "model/base/text/release_number.h"
#include "model/launch/maxtext_splash.h"
#include "model/launch/script_text.h"
#include "model/launch/shell_text.h"
#include "model/plan/attention_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

/// Day from which a MaxText release has its sources; the earliest possible one where only a span is
/// known, so that a key is never assumed too early.
struct MaxTextRelease
{
    std::string_view version;
    std::string_view date;
};
constexpr std::array releases {
    MaxTextRelease { "0.1", "2025-09-03" },
    MaxTextRelease { "0.2", "2026-02-19" },
    MaxTextRelease { "0.2.2", "2026-04-08" },
    MaxTextRelease { "0.2.4", "2026-08-21" },
};

/// Keys that are younger than the oldest release above, and the day they came.
struct YoungKey
{
    std::string_view key;
    std::string_view since;
};
constexpr std::array youngKeys {
    YoungKey { "num_vocab_tiling", "2025-09-26" },
    YoungKey { "grad_dtype", "2025-10-06" },
    YoungKey { "shard_optimizer_over_data", "2025-10-15" },
    YoungKey { "use_tokamax_splash", "2025-10-28" },
    YoungKey { "context_parallel_strategy", "2025-11-06" },
    YoungKey { "max_segments_per_seq", "2025-11-06" },
    YoungKey { "mla_q", "2025-12-11" },
    YoungKey { "mla_kv", "2025-12-11" },
    YoungKey { "attention_out", "2026-02-06" },
    YoungKey { "engram", "2026-02-25" },
    YoungKey { "moe_mlpwi_0", "2026-03-24" },
    YoungKey { "moe_mlpwi_1", "2026-03-24" },
    YoungKey { "moe_mlpwo", "2026-03-24" },
    YoungKey { "query_wa_proj", "2026-03-24" },
    YoungKey { "kv_wa_proj", "2026-03-24" },
    YoungKey { "kv_proj", "2026-07-13" },
    YoungKey { "indexer_cutoff_threshold", "2026-08-05" },
};

std::string_view releaseDate(std::string_view version)
{
    if (version.empty())
        return "9999";
    std::string_view date;
    for (const MaxTextRelease &release : releases)
        if (isRelease(version, release.version))
            date = release.date;
    return date;
}

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

void addWorkload(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    MaxTextSection section { "Batch: per_device_batch_size x devices x gradient_accumulation_steps",
        {} };
    section.settings.push_back(
        { "per_device_batch_size", numberDocument(spec.batch.perJaxDevice) });
    section.settings.push_back({ "gradient_accumulation_steps", spec.batch.accumulation });
    section.settings.push_back({ "max_target_length", plan.workload.sequenceLength });
    const int tiling = plan.options.vocabTiling;
    const double tokens
        = spec.batch.perJaxDevice * static_cast<double>(plan.workload.sequenceLength);
    if (tiling > 1 && std::fmod(tokens, tiling) != 0)
        draft.refuse("options.vocab_tiling",
            { "vocabulary-tiles", { numberText(tokens), std::to_string(tiling) } });
    if (tiling > 1 && !maxtextKnowsKey("num_vocab_tiling", plan.software.maxtext))
        draft.refuse("options.vocab_tiling", { "maxtext-no-tiles", { plan.software.maxtext } });
    if (tiling != 1)
        section.settings.push_back({ "num_vocab_tiling", tiling });
    config.sections.push_back(std::move(section));
}

void addRun(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft)
{
    MaxTextSection section { spec.isBenchmark()
            ? "Benchmark: synthetic data, one repeated batch, no checkpoints, a profiler window"
            : "Data and checkpoints",
        {} };
    if (spec.steps() > 0)
        section.settings.push_back({ "steps", spec.steps() });
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
    const bool mayPack = isRelease(plan.software.maxtext, "0.2.4") && !isGathered && !isLatentRing;
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
        && maxtextKnowsKey("max_segments_per_seq", plan.software.maxtext)) {
        section.settings.push_back({ "max_segments_per_seq", segmentsPerSequence(plan.workload) });
    }
    config.sections.push_back(std::move(section));
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
        return numberText(value.number());
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
    addWorkload(spec, config, draft);
    addMaxTextParallelism(spec, hardware, config, draft);
    addAttention(spec, config, draft);
    addMaxTextPrecision(spec, config, draft);
    addMaxTextAdapters(spec, config, draft);
    addRun(spec, config, draft);
    moveModelOwnedKeys(config);
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

std::string maxtextModule(std::string_view version)
{
    return isRelease(version, "0.2") ? "maxtext.trainers.pre_train.train" : "MaxText.train";
}

bool maxtextKnowsKey(std::string_view key, std::string_view version)
{
    const auto row = std::find_if(youngKeys.begin(), youngKeys.end(),
        [key](const YoungKey &young) { return young.key == key; });
    return row == youngKeys.end() || row->since <= releaseDate(version);
}

} // namespace headroom
