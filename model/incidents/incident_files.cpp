#include "model/incidents/incident_files.h"

#include "model/incidents/log_lines.h"
#include "model/launch/common/export_directory.h"
#include "model/plan/fields/plan_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// The launch files that a framework's log is printed by, and the writer of that log.
struct LogWriter
{
    Framework framework;
    const char *target;
    std::vector<LogPart> (*write)(const IncidentRun &, const std::vector<ExportFile> &);
};
constexpr LogWriter writers[] {
    { Framework::MaxText, "maxtext-gpu", maxtextLog },
    { Framework::Megatron, "megatron", megatronLog },
    { Framework::Torchtitan, "torchtitan", torchtitanLog },
};

std::string readme(const Incident &incident, const std::vector<ExportFile> &files)
{
    std::string text
        = fmt::format("# {}\n\n{} was planned, and `plan.headroom.yaml` says how. The run is "
                      "not what the plan promised: find out why, and where it lies.\n\n",
            incidentName(incident), incident.plan.name);
    text += "| file | what it is |\n| --- | --- |\n";
    for (const ExportFile &file : files)
        text += fmt::format("| `{}` | {} |\n", file.name,
            file.name == "run.log"              ? "what the job printed"
                : file.name == "nvidia-smi.csv" ? "`nvidia-smi` on each node while steps run"
                : file.name == "nccl-tests.txt" ? "`all_reduce_perf` inside each node, over all "
                                                  "nodes and between neighbours, after the job"
                                                : "the run as it was planned");
    text += "\nHeadroom reads the files as it reads those of any cluster:\n\n"
            "    headroom-cli runs add run.log nvidia-smi.csv nccl-tests.txt --plan "
            "plan.headroom.yaml --project runs.csv\n"
            "    headroom-cli diagnose runs.csv --plan plan.headroom.yaml\n\n";
    return text
        + "The command that wrote these files tells what is wrong with `--answer` in place of "
          "`--out`. The cluster is computed, not measured.\n";
}

} // namespace

Result<std::vector<LogPart>> incidentLogParts(
    const IncidentEngine &engine, const Incident &incident, const IncidentRun &run)
{
    Result<ResolvedPlan> told = resolvePlan(run.machine.told, engine.library());
    if (!told)
        return told.errors();
    // Plans of other frameworks are never drawn.
    const LogWriter &writer
        = *std::ranges::find(writers, told->framework().id, &LogWriter::framework);
    const auto files
        = exportFiles(*told, {}, *exportTarget(writer.target), {}, engine.exportTools());
    if (!files)
        return files.errors();
    std::vector<LogPart> parts = writer.write(run, *files);
    parts.front().text.insert(0, logHead(incident, run, *files));
    return parts;
}

Result<std::string> incidentLog(
    const IncidentEngine &engine, const Incident &incident, const IncidentRun &run)
{
    const auto parts = incidentLogParts(engine, incident, run);
    if (!parts)
        return parts.errors();
    std::string log;
    for (const LogPart &part : *parts)
        log += part.text;
    return log;
}

Result<std::vector<ExportFile>> incidentFiles(
    const IncidentEngine &engine, const Incident &incident, const IncidentRun &run)
{
    Result<std::string> log = incidentLog(engine, incident, run);
    if (!log)
        return log.errors();
    std::vector<ExportFile> files { { "run.log", *std::move(log), false },
        { "nvidia-smi.csv", deviceTable(incident, run), false },
        { "nccl-tests.txt", collectiveTables(engine, incident, run), false },
        { "plan.headroom.yaml", writePlan(incident.plan), false } };
    std::string text = readme(incident, files);
    files.push_back({ "README.md", std::move(text), false });
    signExport(files);
    return files;
}

} // namespace headroom
