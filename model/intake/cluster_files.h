#pragma once

#include "model/base/document/document.h"
#include "model/runs/readers/config_files.h"

#include <string>
#include <vector>

namespace headroom {

/// What a Kubernetes object says of a run: the machine, the commands of its containers, the files
/// that its config maps hold.
struct ClusterFile
{
    RunTrace machine; ///< facts only
    std::vector<std::string> commands; ///< shell text, as its containers run it
    std::vector<std::pair<std::string, std::string>> files; ///< name and text
    bool isCluster = false; ///< false: the mapping is no Kubernetes object
};

/// Job, JobSet, PyTorchJob, StatefulSet, Pod, ConfigMap or a List of these.
/// @source kubernetes.io API reference (batch/v1 Job), sigs.k8s.io/jobset, Kubeflow PyTorchJob
ClusterFile readClusterFile(const Document &tree, const TextPlace &place);

/// One document of a YAML stream and the line of the file before which it begins.
struct YamlPart
{
    std::string text;
    std::int64_t line = 1;
};

/// The documents of a stream, which stand between lines of "---"; those without content left out.
std::vector<YamlPart> yamlDocuments(std::string_view text);

} // namespace headroom
