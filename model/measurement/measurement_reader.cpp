#include "model/measurement/measurement_reader.h"

#include "model/base/text/ascii.h"
#include "model/measurement/run_columns.h"
#include "model/plan/fields/plan_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace headroom {
namespace {

using Text = std::string Measurement::*;
using Number = std::optional<double> Measurement::*;
using FlagMember = std::optional<bool> Measurement::*;

struct Column
{
    const char *name;
    Text text = nullptr;
    Number number = nullptr;
    FlagMember flag = nullptr;
    double least = 0, most = 0; ///< valid values
    bool isCount = false; ///< a fraction is a slip of the pen
    bool isOfRuns = false; ///< of project files alone: nobody misses it elsewhere
};

// Beyond these a number is a slip of the pen, and products of them would leave their types.
constexpr double maxOfAnything = 1e15, minAboveNothing = 1e-9;
constexpr double maxLayers = 1e5, maxWidth = 1e7, maxDegree = 1e6, maxCount = 1e9;

Column text(const char *name, Text member)
{
    return { name, member, nullptr, nullptr, 0, 0, false, isRunColumn(name) };
}
Column number(const char *name, Number member, double least = 0, double most = maxOfAnything)
{
    return { name, nullptr, member, nullptr, least, most, false, isRunColumn(name) };
}
Column count(const char *name, Number member, double most)
{
    return { name, nullptr, member, nullptr, 1, most, true };
}
Column flag(const char *name, FlagMember member)
{
    return { name, nullptr, nullptr, member, 0, 0, false };
}

const std::vector<Column> &columns()
{
    using M = Measurement;
    static const std::vector<Column> table { text("id", &M::id), text("quality", &M::quality),
        text("source", &M::source), text("framework", &M::framework),
        text("framework_version_or_date", &M::frameworkVersion), text("model_name", &M::modelName),
        number("params_total_b", &M::paramsTotalB), number("params_active_b", &M::paramsActiveB),
        count("layers", &M::layers, maxLayers), count("hidden", &M::hidden, maxWidth),
        number("ffn_hidden", &M::ffnHidden, 1, maxWidth), count("heads", &M::heads, maxLayers),
        count("kv_heads", &M::kvHeads, maxLayers), count("head_dim", &M::headDim, maxWidth),
        count("vocab", &M::vocab, maxCount), count("seq_len", &M::seqLen, maxCount),
        flag("gated_mlp", &M::gatedMlp), number("experts", &M::experts, 0, maxLayers),
        number("topk", &M::topK, 0, maxLayers), text("hardware", &M::hardware),
        count("devices", &M::devices, maxDegree),
        count("devices_per_node", &M::devicesPerNode, maxDegree),
        text("interconnect_note", &M::interconnectNote), text("precision", &M::precision),
        number("dp", &M::data, 0, maxDegree), number("fsdp", &M::fsdp, 0, maxDegree),
        number("zero_stage", &M::zeroStage, 0, 3), number("tp", &M::tensor, 0, maxDegree),
        number("pp", &M::pipeline, 0, maxDegree), number("vpp", &M::chunks, 0, maxDegree),
        number("cp", &M::context, 0, maxDegree), number("ep", &M::expert, 0, maxDegree),
        flag("sequence_parallel", &M::sequenceParallel),
        number("micro_batch", &M::microBatch, 0, maxCount),
        count("global_batch_seqs", &M::globalBatch, maxCount), text("remat", &M::remat),
        text("optimizer", &M::optimizer), text("attention", &M::attention),
        number("step_time_s", &M::stepSeconds),
        number("tokens_per_s_per_device", &M::tokensPerSecondPerDevice),
        number("tflops_per_device_model", &M::modelTflops),
        number("tflops_per_device_hw", &M::hardwareTflops), number("mfu_pct", &M::mfuPercent),
        number("hfu_pct", &M::hfuPercent), number("peak_mem_gib", &M::peakMemoryGib),
        number("peak_at_least_gib", &M::peakAtLeastGib), text("notes", &M::notes),
        text("memory_is", &M::memoryIs), text("plan_json", &M::planJson),
        text("fields_assumed", &M::fieldsAssumed) };
    return table;
}

std::string_view trimmed(std::string_view value)
{
    while (!value.empty() && (value.front() == ' ' || value.front() == '\t'))
        value.remove_prefix(1);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\t'))
        value.remove_suffix(1);
    return value;
}

/// A finite decimal number; nothing else.
std::optional<double> parsedNumber(std::string_view value)
{
    double result = 0;
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), result);
    if (failure != std::errc {} || end != value.data() + value.size() || !std::isfinite(result))
        return std::nullopt;
    return result;
}

std::optional<bool> parsedSwitch(std::string_view value)
{
    if (value == "y" || value == "yes" || value == "true" || value == "1")
        return true;
    if (value == "n" || value == "no" || value == "false" || value == "0")
        return false;
    return std::nullopt;
}

/// The largest degree when all of them together pass what any machine has, as an exclusion word.
std::string tooManyRanks(const Measurement &row)
{
    using M = Measurement;
    static constexpr std::array<std::pair<const char *, Number>, 7> degrees { { { "dp", &M::data },
        { "fsdp", &M::fsdp }, { "tp", &M::tensor }, { "pp", &M::pipeline }, { "vpp", &M::chunks },
        { "cp", &M::context }, { "ep", &M::expert } } };
    double product = 1, largest = 0;
    const char *name = "";
    for (const auto &[column, member] : degrees) {
        const double degree = (row.*member).value_or(1);
        product *= std::max(1.0, degree);
        if (degree > largest) {
            largest = degree;
            name = column;
        }
    }
    return product > maxCount ? std::string("broken-number:") + name : std::string();
}

/// The first required value that is missing, as an exclusion word.
std::string lacking(const Measurement &row)
{
    if (row.id.empty())
        return "lacks:id";
    if (!row.hidden && row.modelName.empty())
        return "lacks:hidden";
    if (!row.seqLen)
        return "lacks:seq_len";
    if (row.hardware.empty())
        return "lacks:hardware";
    if (!row.devices)
        return "lacks:devices";
    if (!row.globalBatch)
        return "lacks:global_batch_seqs";
    return {};
}

} // namespace

std::string Measurement::family() const
{
    const std::size_t dash = id.rfind('-');
    return dash == std::string::npos ? id : id.substr(0, dash);
}

std::string Measurement::twinKey() const
{
    const auto number = [](const std::optional<double> &value) { return value.value_or(0); };
    return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", family(), modelName,
        number(layers), number(seqLen), hardware, number(devices), precision.substr(0, 4),
        number(tensor), number(pipeline), number(context), number(expert), number(fsdp),
        number(microBatch), number(globalBatch));
}

const std::string *Measurement::toldValue(std::string_view path) const
{
    for (auto field = told.rbegin(); field != told.rend(); ++field)
        if (field->path == path)
            return &field->value;
    return nullptr;
}

Result<MeasurementReader> MeasurementReader::open(
    std::istream &stream, const std::string &name, const DataDirectories &directories)
{
    Result<MeasurementWords> words = MeasurementWords::load(directories);
    if (!words)
        return words.errors();
    MeasurementReader reader(stream, name, *std::move(words));
    std::vector<std::string> header;
    const bool hasHeader = reader.m_csv.next(header);
    if (auto problem = reader.problem())
        return *std::move(problem);
    if (!hasHeader)
        return Error { "measurement-header", name, { Message { "file-empty" } } };
    std::vector<bool> seen(columns().size(), false);
    const std::vector<std::string> &wordColumns = reader.m_words.columns();
    reader.m_wordColumns.assign(wordColumns.size(), header.size());
    for (std::size_t at = 0; at < header.size(); ++at) {
        const std::string_view wanted = trimmed(header[at]);
        int found = -1;
        for (std::size_t i = 0; i < columns().size(); ++i)
            if (wanted == columns()[i].name && !seen[i])
                found = static_cast<int>(i);
        const auto word = std::ranges::find(wordColumns, wanted) - wordColumns.begin();
        if (word < std::ssize(wordColumns))
            reader.m_wordColumns[static_cast<std::size_t>(word)] = at;
        if (found >= 0)
            seen[static_cast<std::size_t>(found)] = true;
        else if (wanted.find('.') != std::string_view::npos && planField(wanted))
            reader.m_planColumns.emplace_back(at, wanted);
        else if (!wanted.empty() && reader.m_words.use(wanted) == SettingUse::Unknown
            && !isRunColumn(wanted))
            reader.m_unknown.emplace_back(wanted);
        reader.m_columnOf.push_back(found);
    }
    if (!seen[0])
        return Error { "measurement-header", name, { Message { "no-id-column" } } };
    for (std::size_t i = 0; i < columns().size(); ++i)
        if (!seen[i] && !columns()[i].isOfRuns)
            reader.m_absent.push_back(columns()[i].name);
    return reader;
}

std::string_view MeasurementReader::cell(std::size_t column) const
{
    return column < m_fields.size() ? trimmed(m_fields[column]) : std::string_view {};
}

std::string MeasurementReader::takeTold(Measurement &row) const
{
    std::vector<std::string> cells;
    for (const std::size_t column : m_wordColumns)
        cells.push_back(asciiLowered(cell(column)));
    m_words.read(cells, row);
    for (const auto &[column, path] : m_planColumns) {
        const std::string_view value = cell(column);
        if (value.empty())
            continue;
        // A word that is no method would pass for a full training run; elsewhere what is not
        // understood changes nothing.
        if (Plan plan;
            path.starts_with("tuning.") && !setPlanField(plan, path, value, path).empty())
            return "broken-value:" + path;
        row.told.push_back({ path, std::string { value }, path, true });
    }
    return {};
}

bool MeasurementReader::next(Row &result)
{
    do {
        if (!m_csv.next(m_fields))
            return false;
    } while (m_fields.size() == 1 && trimmed(m_fields[0]).empty());
    Measurement row;
    std::string problem = m_csv.isBroken() ? "broken-row" : "";
    const std::size_t count = std::min(m_fields.size(), m_columnOf.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view value = trimmed(m_fields[i]);
        if (value.empty() || m_columnOf[i] < 0)
            continue;
        const Column &column = columns()[static_cast<std::size_t>(m_columnOf[i])];
        if (column.text) {
            (row.*column.text).assign(value);
        } else if (column.flag) {
            row.*column.flag = parsedSwitch(value);
        } else {
            const std::optional<double> parsed = parsedNumber(value);
            const bool isValidPlan = parsed && *parsed >= column.least && *parsed <= column.most
                && (*parsed == 0 || std::abs(*parsed) >= minAboveNothing)
                && (!column.isCount || *parsed == std::floor(*parsed));
            if (!isValidPlan && problem.empty())
                problem = std::string("broken-number:") + column.name;
            row.*column.number = parsed;
        }
    }
    if (problem.empty())
        problem = takeTold(row);
    if (problem.empty())
        problem = tooManyRanks(row);
    if (problem.empty())
        problem = lacking(row);
    if (problem.empty()) {
        result = std::move(row);
    } else {
        const int line = m_csv.line();
        result = ExcludedRow { row.id.empty() ? "line " + std::to_string(line) : row.id, problem,
            line };
    }
    return true;
}

} // namespace headroom
