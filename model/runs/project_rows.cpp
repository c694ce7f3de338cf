#include "model/runs/project_rows.h"

#include "model/base/units/quantity.h"
#include "model/measurement/numbers/csv_reader.h"
#include "model/measurement/run_columns.h"
#include "model/runs/facts/run_series.h"
#include "model/runs/facts/step_profile.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <sstream>

namespace headroom {

Result<std::vector<ProjectRun>> projectRows(const std::string &text, const std::string &file)
{
    std::istringstream stream(text);
    CsvReader reader(stream);
    std::vector<std::string> header, fields;
    reader.next(header);
    std::vector<ProjectRun> runs;
    std::map<std::string, std::size_t, std::less<>> columns;
    for (std::size_t i = 0; i < header.size(); ++i)
        columns.try_emplace(std::string(trimmed(header[i])), i);
    if (!columns.contains("id"))
        return Error { "measurement-header", file, { "the first line names no column 'id'" } };
    const auto value = [&](std::string_view column) -> std::string {
        const auto found = columns.find(column);
        return found != columns.end() && found->second < fields.size()
            ? std::string(trimmed(fields[found->second]))
            : std::string {};
    };
    while (reader.next(fields)) {
        if (fields.size() == 1 && trimmed(fields[0]).empty())
            continue;
        ProjectRun run { value("id"), value("source"), value("run_format"), value("framework"),
            value("model_name"), value("hardware"), value("memory_is"), {}, value("plan_json"),
            wholeNumberText(value("devices")), wholeNumberText(value("step_time_s")),
            wholeNumberText(value("step_p10_s")), wholeNumberText(value("step_p90_s")),
            wholeNumberText(value("tokens_per_s_per_device")), {}, 0, 0, reader.line() };
        if (const auto gib = wholeNumberText(value("peak_mem_gib")))
            run.peakBytes = *gib * bytesPerGib;
        run.stepsUsed = static_cast<std::int64_t>(wholeNumberText(value("steps_used")).value_or(0));
        run.stepsLeftOut
            = static_cast<std::int64_t>(wholeNumberText(value("steps_left_out")).value_or(0));
        const std::string digests = value("digests"), environment = value("environment");
        for (Scan scan { digests }; !scan.rest().empty();)
            run.digests.emplace_back(scan.until(";"));
        run.signs = RunSigns::parse(value("signs"));
        run.terms = parseTerms(value("profile_terms"));
        if (CompiledStep compiled = parseCompiled(value("compiled_step")); !compiled.isEmpty())
            run.compiled = std::move(compiled);
        run.points = parseStepSeries(value("step_series"));
        for (Scan scan { environment }; !scan.rest().empty();) {
            Scan entry { scan.until(";") };
            const std::string name(entry.until("="));
            run.environment.try_emplace(name, entry.rest());
        }
        run.fieldsRead = fieldPaths(value("fields_read"));
        run.fieldsAssumed = fieldPaths(value("fields_assumed"));
        runs.push_back(std::move(run));
    }
    return runs;
}

} // namespace headroom
