#include "model/intake/cluster_files.h"

#include "model/intake/words/machine_names.h"
#include "model/launch/common/shell_text.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::size_t maxDocuments = 256;
constexpr std::size_t maxCommandBytes = 1u << 20;

std::int64_t countOf(const Document *node)
{
    if (!node || !node->isScalar())
        return 0;
    const auto number = wholeNumberText(node->text());
    constexpr double most = 1e6;
    return number && *number >= 1 && *number <= most ? static_cast<std::int64_t>(*number) : 0;
}

std::string wordOf(const Document *node)
{
    return node && node->isScalar() ? node->text() : std::string {};
}

/// Walks objects from the job to its containers, and multiplies what repeats on the way.
class ClusterReader
{
public:
    ClusterReader(const TextPlace &place, ClusterFile &into)
        : m_place(place)
        , m_into(into)
    { }

    void readObject(const Document &object, int depth = 0)
    {
        constexpr int deepestList = 4;
        const std::string kind = wordOf(object.find("kind"));
        if (!object.isMapping() || kind.empty() || !object.find("apiVersion"))
            return;
        m_into.isCluster = true;
        if (const Document *items = object.find("items"); items && depth < deepestList)
            for (const Document &item : items->items())
                readObject(item, depth + 1);
        if (kind == "ConfigMap")
            readFiles(object);
        if (const Document *spec = object.find("spec"))
            readSpec(*spec, 1, 0);
    }

private:
    void fact(std::string_view name, const std::string &value, const Document &at)
    {
        m_into.machine.facts.set(
            name, value, m_place.file, m_place.line + std::max(at.line(), 1) - 1);
    }

    void readFiles(const Document &object)
    {
        const Document *data = object.find("data");
        if (!data || !data->isMapping())
            return;
        for (const auto &[name, text] : data->members())
            if (text.isScalar() && m_into.files.size() < maxDocuments)
                m_into.files.emplace_back(name, text.text());
    }

    /// `pods`: so many of them stand above.
    void readSpec(const Document &spec, std::int64_t pods, int depth)
    {
        constexpr int deepestTemplate = 8;
        if (!spec.isMapping() || depth > deepestTemplate)
            return;
        const std::int64_t own = std::max(countOf(spec.find("replicas")),
            std::max(countOf(spec.find("completions")), countOf(spec.find("parallelism"))));
        const std::int64_t all = pods * std::max<std::int64_t>(own, 1);
        if (const Document *jobs = spec.find("replicatedJobs"))
            for (const Document &job : jobs->items())
                readSpec(job, pods, depth + 1);
        // A PyTorchJob names its master and its workers; each has its number.
        for (const char *key : { "pytorchReplicaSpecs", "mpiReplicaSpecs", "replicaSpecs" })
            if (const Document *roles = spec.find(key); roles && roles->isMapping())
                for (const auto &[role, replica] : roles->members())
                    if (role != "Launcher" && replica.isMapping())
                        readSpec(replica, pods, depth + 1);
        if (const Document *inner = spec.find("template"); inner && inner->isMapping())
            if (const Document *below = inner->find("spec"))
                readSpec(*below, all, depth + 1);
        if (spec.find("containers"))
            readPod(spec, pods);
    }

    void readPod(const Document &pod, std::int64_t pods)
    {
        readSelector(pod);
        bool hasDevices = false;
        for (const Document &container : pod.find("containers")->items()) {
            if (!container.isMapping())
                continue;
            hasDevices = readResources(container) || hasDevices;
            readCommand(container);
        }
        if (!hasDevices)
            return;
        m_pods += pods;
        fact("nodes", std::to_string(std::min<std::int64_t>(m_pods, 1'000'000)), pod);
    }

    void readSelector(const Document &pod)
    {
        const Document *selector = pod.find("nodeSelector");
        if (!selector || !selector->isMapping())
            return;
        for (const auto &[label, value] : selector->members()) {
            const std::string name = wordOf(&value);
            if (label.ends_with("gke-tpu-topology"))
                fact("topology", name, value);
            if (const MachineName *machine = machineNamed(name)) {
                fact("device_name", std::string(machine->chip), value);
                if (machine->devices > 0 && !m_into.machine.facts.has("devices_per_node"))
                    fact("devices_per_node", std::to_string(machine->devices), value);
            } else if (label.ends_with("gpu.product")) {
                fact("device_name", name, value);
            }
        }
    }

    bool readResources(const Document &container)
    {
        const Document *resources = container.find("resources");
        if (!resources || !resources->isMapping())
            return false;
        for (const char *which : { "limits", "requests" })
            for (const char *device : { "nvidia.com/gpu", "amd.com/gpu", "google.com/tpu" }) {
                const Document *part = resources->find(which);
                const std::int64_t count
                    = part && part->isMapping() ? countOf(part->find(device)) : 0;
                if (count > 0) {
                    fact("devices_per_node", std::to_string(count), *part->find(device));
                    return true;
                }
            }
        return false;
    }

    void readCommand(const Document &container)
    {
        std::string text;
        if (const Document *variables = container.find("env"))
            for (const Document &variable : variables->items())
                if (variable.isMapping())
                    if (const std::string value = wordOf(variable.find("value")); !value.empty())
                        text += wordOf(variable.find("name")) + '=' + shellQuote(value) + '\n';
        std::string line;
        for (const char *key : { "command", "args" }) {
            const Document *words = container.find(key);
            if (!words || !words->isSequence())
                continue;
            for (const Document &word : words->items()) {
                // A whole script behind "-c" is shell text; a word is one.
                const std::string own = wordOf(&word);
                const bool isScript = own.find_first_of("\n;") != std::string::npos
                    || own.find(" ") != std::string::npos;
                line += isScript ? '\n' + own + '\n' : shellQuote(own) + ' ';
            }
        }
        text += line;
        if (!line.empty() && text.size() <= maxCommandBytes)
            m_into.commands.push_back(std::move(text));
    }

    const TextPlace &m_place;
    ClusterFile &m_into;
    std::int64_t m_pods = 0;
};

} // namespace

ClusterFile readClusterFile(const Document &tree, const TextPlace &place)
{
    ClusterFile cluster;
    cluster.machine.format = "kubernetes";
    cluster.machine.sources = { { place.file, {}, false } };
    ClusterReader(place, cluster).readObject(tree);
    return cluster;
}

std::vector<YamlPart> yamlDocuments(std::string_view text)
{
    std::vector<YamlPart> parts { YamlPart {} };
    Scan lines { text };
    for (std::int64_t number = 1; !lines.rest().empty(); ++number) {
        const std::string_view line = lines.until("\n");
        if (trimmed(line) == "---" && line.starts_with("---")) {
            if (parts.size() < maxDocuments)
                parts.push_back({ {}, number + 1 });
        } else {
            (parts.back().text += line) += '\n';
        }
    }
    std::erase_if(parts, [](const YamlPart &part) {
        Scan rest { part.text };
        while (!rest.rest().empty())
            if (const auto line = trimmed(rest.until("\n")); !line.empty() && line.front() != '#')
                return false;
        return true;
    });
    return parts;
}

} // namespace headroom
