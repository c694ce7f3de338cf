#include "export_checks.h"

#include "key_tables.h"

#include "model/base/document/document.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

namespace headroom {
namespace {

std::vector<std::string> lines(const std::string &text)
{
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        result.push_back(line);
    return result;
}

std::string unquoted(std::string text)
{
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'')
        && text.back() == text.front())
        text = text.substr(1, text.size() - 2);
    return text;
}

int number(const std::map<std::string, std::string> &values, const std::string &key, int fallback)
{
    const auto entry = values.find(key);
    return entry == values.end() ? fallback : std::stoi(entry->second);
}

bool isTrue(const std::map<std::string, std::string> &values, const std::string &key)
{
    const auto entry = values.find(key);
    return entry != values.end() && entry->second == "true";
}

void append(Findings &to, const Findings &from)
{
    to.insert(to.end(), from.begin(), from.end());
}

void checkMaxTextKey(Findings &findings, const std::string &key, const std::string &value)
{
    const TableRow *row = keyRow("maxtext_keys", "key", key);
    if (!row) {
        findings.push_back("unknown MaxText key " + key);
        return;
    }
    if (row->at("enforced") == "REMOVED")
        findings.push_back("removed MaxText key " + key);
    if (row->at("derived") == "yes")
        findings.push_back("computed MaxText key " + key);
    const std::string text = unquoted(value);
    const auto allowed = choicesOf(row->at("allowed_values"));
    if (!allowed.empty() && !allowed.contains(text))
        findings.push_back(key + " cannot be " + text);
    const std::string &type = row->at("type");
    const bool isQuoted = value.starts_with('"');
    if (type == "bool" && text != "true" && text != "false")
        findings.push_back(key + " is no boolean: " + value);
    if ((type == "int" || type == "float" || type == "int|float") && (isQuoted || value.empty()))
        findings.push_back(key + " is no number: " + value);
    if (type.starts_with("str") && !isQuoted && value != "null")
        findings.push_back(key + " is an unquoted string: " + value);
}

/// A key that the model's own file sets would lose silently.
void checkModelKeys(Findings &findings, const std::map<std::string, std::string> &values)
{
    const auto model = values.find("model_name");
    if (model == values.end())
        return;
    for (const TableRow &row : keyTable("maxtext_model_keys"))
        if (row.at("model_file") == unquoted(model->second) && values.contains(row.at("key")))
            findings.push_back(row.at("key") + " is lost: the model's file sets it");
}

void checkMaxTextRecipe(Findings &findings, const std::map<std::string, std::string> &values)
{
    const auto recipe = values.find("quantization");
    if (recipe == values.end())
        return;
    const std::string name = unquoted(recipe->second);
    const std::string qwix = isTrue(values, "use_qwix_quantization") ? "true" : "false";
    bool works = false;
    for (const TableRow &row : keyTable("quantization_recipes")) {
        const bool isRow
            = row.at("recipe") == name || (row.at("recipe") == "te_*" && name.starts_with("te_"));
        const std::string &wanted = row.at("use_qwix_quantization");
        if (isRow && (wanted == qwix || wanted == "either"))
            works = works || row.at("outcome") == "yes";
    }
    if (!works)
        findings.push_back(
            "quantization " + name + " does not run with use_qwix_quantization " + qwix);
    static const std::vector<std::string> onePass { "fp8", "nanoo_fp8", "fp8_gpu",
        "te_fp8_delayedscaling" };
    if (std::find(onePass.begin(), onePass.end(), name) != onePass.end()
        && number(values, "gradient_accumulation_steps", 1) != 1)
        findings.push_back(name + " with gradient accumulation");
}

void checkMesh(
    Findings &findings, const std::map<std::string, std::string> &values, int inside, int across)
{
    int ici = 1;
    int dcn = 1;
    for (const auto &[key, value] : values) {
        if (!key.ends_with("_parallelism"))
            continue;
        (key.starts_with("ici_") ? ici : dcn) *= std::stoi(value);
    }
    if (ici != inside)
        findings.push_back(
            "ici product " + std::to_string(ici) + " is not " + std::to_string(inside));
    if (dcn != across)
        findings.push_back(
            "dcn product " + std::to_string(dcn) + " is not " + std::to_string(across));
    for (const char *key : { "ici_fsdp_parallelism", "dcn_data_parallelism" })
        if (!values.contains(key))
            findings.push_back(std::string(key) + " is left to its default -1");
}

void checkMaxTextRules(Findings &findings, const std::map<std::string, std::string> &values)
{
    const auto text = [&](const std::string &key) {
        const auto entry = values.find(key);
        return entry == values.end() ? std::string() : unquoted(entry->second);
    };
    const bool isGpu = text("hardware").starts_with("gpu");
    const bool packs = text("packing") != "false";
    if (isGpu && text("attention") == "cudnn_flash_te" && packs
        && number(values, "max_segments_per_seq", -1) <= 0)
        findings.push_back("packing with cudnn_flash_te needs max_segments_per_seq");
    if (text("context_parallel_strategy") == "ulysses"
        && (isGpu || text("attention") != "flash" || !isTrue(values, "use_tokamax_splash")
            || isTrue(values, "context_parallel_load_balance")))
        findings.push_back("ulysses without what it needs");
    if (text("context_parallel_strategy") == "ring" && !isGpu
        && (text("attention") != "flash" || !isTrue(values, "use_tokamax_splash")))
        findings.push_back("a ring on TPU without what it needs");
    const int stages = number(values, "ici_pipeline_parallelism", 1)
        * number(values, "dcn_pipeline_parallelism", 1);
    if (stages > 1 && number(values, "num_pipeline_microbatches", -1) % stages != 0)
        findings.push_back("pipeline micro-batches are no multiple of the stages");
    if (!values.contains("per_device_batch_size")
        || std::stod(values.at("per_device_batch_size")) <= 0)
        findings.push_back("no per_device_batch_size");
}

} // namespace

std::string joined(const Findings &findings)
{
    std::string text;
    for (const std::string &finding : findings)
        text += finding + '\n';
    return text;
}

const ExportFile *findFile(const std::vector<ExportFile> &files, const std::string &name)
{
    const auto file = std::find_if(
        files.begin(), files.end(), [&](const ExportFile &f) { return f.name == name; });
    return file == files.end() ? nullptr : &*file;
}

std::map<std::string, std::string> flatYaml(const std::string &text)
{
    std::map<std::string, std::string> values;
    for (const std::string &line : lines(text)) {
        if (line.empty() || line.front() == '#')
            continue;
        const std::size_t colon = line.find(": ");
        const std::string key = line.substr(0, colon);
        if (values.contains(key))
            values["(twice) " + key] = "";
        values[key] = colon == std::string::npos ? "" : line.substr(colon + 2);
    }
    return values;
}

Findings checkMaxTextYaml(const std::string &text, int devicesPerDomain, int domains)
{
    Findings findings;
    const auto values = flatYaml(text);
    std::string firstLine;
    for (const std::string &line : lines(text))
        if (firstLine.empty() && !line.starts_with('#'))
            firstLine = line;
    if (firstLine != "base_config: \"base.yml\"")
        findings.push_back("base_config is not the first key");
    if (text.find("${") != std::string::npos)
        findings.push_back("an interpolation of OmegaConf");
    for (const auto &[key, value] : values)
        checkMaxTextKey(findings, key, value);
    checkModelKeys(findings, values);
    checkMaxTextRecipe(findings, values);
    checkMesh(findings, values, devicesPerDomain, domains);
    checkMaxTextRules(findings, values);
    return findings;
}

std::vector<std::string> bashArray(const std::string &script, const std::string &name)
{
    std::vector<std::string> words;
    const std::size_t start = script.find('\n' + name + "=(");
    if (start == std::string::npos)
        return words;
    std::size_t i = start + name.size() + 3;
    std::string word;
    bool isWord = false;
    for (char quote = 0; i < script.size() && (quote || script[i] != ')'); ++i) {
        const char c = script[i];
        if (quote ? c == quote : (c == '"' || c == '\'')) {
            quote = quote ? '\0' : c;
            isWord = true;
        } else if (!quote && (c == ' ' || c == '\n')) {
            if (isWord)
                words.push_back(std::exchange(word, {}));
            isWord = false;
        } else {
            word += c;
            isWord = true;
        }
    }
    if (isWord)
        words.push_back(word);
    return words;
}

Findings checkFlagLists(const std::string &script)
{
    Findings findings;
    for (const char *list : { "XLA_FLAG_LIST", "LIBTPU_FLAG_LIST" }) {
        std::set<std::string> seen;
        for (const std::string &flag : bashArray(script, list)) {
            static const std::regex form(R"(--[a-z0-9_]+=[^]*)");
            const std::string name = flag.substr(0, flag.find('='));
            if (!std::regex_match(flag, form))
                findings.push_back("badly written flag " + flag);
            if (!seen.insert(name).second)
                findings.push_back("flag twice: " + name);
            if (std::string(list) == "XLA_FLAG_LIST" && name.starts_with("--xla_tpu_"))
                findings.push_back("TPU flag in XLA_FLAGS: " + name);
        }
    }
    return findings;
}

Findings checkCommon(const std::vector<ExportFile> &files)
{
    Findings findings;
    std::set<std::string> names;
    for (const ExportFile &file : files) {
        if (!names.insert(file.name).second)
            findings.push_back("file twice: " + file.name);
        if (file.name.starts_with('/') || file.name.find("..") != std::string::npos)
            findings.push_back("file outside: " + file.name);
        if (!file.content.ends_with('\n'))
            findings.push_back("no line break at the end of " + file.name);
        for (const std::string &place : { std::string("/home/"), std::string("/root/"),
                 std::string(HEADROOM_PROFILES), std::filesystem::current_path().string() })
            if (file.content.find(place) != std::string::npos)
                findings.push_back(file.name + " names the place " + place);
        const bool isScript = file.name.ends_with(".sh") || file.name.ends_with(".sbatch");
        if (isScript && file.executable
            && !file.content.starts_with("#!/usr/bin/env bash\n# Plan: "))
            findings.push_back(file.name + " does not start with what it is");
        if (isScript)
            append(findings, checkFlagLists(file.content));
    }
    for (const char *name : { "README.md", "plan.headroom.yaml" })
        if (!names.contains(name))
            findings.push_back(std::string("no ") + name);
    return findings;
}

Findings checkSlurm(const std::string &script)
{
    Findings findings;
    static const std::set<std::string> options { "job-name", "nodes", "ntasks-per-node",
        "gpus-per-node", "exclusive", "time", "output", "array", "partition", "account", "requeue",
        "open-mode", "signal" };
    bool isBehindCommand = false;
    for (const std::string &line : lines(script)) {
        if (!line.starts_with("#SBATCH ")) {
            isBehindCommand = isBehindCommand || (!line.empty() && line.front() != '#');
            continue;
        }
        const std::string option = line.substr(10, line.find('=') - 10);
        if (isBehindCommand)
            findings.push_back("behind the first command: " + line);
        if (!options.contains(option))
            findings.push_back("unknown option: " + line);
        if (line.find('$') != std::string::npos)
            findings.push_back("variable in " + line);
    }
    for (const char *binding : { "--gpus-per-task", "--gpu-bind", "CUDA_VISIBLE_DEVICES=" })
        if (script.find(binding) != std::string::npos)
            findings.push_back(std::string("narrows the visible GPUs: ") + binding);
    return findings;
}

Findings checkExport(const std::string &target, const std::vector<ExportFile> &files, int world,
    int devicesPerDomain, int domains)
{
    Findings findings = checkCommon(files);
    if (const ExportFile *file = findFile(files, "config.yml"))
        append(findings, checkMaxTextYaml(file->content, devicesPerDomain, domains));
    if (const ExportFile *file = findFile(files, "jobset.yaml"))
        append(findings, checkJobSet(file->content));
    if (const ExportFile *file = findFile(files, "config.toml"))
        append(findings, checkTorchtitan(file->content, world));
    if (const ExportFile *file = findFile(files, "ds_config.json"))
        append(findings, checkDeepSpeed(file->content, world));
    if (target == "megatron")
        append(findings, checkMegatron(findFile(files, "run.sh")->content, world));
    if (target == "nemo")
        append(findings, checkNemo(findFile(files, "headroom_nemo.py")->content));
    for (const ExportFile &file : files)
        if (file.name.ends_with(".sbatch"))
            append(findings, checkSlurm(file.content));
    return findings;
}

} // namespace headroom
