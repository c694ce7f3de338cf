#include "model/intake/script_parts.h"

#include "model/base/text/ascii.h"
#include "model/intake/tool_keys.h"
#include "model/intake/words/machine_names.h"
#include "model/plan/framework_traits.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>

namespace headroom {

std::vector<InnerFile> hereDocuments(std::string_view script)
{
    constexpr std::size_t maxInner = 32;
    std::vector<InnerFile> found;
    Scan lines { script };
    for (std::int64_t number = 1; !lines.rest().empty() && found.size() < maxInner; ++number) {
        const std::string_view line = lines.until("\n");
        Scan scan { line };
        if (!scan.after("<<") || scan.rest().starts_with("<"))
            continue;
        scan.accept("-");
        std::string marker(scan.word());
        std::erase_if(marker, [](char letter) { return letter == '\'' || letter == '"'; });
        if (marker.empty() || !isAsciiLetter(marker[0]))
            continue;
        InnerFile inner;
        inner.line = number + 1;
        Scan target { line };
        if (target.after(">")) {
            target.accept(">");
            target.skipBlanks();
            inner.name = target.word();
        }
        while (!lines.rest().empty()) {
            const std::string_view text = lines.until("\n");
            ++number;
            if (trimmed(text) == marker)
                break;
            (inner.text += text) += '\n';
        }
        found.push_back(std::move(inner));
    }
    return found;
}

void addAssignments(const LaunchText &launch, const TextPlace &place, RunTrace &run)
{
    for (const LaunchWord &word : launch.words) {
        const std::size_t equals = word.text.find('=');
        if (word.text.starts_with("-") || equals == std::string::npos || !word.isKnown)
            continue;
        const std::string key = word.text.substr(0, equals);
        if (key.find('/') == std::string::npos && !isAsciiUpper(key[0]))
            run.config.set(key.substr(key.starts_with("+") ? 1 : 0), word.text.substr(equals + 1),
                place.file, place.line + word.line - 1);
    }
}

bool startsSwift(std::string_view word, std::string_view next)
{
    return word == swiftTool && (next == "sft" || next == "pt" || next == "rlhf");
}

std::string launchedTool(const LaunchText &launch)
{
    constexpr std::string_view axolotlCommand = "axolotl", torchtuneCommand = "tune",
                               litgptCommand = "litgpt";
    for (std::size_t i = 0; i < launch.words.size(); ++i) {
        const LaunchWord &word = launch.words[i];
        if (hasPart(word.text, "llamafactory") || hasPart(word.text, "LLaMA-Factory"))
            return "llama-factory";
        if (word.text == axolotlCommand || hasPart(word.text, "axolotl.cli"))
            return "axolotl";
        if (word.text == torchtuneCommand || hasPart(word.text, "finetune_distributed")
            || hasPart(word.text, "finetune_single_device"))
            return "torchtune";
        if (word.text == litgptCommand || hasPart(word.text, "litgpt/finetune/")
            || hasPart(word.text, "litgpt/pretrain.py"))
            return "litgpt";
        const std::string_view next
            = i + 1 < launch.words.size() ? launch.words[i + 1].text : std::string_view {};
        if (startsSwift(word.text, next) || hasPart(word.text, "swift/cli/"))
            return std::string(swiftTool);
        if (hasPart(word.text, "model.tensor_model_parallel_size=")
            || hasPart(word.text, "megatron_gpt_"))
            return "nemo";
    }
    return {};
}

void addTitanFile(const LaunchText &launch, const TextPlace &place, RunTrace &run)
{
    const FrameworkTraits *const framework = findFramework(run.framework);
    if (!framework || framework->id != Framework::Torchtitan)
        return;
    // @source torchtitan run_train.sh (CONFIG_FILE; CONFIG in later ones)
    for (const char *name : { "CONFIG_FILE", "CONFIG" })
        if (const auto variable = launch.variables.find(name);
            variable != launch.variables.end() && !run.config.has("job.config_file"))
            run.config.set("job.config_file", variable->second, place.file, place.line);
}

void addSlice(const LaunchText &launch, const TextPlace &place, RunTrace &run)
{
    // @source AI-Hypercomputer/xpk workload create; gcloud compute tpus tpu-vm create
    static constexpr std::array options { "--tpu-type", "--device-type", "--accelerator-type",
        "compile_topology", "--num-slices" };
    for (std::size_t i = 0; i < launch.words.size(); ++i) {
        const LaunchWord &word = launch.words[i];
        Scan scan { word.text };
        const std::string_view name = scan.until("=");
        if (std::ranges::find(options, name) == options.end())
            continue;
        std::string value(scan.rest());
        if (value.empty() && i + 1 < launch.words.size())
            value = launch.words[i + 1].text;
        const std::int64_t line = place.line + word.line - 1;
        if (const auto slice = sliceNamed(value)) {
            run.facts.set("device_name", slice->chip, place.file, line);
            run.facts.set("devices_per_node", std::to_string(slice->chips), place.file, line);
            if (!run.facts.has("nodes"))
                run.facts.set("nodes", "1", place.file, line);
        } else if (name == "--num-slices") {
            run.facts.set("nodes", value, place.file, line);
        } else if (const MachineName *machine = machineNamed("nvidia-" + value)) {
            run.facts.set("device_name", std::string(machine->chip), place.file, line);
        }
    }
}

} // namespace headroom
