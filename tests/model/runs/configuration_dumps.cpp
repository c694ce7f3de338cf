#include "configuration_dumps.h"

#include "../launch/export_checks.h"
#include "../launch/key_tables.h"

#include "model/incidents/printed_configuration.h"

#include <fmt/format.h>
#include <sstream>

#include <algorithm>
#include <map>

namespace headroom {
namespace {

/// "true" and "false" as Python prints them.
std::string pythonWord(std::string value)
{
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
        value = value.substr(1, value.size() - 2);
    if (value == "true" || value == "false")
        value[0] = static_cast<char>(value[0] - 'a' + 'A');
    std::ranges::replace(value, '"', '\'');
    return value;
}

/// TrainingArguments as example scripts print them, from the words of run.sh.
std::string trainerArguments(const std::string &script)
{
    std::string text = "training args TrainingArguments(\n_n_gpu=1,\n";
    const std::vector<std::string> words = bashArray(script, "TRAIN");
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        std::string value = pythonWord(words[i + 1]);
        if (words[i] == "--optim") { // an enumeration: its names are those of the values, mostly
            std::ranges::transform(value, value.begin(),
                [](char letter) { return letter >= 'a' && letter <= 'z' ? letter - 32 : letter; });
            value = "OptimizerNames." + (value == "ADAMW_BNB_8BIT" ? "ADAMW_BNB" : value);
        }
        text += fmt::format("{}={},\n", words[i].substr(2), value);
    }
    return text + ")\n";
}

} // namespace

std::string maxtextDump(const std::vector<ExportFile> &files, std::int64_t jaxDevices, int slices)
{
    std::string model = flatYaml(findFile(files, "config.yml")->content).at("model_name");
    std::erase(model, '"');
    std::map<std::string, std::string> modelFile;
    for (const TableRow &row : keyTable("maxtext_model_keys"))
        if (row.at("model_file") == model)
            modelFile[row.at("key")] = row.at("value");
    return printedMaxtext(files, jaxDevices, slices, modelFile);
}

std::string megatronDump(const std::vector<ExportFile> &files, std::int64_t world)
{
    return printedMegatron(files, world);
}

std::string titanDump(const std::vector<ExportFile> &files, const ResolvedPlan &plan)
{
    return printedTitan(files, plan);
}

namespace {

/// What the Trainer prints under FSDP: its arguments, and the batch in front of the first step.
std::string fsdpDump(const std::string &script, const ResolvedPlan &plan)
{
    const Parallelism &degrees = plan.plan.parallelism;
    const auto micro = static_cast<std::int64_t>(degrees.microBatch);
    const std::int64_t total = plan.plan.workload.globalBatchSequences;
    std::string text = trainerArguments(script), options;
    const std::vector<std::string> words = bashArray(script, "SHARD");
    std::istringstream names(words.at(1));
    for (std::string name; names >> name;)
        options += fmt::format("{}<FSDPOption.X: '{}'>", options.empty() ? "" : ", ", name);
    text.replace(text.rfind(")\n"), 2, fmt::format("fsdp=[{}],\n)\n", options));
    return text
        + fmt::format("***** Running training *****\n  Instantaneous batch size per device = {}\n"
                      "  Total train batch size (w. parallel, distributed & accumulation) = {}\n"
                      "  Gradient Accumulation steps = {}\n",
            micro, total, total / (micro * plan.deviceCount()));
}

} // namespace

std::string deepspeedDump(const std::vector<ExportFile> &files, const ResolvedPlan &plan)
{
    if (std::ranges::none_of(
            files, [](const ExportFile &file) { return file.name == "ds_config.json"; }))
        return fsdpDump(findFile(files, "run.sh")->content, plan);
    const std::string prefix = "[2026-08-22 10:00:00,123] [INFO] [config.py:1013:print]   ";
    const ExportFile *const arguments = findFile(files, "accelerate.yaml");
    std::string json = findFile(files, "ds_config.json")->content, text;
    const Parallelism &degrees = plan.plan.parallelism;
    const std::int64_t world = plan.deviceCount() / degrees.context;
    const auto micro = static_cast<std::int64_t>(degrees.microBatch);
    const std::int64_t passes
        = plan.plan.workload.globalBatchSequences / (micro * (world / degrees.tensor));
    if (arguments) { // the Trainer fills in its numbers
        text = trainerArguments(findFile(files, "run.sh")->content);
        for (const auto &[key, value] : { std::pair { "train_batch_size", micro * passes * world },
                 std::pair { "train_micro_batch_size_per_gpu", micro },
                 std::pair { "gradient_accumulation_steps", passes } }) {
            const std::string open = fmt::format("\"{}\": \"auto\"", key);
            if (const std::size_t at = json.find(open); at != std::string::npos)
                json.replace(at, open.size(), fmt::format("\"{}\": {}", key, value));
        }
    }
    for (const auto &[key, value] : { std::pair { "gradient_accumulation_steps", passes },
             std::pair { "train_batch_size", micro * passes * world },
             std::pair { "train_micro_batch_size_per_gpu", micro },
             std::pair { "world_size", world } })
        text += fmt::format("{}{} {} {}\n", prefix, key,
            std::string(29 - std::min(std::string(key).size(), std::size_t { 28 }), '.'), value);
    return text + prefix + "json = " + json;
}

} // namespace headroom
