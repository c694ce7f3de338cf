#include "model/frameworks/maxtext/maxtext_keys.h"
#include "model/frameworks/transformers/huggingface_config.h"
#include "model/launch/maxtext/maxtext_config.h"
#include "model/plan/job.h"

namespace headroom {
namespace {

bool holds(const std::string &text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

bool isOfGrain(const std::string &path)
{
    return holds(path, ".parquet") || holds(path, ".array_record") || holds(path, ".arrayrecord");
}

/// The loader that reads such a path, and the key that names it.
/// @source MaxText, docs "Data input pipeline": Grain reads ArrayRecord and Parquet files, TFDS a
/// prepared bucket or folder, Hugging Face data sets of the hub and JSON files
void addData(const std::string &path, MaxTextSection &section)
{
    const auto set = [&section](const char *key, const char *value) {
        section.settings.push_back({ key, value });
    };
    if (isOfGrain(path)) {
        set("dataset_type", "grain");
        set("grain_file_type", holds(path, ".parquet") ? "parquet" : "arrayrecord");
        section.settings.push_back({ "grain_train_files", path });
    } else if (holds(path, ".json")) {
        set("dataset_type", "hf");
        set("hf_path", "json");
        section.settings.push_back({ "hf_train_files", path });
    } else if (path.starts_with("gs://") || path.starts_with('/')) {
        set("dataset_type", "tfds");
        section.settings.push_back({ "dataset_path", path });
    } else {
        set("dataset_type", "hf");
        section.settings.push_back({ "hf_path", path });
    }
}

/// The trainer of adapters reads conversations, and learns what the assistant says of them.
/// @source MaxText 0.2.4, input_pipeline/data_processing_utils.py (supported_columns),
///   configs/post_train/sft.yml
void addConversations(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    if (!isAdapted(spec.plan()))
        return;
    section.settings.push_back({ "use_sft", true });
    section.settings.push_back({ "use_tunix_gradient_accumulation", true });
    section.settings.push_back({ "sft_train_on_completion_only", true });
    if (spec.job().dataPath.empty())
        return;
    section.settings.push_back(
        { "train_data_columns", Document::texts(std::vector<std::string> { "messages" }) });
    draft.note("Rows of the data have a column `messages` (role and content); the tokenizer's chat "
               "template makes text of them, and only what the assistant says is learnt. "
               "`train_data_columns` also takes prompt and completion.");
}

const char *tokenizerType(const std::string &tokenizer)
{
    if (holds(tokenizer, "tiktoken"))
        return "tiktoken";
    return tokenizer.ends_with(".model") ? "sentencepiece" : "huggingface";
}

} // namespace

void addMaxTextJob(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const Job &job = spec.job();
    if (job.dataPath.empty())
        section.settings.push_back({ "dataset_type", "synthetic" });
    else
        addData(job.dataPath, section);
    addConversations(spec, section, draft);
    const std::string tokenizer = !job.tokenizer.empty() || job.dataPath.empty()
        ? job.tokenizer
        : huggingFaceName(spec.model());
    if (!tokenizer.empty()) {
        section.settings.push_back({ "tokenizer_path", tokenizer });
        section.settings.push_back({ "tokenizer_type", tokenizerType(tokenizer) });
    } else if (!job.dataPath.empty()) {
        draft.note(
            "MaxText picks a tokenizer by the model's name, and Llama 2's where it knows none: "
            "`job.tokenizer` in the plan sets another.");
    }
    if (job.checkpointEverySteps > 0) {
        section.settings.push_back({ "enable_checkpointing", true });
        section.settings.push_back({ "checkpoint_period", job.checkpointEverySteps });
        constexpr const char *kept = "max_num_checkpoints_to_keep";
        if (job.keepCheckpoints > 0 && maxtextKnowsKey(kept, spec.plan().software.maxtext))
            section.settings.push_back({ kept, job.keepCheckpoints });
        draft.note("MaxText goes on from the newest checkpoint below base_output_directory and "
                   "run_name: the same RUN_NAME and OUT_DIR continue a run, others begin one.");
        // @source MaxText 0.2.4, common/checkpointing.py (dataset_type == "grain")
        if (!job.dataPath.empty() && !isOfGrain(job.dataPath))
            draft.note(
                "MaxText keeps the place in the data only with Grain (`job.data_path` of "
                "ArrayRecord or Parquet files): a run that goes on reads other data from the "
                "beginning.");
    }
}

void tellMaxTextRun(const LaunchSpec &spec, ExportDraft &draft)
{
    if (spec.isBenchmark())
        return;
    // @source MaxText 0.2.4, configs/base.yml (enable_checkpointing, checkpoint_period)
    if (spec.job().checkpointEverySteps == 0)
        draft.note("MaxText saves every 10,000 steps by its own default; "
                   "`job.checkpoint_every_steps` of the plan says otherwise.");
    if (spec.job().dataPath.empty())
        draft.note("The plan names no data, so the run trains on synthetic data. `job.data_path` "
                   "and `job.tokenizer` of the plan name yours; so do MaxText's keys after "
                   "run.sh, for example `bash run.sh dataset_type=hf hf_path=DATASET`.");
}

} // namespace headroom
