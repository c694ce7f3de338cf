#include "model/intake/text_reader.h"

#include "model/base/document/yaml_reading.h"
#include "model/base/text/ascii.h"
#include "model/intake/cluster_files.h"
#include "model/intake/litgpt_settings.h"
#include "model/intake/post_parts.h"
#include "model/intake/python_program.h"
#include "model/intake/script_parts.h"
#include "model/intake/words/told_words.h"
#include "model/intake/yaml_scripts.h"
#include "model/launch/common/shell_text.h"
#include "model/plan/framework_traits.h"
#include "model/runs/readers/file_readers.h"
#include "model/runs/readers/launch_words.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr int deepestInside = 2; ///< a script inside a job inside a stream

bool holds(std::string_view text, std::string_view word)
{
    return text.find(word) != std::string_view::npos;
}

/// JSON, or the dictionary that a program in Python has in its place, with True and None.
std::optional<Document> jsonOf(std::string_view text, const std::string &file)
{
    if (Result<Document> tree = parseJson(text, file))
        return std::move(tree.value());
    if (!holds(text, ": True") && !holds(text, ": False") && !holds(text, ": None"))
        return std::nullopt;
    YamlReading reading = readYaml(text, file);
    if (!reading.tree || !reading.tree->isMapping())
        return std::nullopt;
    return std::move(*reading.tree);
}

bool isPlanTree(const Document &tree)
{
    return tree.isMapping() && tree.find("model") && tree.find("hardware") && tree.find("workload");
}

} // namespace

bool TextReader::read(std::string_view text, const TextPlace &place, ReadText &found, int depth)
{
    const std::string_view start = trimmed(text.substr(0, 4096));
    if (start.starts_with("{") || start.starts_with("["))
        return readJson(text, place, found);
    const RunFileKind kind = runFileKind(place.file, text.substr(0, 65536));
    if (kind == RunFileKind::Script || holds(text, "\n#SBATCH ") || start.starts_with("#SBATCH "))
        return readScript(text, place, found, depth);
    const bool isNamed = kind == RunFileKind::Yaml;
    if (isNamed || (kind == RunFileKind::Log && startsAsYaml(text)))
        return readYamlStream(text, place, found, depth);
    if (kind == RunFileKind::Log && isTrainerProgram(text))
        return readProgram(text, place, found);
    return false;
}

bool TextReader::readPasted(std::string_view text, const TextPlace &place, ReadText &found)
{
    if (text.size() > maxPastedText)
        return false;
    std::string commands, words;
    Scan lines { text };
    while (!lines.rest().empty()) {
        const std::string_view line = lines.until("\n");
        const bool isCommand = line.starts_with("--") || holds(line, " --")
            || trimmed(line).ends_with("\\") || holds(line, "_parallelism=");
        (isCommand ? commands : words) += std::string(line) + '\n';
        (isCommand ? words : commands) += '\n';
    }
    const bool hasCommand = readScript(commands, place, found, deepestInside);
    RunTrace told = readWords(words, place.file, m_library);
    const bool tells = !told.format.empty();
    if (tells)
        found.traces.push_back(std::move(told));
    return hasCommand || tells;
}

void TextReader::addTool(std::optional<ToolFile> file, ReadText &found)
{
    if (!file->tool.empty())
        found.tools.push_back(file->tool);
    found.traces.push_back(std::move(file->trace));
}

bool TextReader::readJson(std::string_view text, const TextPlace &place, ReadText &found)
{
    const std::optional<Document> tree = jsonOf(text, place.file);
    if (!tree)
        return false;
    if (isPlanTree(*tree)) {
        found.planText = text;
        return true;
    }
    if (const std::string code = notebookCode(*tree); isTrainerProgram(code))
        return readProgram(code, place, found);
    // What the Trainer leaves of a run is a measurement.
    if (tree->find("log_history") || tree->find("train_runtime"))
        return false;
    std::optional<ToolFile> file = readToolFile(*tree, text, place);
    if (!file)
        return false;
    addTool(std::move(file), found);
    return true;
}

bool TextReader::readProgram(std::string_view text, const TextPlace &place, ReadText &found)
{
    std::optional<RunTrace> run = readTrainerProgram(text, place);
    if (!run)
        return false;
    found.traces.push_back(*std::move(run));
    found.tools.emplace_back("trainer");
    if (makesNoLogits(text))
        found.tools.emplace_back("unsloth");
    return true;
}

bool TextReader::readYamlStream(
    std::string_view text, const TextPlace &place, ReadText &found, int depth)
{
    bool isAny = false;
    for (const YamlPart &part : yamlDocuments(text)) {
        const YamlReading reading = readYaml(part.text, place.file);
        if (!reading.tree || !reading.tree->isMapping())
            continue;
        const TextPlace own { place.file, place.line + part.line - 1 };
        if (isPlanTree(*reading.tree)) {
            found.planText = part.text;
            isAny = true;
        } else if (readCluster(*reading.tree, own, found, depth)) {
            isAny = true;
        } else if (std::optional<ToolFile> file = readToolFile(*reading.tree, part.text, own)) {
            addMachineComment(part.text, own, file->trace.facts);
            addTool(std::move(file), found);
            isAny = true;
        }
    }
    if (!isAny && depth < deepestInside) // a task that runs a script
        if (const YamlScripts inner = scriptsInYaml(text); !inner.shell.empty()) {
            std::string script;
            for (const YamlVariable &variable : inner.variables)
                script += "export " + variable.name + '=' + shellQuote(variable.value) + "; ";
            return readScript(script + inner.shell, place, found, depth + 1);
        }
    return isAny;
}

bool TextReader::readCluster(
    const Document &tree, const TextPlace &place, ReadText &found, int depth)
{
    ClusterFile cluster = readClusterFile(tree, place);
    if (!cluster.isCluster || depth >= deepestInside)
        return cluster.isCluster;
    settleSlices(cluster.machine);
    for (const std::string &command : cluster.commands)
        readScript(command, place, found, depth + 1);
    for (const auto &[name, text] : cluster.files)
        read(text, { name, 1 }, found, depth + 1);
    // The machine of the job outweighs what its commands say of theirs.
    found.traces.insert(found.traces.begin(), std::move(cluster.machine));
    return true;
}

void TextReader::settleSlices(RunTrace &machine)
{
    const std::string topology = machine.facts.text("topology");
    double chips = topology.empty() ? 0 : 1;
    for (Scan scan { topology }; !scan.rest().empty();)
        chips *= wholeNumberText(scan.until("x")).value_or(0);
    const double all = machine.facts.number("nodes").value_or(1)
        * machine.facts.number("devices_per_node").value_or(0);
    if (!(chips >= 1) || chips > 1e6)
        return;
    const double groups = std::max(std::round(all / chips), 1.0);
    machine.facts.set("devices_per_node", std::to_string(static_cast<std::int64_t>(chips)), {}, 1);
    machine.facts.set("nodes", std::to_string(static_cast<std::int64_t>(groups)), {}, 1);
}

bool TextReader::readScript(
    std::string_view text, const TextPlace &place, ReadText &found, int depth)
{
    const LaunchText launch = launchText(text);
    RunTrace run;
    run.framework = launchedFramework(launch.words);
    run.format = "launch-script";
    run.sources = { { place.file, {}, false } };
    const std::string tool = launchedTool(launch);
    if (const Tool *own = findTool(tool))
        run.framework = own->framework;
    addLaunchWords(launch, place, run);
    addSlice(launch, place, run);
    addTitanFile(launch, place, run);
    if (const Tool *own = findTool(tool)) {
        addAssignments(launch, place, run);
        if (own->kind == ToolKind::Litgpt)
            addLitgptCommand(launch, place, run);
        translateSettings(*own, text, run);
        // @source modelscope/ms-swift swift/trainers/arguments.py
        if (own->kind == ToolKind::Swift && !run.config.has("per_device_eval_batch_size"))
            run.config.set("per_device_eval_batch_size", "1", {}, 0);
        if (own->kind == ToolKind::Swift)
            run.config.set("model_name", {}, {}, 0); // what the model calls itself
        found.tools.push_back(tool);
    } else if (run.config.has("per_device_train_batch_size")
        || run.config.has("num_train_epochs")) {
        found.tools.emplace_back("trainer");
    }
    const bool isKnown = !run.framework.empty() || !run.facts.empty();
    if (isKnown)
        found.traces.push_back(std::move(run));
    bool isAny = isKnown;
    if (depth < deepestInside)
        for (const InnerFile &inner : hereDocuments(text))
            isAny = read(inner.text, { inner.name.empty() ? place.file : inner.name, 1 }, found,
                        depth + 1)
                || isAny;
    return isAny;
}

} // namespace headroom
