#include "model/runs/project_file.h"

#include "model/base/files/write_file.h"
#include "model/base/text/display_line.h"
#include "model/base/units/quantity.h"
#include "model/launch/common/launch_spec.h"
#include "model/launch/sweep/sweep_export.h"
#include "model/measurement/numbers/csv_reader.h"
#include "model/measurement/run_columns.h"
#include "model/plan/fields/plan_file.h"
#include "model/runs/facts/run_series.h"
#include "model/runs/facts/step_profile.h"
#include "model/runs/project_rows.h"
#include "model/runs/run_memory.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace headroom {
namespace {

/// A measurement CSV of own runs stays far below this.
constexpr std::uint64_t maxProjectBytes = 64u << 20;

using CsvRow = std::map<std::string, std::string, std::less<>>;

/// A field that neither a CSV reader nor a spreadsheet takes for anything but its text.
std::string csvField(std::string_view text)
{
    std::string field = displayLine(text, std::string_view::npos);
    // A spreadsheet computes what begins like a formula; numbers may have a sign.
    if (!field.empty() && std::string_view("=+-@").find(field[0]) != std::string_view::npos
        && !wholeNumberText(field))
        field.insert(0, "'");
    if (field.find_first_of(",\"") == std::string::npos)
        return field;
    std::string quoted = "\"";
    for (const char letter : field) {
        if (letter == '"')
            quoted += '"';
        quoted += letter;
    }
    return quoted + '"';
}

std::string joinedSources(const RunRecord &run, std::string RunSource::*member)
{
    std::string text;
    for (const RunSource &source : run.sources)
        text += (text.empty() ? "" : ";") + displayLine(source.*member);
    return text;
}

/// Digests of what the steps were read from; of everything for a run without steps.
std::vector<std::string> keyDigests(const RunRecord &run)
{
    std::vector<std::string> digests;
    for (const RunSource &source : run.sources)
        if (source.hasSteps || !run.isMeasured())
            digests.push_back(source.digest);
    return digests;
}

std::string withoutSemicolons(std::string text)
{
    std::ranges::replace(text, ';', ',');
    return text;
}

std::string number(const std::optional<double> &value)
{
    return value ? fmt::format("{:.9g}", *value) : std::string {};
}

/// The columns that the plan decides, as sweeps write them.
CsvRow planColumns(const Plan &plan, const ProfileLibrary &library)
{
    const auto devices = std::int64_t { plan.hardware.nodes } * plan.hardware.devicesPerNode;
    CsvRow row { { "model_name", plan.model.id }, { "hardware", plan.hardware.accelerator },
        { "framework", plan.framework }, { "devices", std::to_string(devices) },
        { "seq_len", std::to_string(plan.workload.sequenceLength) },
        { "global_batch_seqs", std::to_string(plan.workload.globalBatchSequences) } };
    const Result<ResolvedPlan> resolved = resolvePlan(plan, library);
    if (!resolved)
        return row;
    ExportRequest request;
    request.original = plan;
    request.plan = *resolved;
    ExportDraft draft;
    const Result<LaunchSpec> spec = launchSpec(request, {}, draft);
    if (!spec)
        return row;
    for (const auto &[column, value] : measurementRow(*spec))
        row[column] = value;
    return row;
}

/// Paths of the fields of that origin, with blanks between.
std::string fieldList(const RunRecord &run, FieldOrigin origin)
{
    std::string list;
    for (const auto &[path, own] : run.fields)
        if (own == origin)
            list += (list.empty() ? "" : " ") + path;
    return list;
}

CsvRow rowOf(const RunRecord &run, const std::string &id, const ProfileLibrary &library)
{
    CsvRow row = planColumns(run.plan, library);
    row["id"] = id;
    row["quality"] = "high";
    row["source"] = run.source();
    row["step_time_s"] = number(run.stepSeconds);
    row["step_p10_s"] = number(run.stepP10);
    row["step_p90_s"] = number(run.stepP90);
    row["tokens_per_s_per_device"] = number(run.tokensPerSecondPerDevice);
    row["steps_used"] = std::to_string(run.steps.used);
    row["steps_left_out"] = std::to_string(run.steps.leftOutTotal);
    if (const auto memory = keptMemory(run)) {
        row[memory->column] = number(memory->bytes / bytesPerGib);
        row["memory_is"] = memory->is;
    }
    row["run_format"] = run.format;
    row["sources"] = joinedSources(run, &RunSource::file);
    row["digests"] = joinedSources(run, &RunSource::digest);
    row["plan_json"] = writeJson(planDocument(run.plan, PlanDetail::Complete), 0);
    row["profile_terms"] = termsText(run.terms);
    if (run.compiled)
        row["compiled_step"] = compiledText(*run.compiled);
    row["fields_read"] = fieldList(run, FieldOrigin::Read);
    row["fields_assumed"] = fieldList(run, FieldOrigin::Assumed);
    if (std::ranges::find(run.missing, RunFact::Devices) != run.missing.end())
        row["fields_assumed"] += std::string(" ") + assumedDevices;
    row["signs"] = run.signs.text();
    std::string &environment = row["environment"];
    for (const auto &[name, value] : run.environment)
        environment += (environment.empty() ? "" : ";") + name + '=' + withoutSemicolons(value);
    if (run.stepSeconds)
        row["step_series"] = stepSeriesText(run.steps.points);
    return row;
}

/// A project file in memory: the bytes of each row, and the values that say whether a run is there.
class ProjectText
{
public:
    /// Our columns and no row.
    static ProjectText empty()
    {
        ProjectText project;
        for (const char *column : measurementColumns())
            project.m_columns.emplace_back(column);
        project.m_columns.insert(project.m_columns.end(), runColumns.begin(), runColumns.end());
        return project;
    }

    static Result<ProjectText> read(const std::filesystem::path &file)
    {
        std::error_code failure;
        if (!std::filesystem::exists(file, failure))
            return empty();
        ProjectText project;
        const Result<std::string> text = readTextFile(file, maxProjectBytes);
        if (!text)
            return text.errors();
        if (const Problems problems = project.take(*text, file.string()); !problems.empty())
            return problems;
        return project;
    }

    /// Index of the row whose steps have the same content; nothing for a new run.
    std::optional<std::size_t> find(const RunRecord &run) const
    {
        const std::vector<std::string> keys = keyDigests(run);
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            for (const std::string &key : keys)
                if (m_rows[i].digests.find(key) != std::string::npos)
                    return i;
        return std::nullopt;
    }

    const std::string &idOf(std::size_t index) const { return m_rows[index].id; }
    std::string freeId(const std::string &wanted) const
    {
        std::string id = wanted;
        const auto isTaken = [&] {
            return std::ranges::any_of(m_rows, [&](const Entry &row) { return row.id == id; });
        };
        for (int i = 2; isTaken(); ++i)
            id = fmt::format("{}-{}", wanted, i);
        return id;
    }

    /// False: the row has these bytes already.
    bool replace(std::size_t index, const CsvRow &row)
    {
        Entry entry = entryOf(row);
        if (m_rows[index].text == entry.text)
            return false;
        m_rows[index] = std::move(entry);
        return true;
    }
    void append(const CsvRow &row) { m_rows.push_back(entryOf(row)); }
    std::size_t size() const { return m_rows.size(); }

    std::string text() const
    {
        std::string all = m_header.empty() ? line(m_columns) : m_header;
        for (const Entry &row : m_rows)
            all += row.text;
        return all;
    }

private:
    struct Entry
    {
        std::string text, id, digests; ///< text with its line break
    };

    static std::string line(const std::vector<std::string> &fields)
    {
        std::string text;
        for (std::size_t i = 0; i < fields.size(); ++i)
            text += (i == 0 ? "" : ",") + csvField(fields[i]);
        return text + '\n';
    }

    Entry entryOf(const CsvRow &row) const
    {
        std::vector<std::string> fields;
        for (const std::string &column : m_columns) {
            const auto value = row.find(column);
            fields.push_back(value == row.end() ? std::string {} : value->second);
        }
        return { line(fields), row.at("id"), row.at("digests") };
    }

    /// The bytes of the next record, line break included; quotes may hold line breaks.
    static std::string_view record(std::string_view &text)
    {
        bool isQuoted = false;
        std::size_t at = 0;
        for (; at < text.size(); ++at) {
            isQuoted = isQuoted != (text[at] == '"');
            if (text[at] == '\n' && !isQuoted)
                break;
        }
        const std::size_t size = std::min(at + 1, text.size());
        const std::string_view found = text.substr(0, size);
        text.remove_prefix(size);
        return found;
    }

    static std::vector<std::string> fieldsOf(std::string_view record)
    {
        std::istringstream stream { std::string(record) };
        CsvReader reader(stream);
        std::vector<std::string> fields;
        reader.next(fields);
        return fields;
    }

    Problems take(std::string_view text, const std::string &name)
    {
        const std::string_view header = record(text);
        m_columns = fieldsOf(header);
        for (std::string &column : m_columns)
            column = trimmed(column);
        if (std::ranges::find(m_columns, "id") == m_columns.end())
            return { { "measurement-header", name, { "the first line names no column 'id'" } } };
        m_header = header;
        while (!text.empty()) {
            std::string row(record(text));
            if (!row.ends_with('\n'))
                row += '\n';
            const std::vector<std::string> fields = fieldsOf(row);
            if (trimmed(row).empty())
                continue;
            m_rows.push_back({ std::move(row), fieldOf(fields, "id"), fieldOf(fields, "digests") });
        }
        addMissingColumns();
        return {};
    }

    std::string fieldOf(const std::vector<std::string> &fields, std::string_view column) const
    {
        const auto found = std::ranges::find(m_columns, column);
        const auto index = static_cast<std::size_t>(found - m_columns.begin());
        return index < fields.size() ? fields[index] : std::string {};
    }

    /// A CSV that somebody else began gets our columns behind its own; short rows are blank there.
    void addMissingColumns()
    {
        const std::size_t before = m_columns.size();
        const auto add = [&](const char *column) {
            if (std::ranges::find(m_columns, column) == m_columns.end())
                m_columns.emplace_back(column);
        };
        for (const char *column : measurementColumns())
            add(column);
        for (const char *column : runColumns)
            add(column);
        if (m_columns.size() > before)
            m_header.clear();
    }

    std::vector<std::string> m_columns;
    std::string m_header; ///< its bytes; empty: write the columns
    std::vector<Entry> m_rows;
};

} // namespace

Result<ProjectChange> addToProject(const std::filesystem::path &file,
    const std::vector<RunRecord> &runs, const ProfileLibrary &library, const LockPatience &patience)
{
    const Result<FileLock> lock = FileLock::wait(file, patience);
    if (!lock)
        return lock.errors();
    Result<ProjectText> reading = ProjectText::read(file);
    if (!reading)
        return reading.errors();
    ProjectText &project = reading.value();
    ProjectChange change;
    bool isChanged = false;
    for (const RunRecord &run : runs) {
        const std::optional<std::size_t> known = project.find(run);
        const std::string id = known ? project.idOf(*known) : project.freeId(run.id);
        const CsvRow row = rowOf(run, id, library);
        AddedAs added = AddedAs::New;
        if (!known)
            project.append(row);
        else
            added = project.replace(*known, row) ? AddedAs::Replaced : AddedAs::Unchanged;
        isChanged = isChanged || added != AddedAs::Unchanged;
        change.runs.push_back(added);
        change.ids.push_back(id);
    }
    change.rows = project.size();
    if (isChanged)
        if (const Problems problems = writeFileAtomically(file, project.text()); !problems.empty())
            return problems;
    return change;
}

Result<std::vector<ProjectRun>> listProject(const std::filesystem::path &file)
{
    const Result<std::string> text = readTextFile(file, maxProjectBytes);
    return text ? projectRows(*text, file.string()) : text.errors();
}

Result<std::vector<ProjectRun>> listRuns(
    const std::vector<RunRecord> &runs, const ProfileLibrary &library)
{
    ProjectText project = ProjectText::empty();
    for (const RunRecord &run : runs)
        project.append(rowOf(run, project.freeId(run.id), library));
    return projectRows(project.text(), {});
}

} // namespace headroom
