#pragma once

#include "model/launch/common/export_request.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace headroom {

/// Problems that a reader of the export would meet; empty: none. Each function knows one format and
/// holds it against the key tables of tests/data/launch.
using Findings = std::vector<std::string>;

/// One line each.
std::string joined(const Findings &findings);

const ExportFile *findFile(const std::vector<ExportFile> &files, const std::string &name);

/// `key: value` lines of a MaxText override file, comments left out.
std::map<std::string, std::string> flatYaml(const std::string &text);
/// Keys, values, derived keys, mesh products, Qwix switch, batch and pipeline arithmetic.
Findings checkMaxTextYaml(const std::string &text, int devicesPerDomain, int domains);

/// Words of a bash array `NAME=( … )`, quotes resolved.
std::vector<std::string> bashArray(const std::string &script, const std::string &name);
/// Two dashes, one "=", no flag twice, the right carrier.
Findings checkFlagLists(const std::string &script);

/// Flags, their arguments and choices, and the rules between them.
Findings checkMegatron(const std::string &script, int world);

/// Members and fields of a Megatron-Bridge configuration in Python, each once.
Findings checkNemo(const std::string &program);

/// Tables, keys and choices of torchtitan v0.2.2; degrees against the world.
Findings checkTorchtitan(const std::string &toml, int world);

/// Numbers, ZeRO stage and precision of a DeepSpeed configuration.
Findings checkDeepSpeed(const std::string &json, int world);

/// Fields of a JobSet that Kubernetes refuses when wrong.
Findings checkJobSet(const std::string &yaml);

/// Options of #SBATCH lines, before the first command; nothing binds a GPU to a task.
Findings checkSlurm(const std::string &script);

/// What every export has: README, plan, relative names, no place or clock of this machine.
Findings checkCommon(const std::vector<ExportFile> &files);

/// Everything that applies to the files of a target.
Findings checkExport(const std::string &target, const std::vector<ExportFile> &files, int world,
    int devicesPerDomain, int domains);

/// One thing that a target cannot do without: the text must stand in a file.
struct MustHave
{
    const char *target;
    const char *file;
    const char *text;
};
std::span<const MustHave> mustHaves();
/// Those of the target that are missing from an export of the plan that they were written for.
Findings missingMustHaves(const std::string &target, const std::vector<ExportFile> &files);

} // namespace headroom
