#include "model/launch/sweep/sweep_export.h"

#include "model/launch/common/export_directory.h"
#include "model/launch/common/script_text.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/sweep/sweep_scripts.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

/// Targets whose run.sh starts the whole run, and how many tasks a node gets under Slurm.
struct SweepTarget
{
    std::string_view id;
    bool taskPerDevice = false;
};
constexpr SweepTarget sweepTargets[] { { "maxtext-gpu" }, { "maxtext-tpu" },
    { "maxtext-slurm", true }, { "jax", true }, { "pgle-auto", false }, { "megatron" },
    { "torchtitan" }, { "deepspeed" }, { "hf-trainer" } };

const SweepTarget *sweepTarget(std::string_view id)
{
    const auto row = std::find_if(std::begin(sweepTargets), std::end(sweepTargets),
        [id](const SweepTarget &t) { return t.id == id; });
    return row == std::end(sweepTargets) ? nullptr : row;
}

/// Files of a case that its runs do not need.
bool isAside(const std::string &name)
{
    return name == "README.md" || name.starts_with("check_") || name.starts_with("measure_")
        || name.starts_with("all_reduce") || name.starts_with("tune_kernels");
}

/// One case, rendered, with what the manifest says about it.
struct RenderedCase
{
    std::vector<ExportFile> files;
    std::vector<std::pair<std::string, std::string>> row;
    std::optional<double> predictedSeconds;
    double tokensPerDevice = 0;
};

/// What a file says to a program: predictions in its comments do not count.
std::string withoutComments(const std::string &text)
{
    std::string rest;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
        if (text[start] != '#')
            rest.append(text, start, end - start);
        start = end;
    }
    return rest;
}

Result<RenderedCase> renderCase(const SweepCase &one, const ResolvedPlan &plan,
    const std::filesystem::path &folder, const ExportTarget &target, const ExportTools &tools)
{
    const Result<ResolvedPlan> variant = planOfCase(one, plan, tools.library, folder);
    if (!variant)
        return variant.errors();
    const Result<ExportRequest> request = prepareExport(*variant, folder, target, { true }, tools);
    if (!request)
        return request.errors();
    Result<std::vector<ExportFile>> files = renderTarget(*request, target);
    if (!files)
        return files.errors();
    ExportDraft ignored;
    const Result<LaunchSpec> spec = launchSpec(*request, target.id, ignored);
    if (!spec)
        return spec.errors();
    RenderedCase rendered;
    for (ExportFile &file : files.value())
        if (!isAside(file.name))
            rendered.files.push_back(
                { "cases/" + one.id + '/' + file.name, std::move(file.content), file.executable });
    rendered.row = measurementRow(*spec);
    if (request->prediction)
        rendered.predictedSeconds = request->prediction->time.step.value();
    rendered.tokensPerDevice = static_cast<double>(spec->batch.global)
        * static_cast<double>(spec->plan().workload.sequenceLength)
        / static_cast<double>(request->plan.deviceCount());
    return rendered;
}

/// Equal launch files, the plans beside them apart.
bool launchesTheSame(const RenderedCase &one, const RenderedCase &other)
{
    if (one.files.size() != other.files.size())
        return false;
    for (std::size_t i = 0; i < one.files.size(); ++i)
        if (!one.files[i].name.ends_with("plan.headroom.yaml")
            && withoutComments(one.files[i].content) != withoutComments(other.files[i].content))
            return false;
    return true;
}

Document rowDocument(const std::vector<std::pair<std::string, std::string>> &row)
{
    Document mapping = Document::mapping();
    for (const auto &[column, value] : row)
        mapping.set(column, value);
    return mapping;
}

Document caseDocument(
    const SweepCase &one, const RenderedCase &rendered, const RenderedCase &baseline)
{
    Document changes = Document::mapping();
    for (const FieldChange &change : one.changes)
        changes.set(change.path, change.value);
    Document row = Document::mapping();
    for (const auto &[column, value] : rendered.row)
        if (std::find(baseline.row.begin(), baseline.row.end(), std::pair { column, value })
            == baseline.row.end())
            row.set(column, value);
    Document document = Document::mapping({ { "id", one.id }, { "title", displayLine(one.title) },
        { "directory", "cases/" + one.id }, { "changes", changes }, { "row", row } });
    if (rendered.predictedSeconds)
        document.set("predicted_step_seconds", *rendered.predictedSeconds);
    return document;
}

std::string manifestText(const Sweep &sweep, const std::vector<RenderedCase> &rendered,
    const std::vector<SweepRun> &runs, const ExportTarget &target, const SweepOptions &options)
{
    std::vector<Document> cases;
    for (std::size_t i = 0; i < sweep.cases.size(); ++i)
        cases.push_back(caseDocument(sweep.cases[i], rendered[i], rendered.front()));
    std::vector<Document> order;
    for (const SweepRun &run : runs)
        order.push_back(Document::mapping(
            { { "run", run.number }, { "case", run.caseId }, { "directory", run.directory } }));
    std::vector<Document> columns;
    for (const char *column : measurementColumns())
        columns.emplace_back(column);
    return writeJson(Document::mapping({ { "schema_version", 1 }, { "id", sweep.id },
               { "purpose", sweep.purpose }, { "target", target.id },
               { "baseline", sweep.cases.front().id }, { "repetitions", options.repetitions },
               { "seed", static_cast<std::int64_t>(options.seed) },
               { "tokens_per_device_step", rendered.front().tokensPerDevice },
               { "columns", Document::sequence(std::move(columns)) },
               { "row", rowDocument(rendered.front().row) },
               { "cases", Document::sequence(std::move(cases)) },
               { "runs", Document::sequence(std::move(order)) } }))
        + "\n";
}

/// Number, folder, case, tasks per node, and one argument (or -) of each run.
std::string runList(const Sweep &sweep, const std::vector<SweepRun> &runs, int tasks)
{
    std::string text;
    for (const SweepRun &run : runs) {
        const auto one = std::find_if(sweep.cases.begin(), sweep.cases.end(),
            [&](const SweepCase &c) { return c.id == run.caseId; });
        const bool isPerNode = one->layout == ProcessLayout::PerNode;
        text += fmt::format("{} {} {} {} {}\n", run.number, run.directory, run.caseId,
            isPerNode ? 1 : tasks, isPerNode ? "hardware=gpu" : "-");
    }
    return text;
}

std::string readme(const Sweep &sweep, const std::vector<SweepRun> &runs, const LaunchSpec &spec,
    const std::vector<RenderedCase> &rendered, const SweepOptions &options)
{
    std::string text = fmt::format(
        "# Sweep: {}\n\n{}\n\nTarget {}; {} cases, {} repetitions, {} runs of {} steps. The "
        "baseline runs first, between repetitions and last, so that a drift of the machine "
        "shows. Every other case differs from it in what its title says and in nothing else.\n\n",
        sweep.id, introduction(spec).front(), spec.target, sweep.cases.size(), options.repetitions,
        runs.size(), benchmarkSteps);
    text += "| case | what differs | predicted step |\n| --- | --- | --- |\n";
    for (std::size_t i = 0; i < sweep.cases.size(); ++i)
        text += fmt::format("| {} | {} | {} |\n", sweep.cases[i].id,
            markdownCode(sweep.cases[i].title),
            rendered[i].predictedSeconds ? fmt::format("{:.4f} s", *rendered[i].predictedSeconds)
                                         : "-");
    text += "\n## How to run\n\n`bash run_sweep.sh` runs everything here, or inside an allocation; "
            "`sbatch sweep.sbatch` "
            "runs the same as a job array, one run at a time. Both continue where they stopped. "
            "`bash collect.sh` ranks "
            "the cases with their noise, says where there is no difference, and writes "
            "measurements.csv, which "
            "`headroom-cli validate` and `--calibration` read.\n\n"
            "## Files\n\n"
            "- `manifest.json`: cases, order, seed and repetitions.\n"
            "- `runs.txt`: the order of runs, for the scripts.\n"
            "- `cases/`: one folder per case with its launch files and its plan.\n"
            "- `run_one.sh`, `run_sweep.sh`, `sweep.sbatch`: start runs.\n"
            "- `record.sh`: writes versions, flags, environment, nodes and topology next to each "
            "log.\n"
            "- `collect.sh`, `collect.py`: the table and measurements.csv.\n\n";
    return text;
}

} // namespace

std::vector<SweepRun> sweepOrder(const Sweep &sweep, const SweepOptions &options)
{
    std::vector<SweepRun> runs;
    const auto add = [&](const std::string &id) {
        const int number = static_cast<int>(runs.size()) + 1;
        runs.push_back({ number, id, fmt::format("{:03}-{}", number, id) });
    };
    std::vector<std::string> ids;
    for (std::size_t i = 1; i < sweep.cases.size(); ++i)
        ids.push_back(sweep.cases[i].id);
    add(sweep.cases.front().id);
    std::uint64_t state = options.seed;
    for (int repetition = 0; repetition < options.repetitions; ++repetition) {
        // Fisher-Yates with Knuth's 64-bit congruential generator: the same order everywhere.
        for (std::size_t i = ids.size(); i > 1; --i) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            std::swap(ids[i - 1], ids[static_cast<std::size_t>((state >> 33) % i)]);
        }
        for (const std::string &id : ids)
            add(id);
        add(sweep.cases.front().id);
    }
    return runs;
}

Result<SweepExport> sweepFiles(const Sweep &wanted, const ResolvedPlan &plan,
    const std::filesystem::path &folder, const ExportTarget &target, const SweepOptions &options,
    const ExportTools &tools)
{
    const SweepTarget *kind = sweepTarget(target.id);
    if (!kind)
        return notExpressible(target, { {}, { "sweep-needs-script" } });
    std::vector<RenderedCase> rendered;
    Errors errors;
    Sweep sweep { wanted.id, wanted.purpose, {} };
    for (const SweepCase &one : wanted.cases) {
        Result<RenderedCase> result = renderCase(one, plan, folder, target, tools);
        if (!result) {
            errors.insert(errors.end(), result.errors().begin(), result.errors().end());
            continue;
        }
        const bool isFirst = rendered.empty();
        if (!isFirst && one.layout == ProcessLayout::AsExported
            && launchesTheSame(*result, rendered.front()))
            continue;
        rendered.push_back(*std::move(result));
        sweep.cases.push_back(one);
    }
    if (errors.empty() && sweep.cases.size() < 2)
        return Error { "sweep-empty", "--over", { wanted.id, Message { "sweep-of-the-plan" } } };
    if (!errors.empty())
        return errors;
    const Result<ExportRequest> request = prepareExport(plan, folder, target, { true }, tools);
    if (!request)
        return request.errors();
    ExportDraft draft;
    const Result<LaunchSpec> spec = launchSpec(*request, target.id, draft);
    if (!spec)
        return spec.errors();
    const std::vector<SweepRun> runs = sweepOrder(sweep, options);
    const int tasks = kind->taskPerDevice ? spec->processesPerNode() : 1;
    std::vector<ExportFile> files {
        { "manifest.json", manifestText(sweep, rendered, runs, target, options), false },
        { "runs.txt", runList(sweep, runs, tasks), false },
        { "run_one.sh", runOneScript(*spec), true },
        { "run_sweep.sh", runSweepScript(*spec), true },
        { "sweep.sbatch", sweepJob(*spec, runs.size(), tasks), true },
        { "record.sh", recordScript(*spec), true }, { "collect.sh", collectScript(*spec), true },
        { "collect.py", introducedScript(*spec, "collect.py"), true },
        { "plan.headroom.yaml", portablePlan(*request, draft), false }
    };
    for (RenderedCase &one : rendered)
        std::move(one.files.begin(), one.files.end(), std::back_inserter(files));
    files.push_back({ "README.md", readme(sweep, runs, *spec, rendered, options), false });
    signExport(files);
    return SweepExport { std::move(sweep), std::move(files) };
}

} // namespace headroom
