#include "export_checks.h"
#include "key_tables.h"

#include "model/base/document/document.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace headroom {
namespace {

struct Argument
{
    std::string flag;
    std::vector<std::string> values;
};

std::vector<Argument> argumentsOf(
    const std::string &script, std::initializer_list<const char *> arrays)
{
    std::vector<Argument> arguments;
    for (const char *array : arrays)
        for (const std::string &word : bashArray(script, array)) {
            if (word.starts_with("--"))
                arguments.push_back({ word, {} });
            else if (!arguments.empty())
                arguments.back().values.push_back(word);
        }
    return arguments;
}

void checkArgument(Findings &findings, const Argument &argument)
{
    const TableRow *row = keyRow("megatron_args", "flag", argument.flag);
    if (!row) {
        findings.push_back("unknown Megatron-LM argument " + argument.flag);
        return;
    }
    const bool isSwitch = row->at("action").starts_with("store_");
    if (isSwitch != argument.values.empty())
        findings.push_back(argument.flag + (isSwitch ? " takes no value" : " needs a value"));
    const auto choices = choicesOf(row->at("choices"));
    if (!choices.empty() && !argument.values.empty() && !choices.contains(argument.values.front()))
        findings.push_back(argument.flag + " cannot be " + argument.values.front());
}

/// Values of a TOML file by "table.key", and problems of its form.
std::map<std::string, std::string> tomlValues(const std::string &toml, Findings &findings)
{
    std::map<std::string, std::string> values;
    std::string table;
    std::istringstream stream(toml);
    for (std::string line; std::getline(stream, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        if (line.front() == '[') {
            table = line.substr(1, line.size() - 2);
            continue;
        }
        const std::size_t equals = line.find(" = ");
        const std::string key = table + '.' + line.substr(0, equals);
        if (equals == std::string::npos || values.contains(key))
            findings.push_back("bad line in TOML: " + line);
        else
            values[key] = line.substr(equals + 3);
    }
    return values;
}

bool matchesType(const std::string &type, const std::string &value)
{
    static const std::regex literal(R"('([^']*)')");
    if (type.starts_with("Literal")) {
        for (std::sregex_iterator it(type.begin(), type.end(), literal), end; it != end; ++it)
            if (value == '"' + (*it)[1].str() + '"')
                return true;
        return false;
    }
    if (type.starts_with("int"))
        return std::regex_match(value, std::regex("-?[0-9]+"));
    if (type.starts_with("float"))
        return std::regex_match(value, std::regex("-?[0-9.]+(e-?[0-9]+)?"));
    if (type.starts_with("bool"))
        return value == "true" || value == "false";
    if (type.starts_with("list"))
        return value.starts_with('[') && value.ends_with(']');
    return value.starts_with('"') && value.ends_with('"');
}

const Document *at(const Document &document, std::initializer_list<const char *> path)
{
    const Document *node = &document;
    for (const char *key : path) {
        if (node->isSequence())
            node = node->items().empty() ? nullptr : &node->items().front();
        node = node ? node->find(key) : nullptr;
        if (!node)
            return nullptr;
    }
    return node;
}

bool isText(const Document *node, const char *text)
{
    return node && node->text() == text;
}

} // namespace

Findings checkMegatron(const std::string &script, int world)
{
    Findings findings;
    std::map<std::string, std::vector<std::string>> given;
    for (const Argument &argument : argumentsOf(script,
             { "MODEL", "EXPERTS", "PARALLEL", "TRAIN", "LOG", "KEEP", "TOKENS", "DATA" })) {
        checkArgument(findings, argument);
        if (!given.emplace(argument.flag, argument.values).second)
            findings.push_back("argument twice: " + argument.flag);
    }
    const auto number = [&](const std::string &flag, int fallback) {
        const auto entry = given.find(flag);
        return entry == given.end() ? fallback : std::stoi(entry->second.front());
    };
    const auto has = [&](const std::string &flag) { return given.contains(flag); };
    const int tensor = number("--tensor-model-parallel-size", 1);
    const int other = tensor * number("--pipeline-model-parallel-size", 1)
        * number("--context-parallel-size", 1);
    if (world % other != 0) {
        findings.push_back("degrees do not divide the world");
        return findings;
    }
    const int data = world / other;
    if (number("--global-batch-size", 0) % (number("--micro-batch-size", 1) * data) != 0)
        findings.push_back("global batch does not divide");
    if (number("--num-attention-heads", 1) % tensor != 0
        || number("--num-query-groups", tensor) % tensor != 0)
        findings.push_back("heads do not divide by the tensor size");
    if (has("--sequence-parallel") && tensor == 1)
        findings.push_back("sequence parallelism without tensor parallelism");
    if (has("--recompute-granularity") && given["--recompute-granularity"].front() == "full"
        && (!has("--recompute-method") || !has("--recompute-num-layers")))
        findings.push_back("full recomputation without method and layers");
    const bool usesFsdp = has("--use-megatron-fsdp");
    if (usesFsdp && script.find("CUDA_DEVICE_MAX_CONNECTIONS=1") != std::string::npos)
        findings.push_back("FSDP with CUDA_DEVICE_MAX_CONNECTIONS=1");
    if (has("--overlap-param-gather") && !has("--use-distributed-optimizer"))
        findings.push_back("overlapped gathers without the distributed optimizer");
    if (has("--bf16") && has("--fp16"))
        findings.push_back("two number formats");
    return findings;
}

Findings checkTorchtitan(const std::string &toml, int world)
{
    Findings findings;
    const auto values = tomlValues(toml, findings);
    for (const auto &[path, value] : values) {
        const std::size_t dot = path.rfind('.');
        const TableRow *known = nullptr;
        for (const TableRow &row : keyTable("torchtitan_toml_keys"))
            if (row.at("table") == path.substr(0, dot) && row.at("key") == path.substr(dot + 1))
                known = &row;
        if (!known)
            findings.push_back("unknown torchtitan key " + path);
        else if (!matchesType(known->at("type"), value))
            findings.push_back(path + " cannot be " + value);
    }
    const auto number = [&](const std::string &path) { return std::stoi(values.at(path)); };
    const int data = number("parallelism.data_parallel_replicate_degree")
        * number("parallelism.data_parallel_shard_degree");
    const int product = data * number("parallelism.tensor_parallel_degree")
        * number("parallelism.context_parallel_degree")
        * number("parallelism.pipeline_parallel_degree");
    if (product != world)
        findings.push_back(
            "degrees multiply to " + std::to_string(product) + ", not " + std::to_string(world));
    if (number("training.global_batch_size") % (number("training.local_batch_size") * data) != 0)
        findings.push_back("global batch does not divide");
    return findings;
}

Findings checkDeepSpeed(const std::string &json, int world)
{
    Findings findings;
    const Result<Document> document = parseJson(json, "ds_config.json");
    if (!document)
        return { "not JSON, or a key twice" };
    static const std::set<std::string> zeroKeys { "stage", "overlap_comm", "contiguous_gradients",
        "reduce_bucket_size", "allgather_bucket_size", "stage3_prefetch_bucket_size",
        "stage3_param_persistence_threshold", "stage3_max_live_parameters",
        "stage3_gather_16bit_weights_on_model_save", "offload_optimizer", "offload_param",
        "zero_hpz_partition_size" };
    static const std::set<std::string> keys { "train_batch_size", "train_micro_batch_size_per_gpu",
        "gradient_accumulation_steps", "gradient_clipping", "bf16", "fp16", "data_types",
        "zero_optimization", "optimizer", "scheduler", "zero_allow_untested_optimizer",
        "activation_checkpointing", "steps_per_print", "wall_clock_breakdown", "tensor_parallel",
        "expert_parallel" };
    for (const auto &[key, value] : document->members())
        if (!keys.contains(key))
            findings.push_back("unknown DeepSpeed key " + key);
    const Document *zero = document->find("zero_optimization");
    if (!zero)
        return { "no zero_optimization" };
    for (const auto &[key, value] : zero->members())
        if (!zeroKeys.contains(key))
            findings.push_back("unknown ZeRO key " + key);
    const Document *stage = zero->find("stage");
    if (!stage || stage->integer() < 0 || stage->integer() > 3)
        findings.push_back("no ZeRO stage");
    const Document *bf16 = at(*document, { "bf16", "enabled" });
    const Document *fp16 = at(*document, { "fp16", "enabled" });
    if (bf16 && fp16 && bf16->boolean() && fp16->boolean())
        findings.push_back("two number formats");
    const Document *total = document->find("train_batch_size");
    const Document *micro = document->find("train_micro_batch_size_per_gpu");
    const Document *passes = document->find("gradient_accumulation_steps");
    const bool hasTensorGroups = document->find("tensor_parallel");
    if ((!total && !hasTensorGroups) || !micro || !passes)
        findings.push_back("the batch is not said");
    else if (total && hasTensorGroups)
        findings.push_back("the batch counts ranks of tensor groups several times");
    else if (total && total->isNumber()
        && total->integer() != micro->integer() * passes->integer() * world)
        findings.push_back("the batch does not multiply out");
    return findings;
}

Findings checkJobSet(const std::string &yaml)
{
    Findings findings;
    const Result<Document> document = parseYaml(yaml, "jobset.yaml");
    if (!document)
        return { "not YAML" };
    if (!isText(document->find("apiVersion"), "jobset.x-k8s.io/v1alpha2")
        || !isText(document->find("kind"), "JobSet"))
        findings.push_back("no JobSet");
    const Document *name = at(*document, { "metadata", "name" });
    if (!name || !std::regex_match(name->text(), std::regex("[a-z]([-a-z0-9]{0,38}[a-z0-9])?")))
        findings.push_back("bad name");
    const Document *job = at(*document, { "spec", "replicatedJobs" });
    const Document *spec = job ? at(*job, { "template", "spec" }) : nullptr;
    if (!spec)
        return { "no replicated job" };
    const Document *pods = spec->find("parallelism");
    const Document *completions = spec->find("completions");
    if (!pods || !completions || pods->kind() != Document::Kind::Integer
        || !(*pods == *completions))
        findings.push_back("parallelism is not completions");
    if (!isText(spec->find("completionMode"), "Indexed"))
        findings.push_back("pods have no index");
    const Document *retries = spec->find("backoffLimit");
    if (!retries || retries->integer() != 0)
        findings.push_back("backoffLimit is not 0");
    const Document *pod = at(*spec, { "template", "spec" });
    if (!pod || !isText(pod->find("restartPolicy"), "Never"))
        return { "pods restart" };
    const Document *network = pod->find("hostNetwork");
    if (!network || !network->boolean()
        || !isText(pod->find("dnsPolicy"), "ClusterFirstWithHostNet"))
        findings.push_back("no host network");
    const Document *container = pod->find("containers");
    const Document *limits = container ? at(*container, { "resources", "limits" }) : nullptr;
    if (!limits || limits->members().size() != 1 || limits->members()[0].second.integer() < 1)
        findings.push_back("no device limit");
    else if (limits->members()[0].first == "nvidia.com/gpu" && !pod->find("tolerations"))
        findings.push_back("GPU pods do not tolerate the taint");
    return findings;
}

} // namespace headroom
