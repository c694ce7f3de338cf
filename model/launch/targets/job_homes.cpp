#include "model/launch/targets/field_homes.h"

#include <span>

namespace headroom {
namespace {

/// Keys of one field of the job in a framework's words, `|` between them.
struct JobRow
{
    std::string_view path;
    std::string_view keys;
};

/// What schedulers are told; the same for every framework.
constexpr JobRow schedulerJobRows[] {
    { "job.time_limit_minutes", "--time|activeDeadlineSeconds" },
    { "job.queue_limit_minutes", "--time" },
    { "job.requeue", "--requeue|maxRestarts" },
    { "job.partition", "--partition" },
    { "job.account", "--account" },
    { "job.container", "--container-image|image|IMAGE" },
};

constexpr JobRow maxtextJobRows[] {
    { "job.checkpoint_every_steps", "checkpoint_period" },
    { "job.keep_checkpoints", "max_num_checkpoints_to_keep" },
    { "job.checkpoint_folder", "base_output_directory" },
    { "job.data_path", "hf_path|hf_train_files|grain_train_files|dataset_path" },
    { "job.tokenizer", "tokenizer_path" },
};

constexpr JobRow megatronJobRows[] {
    { "job.checkpoint_every_steps", "--save-interval" },
    { "job.keep_checkpoints", "most_recent_k" },
    { "job.checkpoint_folder", "--save|--load" },
    { "job.data_path", "--data-path" },
    { "job.tokenizer", "--tokenizer-model" },
};

constexpr JobRow titanJobRows[] {
    { "job.checkpoint_every_steps", "interval" },
    { "job.keep_checkpoints", "keep_latest_k" },
    { "job.checkpoint_folder", "folder" },
    { "job.data_path", "dataset_path" },
    { "job.tokenizer", "hf_assets_path" },
};

constexpr JobRow trainerJobRows[] {
    { "job.checkpoint_every_steps", "--save_steps" },
    { "job.keep_checkpoints", "--save_total_limit" },
    { "job.checkpoint_folder", "--output_dir" },
    { "job.data_path", "data_path|DATASET" },
    { "job.tokenizer", "tokenizer" },
};

/// Keys of train.json, which the exported script reads; with adapters, the Trainer's arguments.
constexpr JobRow deepspeedJobRows[] {
    { "job.checkpoint_every_steps", "checkpoint_every_steps|--save_steps" },
    { "job.keep_checkpoints", "keep_checkpoints|--save_total_limit" },
    { "job.checkpoint_folder", "checkpoint_folder|--output_dir" },
    { "job.data_path", "data_path|DATASET" },
    { "job.tokenizer", "tokenizer" },
};

std::span<const JobRow> jobRowsOf(Framework framework)
{
    switch (framework) {
    case Framework::MaxText:
        return maxtextJobRows;
    case Framework::Megatron:
        return megatronJobRows;
    case Framework::Torchtitan:
        return titanJobRows;
    case Framework::HuggingFace:
        return trainerJobRows;
    case Framework::DeepSpeed:
        return deepspeedJobRows;
    case Framework::Jax:
        break;
    }
    return {};
}

std::vector<std::string> parted(std::string_view keys)
{
    std::vector<std::string> list;
    while (!keys.empty()) {
        const std::size_t bar = keys.find('|');
        list.emplace_back(keys.substr(0, bar));
        keys.remove_prefix(bar == std::string_view::npos ? keys.size() : bar + 1);
    }
    return list;
}

} // namespace

std::optional<FieldHome> jobHome(Framework framework, std::string_view path)
{
    if (!path.starts_with("job."))
        return std::nullopt;
    for (const JobRow &row : schedulerJobRows)
        if (row.path == path)
            return FieldHome { parted(row.keys), true,
                "no file of this target submits a job that has a place for it" };
    for (const JobRow &row : jobRowsOf(framework))
        if (row.path == path)
            return FieldHome { parted(row.keys), true,
                path == "job.checkpoint_folder" ? "nothing says when checkpoints are written"
                                                : "no file of this target has a place for it" };
    return FieldHome { {}, true, "your program decides it" };
}

} // namespace headroom
