#include "model/measurement/report/validation_report.h"

#include "model/base/document/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

namespace headroom {
namespace {

constexpr std::size_t blockAtOnce = 65536;

double finite(double value)
{
    return std::isfinite(value) ? value : 0;
}

std::string quoted(const std::string &text)
{
    return writeJson(Document(text), 0);
}

/// The terms that are not zero, by id.
template <class Term, class Terms> std::string termsJson(const Terms &terms)
{
    std::string text;
    for (std::size_t i = 0; i < terms.values.size(); ++i)
        if (const double value = finite(terms.values[i].value()); value != 0)
            text += fmt::format(
                "{}\"{}\": {:.9g}", text.empty() ? "" : ", ", termId(static_cast<Term>(i)), value);
    return text;
}

std::string baselinesJson(const ErrorFigures &own)
{
    std::string text;
    for (std::size_t i = 0; i < baselineCount; ++i) {
        const BaselineFigures &figures = own.baselines[i];
        text += fmt::format("{}\"{}\": {{\"n\": {}, \"median_ape\": {:.6g}, \"mape\": {:.6g}, "
                            "\"p90_ape\": {:.6g}}}",
            text.empty() ? "" : ", ", baselineId(static_cast<Baseline>(i)), figures.n,
            finite(figures.medianApe), finite(figures.meanApe), finite(figures.p90Ape));
    }
    return text;
}

std::string figuresJson(const ErrorFigures &own)
{
    return fmt::format(
        "{{\"n\": {}, \"median_ape\": {:.6g}, \"mape\": {:.6g}, \"p90_ape\": {:.6g}, "
        "\"bias\": {:.6g}, \"coverage80\": {:.6g}, \"half_width\": {:.6g}, "
        "\"baseline_mape\": {:.6g}, \"pair_order\": {:.6g}, "
        "\"pair_order_equal_sequence\": {:.6g}, \"choice_sets\": {}, \"regret_mean\": {:.6g}, "
        "\"regret_max\": {:.6g}, \"kendall_tau\": {:.6g}, \"baselines\": {{{}}}}}",
        own.n, finite(own.medianApe), finite(own.meanApe), finite(own.p90Ape), finite(own.bias),
        finite(own.coverage80), finite(own.halfWidth),
        finite(own.of(Baseline::Utilisation).meanApe), finite(own.pairOrder),
        finite(own.pairOrderEqualSequence), own.choiceSets, finite(own.regretMean),
        finite(own.regretMax), finite(own.kendallTau), baselinesJson(own));
}

std::string leftOutJson(const LeftOutSource &own)
{
    return fmt::format("{{\"sources\": {}, \"n\": {}, \"median_ape\": {:.6g}, \"p90_ape\": {:.6g}, "
                       "\"bias\": {:.6g}, \"coverage80\": {:.6g}, \"fit_median_ape\": {:.6g}, "
                       "\"fit_p90_ape\": {:.6g}, \"fit_coverage80\": {:.6g}, "
                       "\"apart_median_ape\": {:.6g}, \"apart_p90_ape\": {:.6g}}}",
        own.leftOut.sources, own.leftOut.rows, finite(own.leftOut.median), finite(own.leftOut.p90),
        finite(own.leftOut.bias), finite(own.leftOut.inside), finite(own.fit.median),
        finite(own.fit.p90), finite(own.fit.inside), finite(own.apart.median),
        finite(own.apart.p90));
}

std::string kindsJson(std::span<const LeftOutSource> kinds)
{
    std::string text = "[";
    for (const LeftOutSource &kind : kinds)
        text += fmt::format("{}\n    {{\"kind\": {}, \"left_out\": {}}}",
            text.size() > 1 ? "," : "", quoted(kind.name), leftOutJson(kind));
    return text + "\n  ]";
}

/// What the profiles take from a fit: constants, widths, sources, and the errors by kind.
std::string fitJson(const LeaveOutTable &table)
{
    std::string text = "{\n    \"constants\": [";
    const char *comma = "";
    for (const auto &[constant, value] : table.constants)
        for (const std::string &profile : constant.profiles) {
            text += fmt::format("{}\n      {{\"profile\": {}, \"key\": {}, \"prior\": {:.6g}, "
                                "\"value\": {:.4g}}}",
                comma, quoted(profile), quoted(constant.key), constant.prior, value);
            comma = ",";
        }
    text += "\n    ],\n    \"widths\": [";
    comma = "";
    for (const LeftOutWidth &width : table.widths) {
        text += fmt::format(
            "{}\n      {{\"key\": {}, \"kind\": \"{}\", \"rows\": {}, \"value\": {:.3g}}}", comma,
            quoted(width.key), width.isTpu ? "tpu" : "gpu", width.n, width.width);
        comma = ",";
    }
    text += "\n    ],\n    \"sources\": [";
    comma = "";
    for (const KnownSources &known : table.known) {
        text += fmt::format("{}\n      {{\"profile\": {}, \"dense\": {}, \"experts\": {}}}", comma,
            quoted(known.profile), known.dense, known.experts);
        comma = ",";
    }
    text += "\n    ],\n    \"held_out\": [";
    comma = "";
    for (const HeldOutFigures &own : table.heldOut) {
        text += fmt::format(
            "{}\n      {{\"scheme\": {}, \"quantity\": {}, \"n\": {}, \"groups\": {}, "
            "\"coverage80\": {:.4g}, \"half_width\": {:.4g}, \"score\": {:.4g}}}",
            comma, quoted(own.scheme), quoted(own.quantity), own.n, own.groups, finite(own.inside),
            finite(own.halfWidth), finite(own.score));
        comma = ",";
    }
    return text + "\n    ],\n    \"kinds\": " + kindsJson(table.kinds) + "\n  }";
}

/// Left-out figures by group, in the grouping of the report.
std::map<std::string, LeftOutSource> leftOutGroups(const LeaveOutTable &table, GroupBy by)
{
    std::map<std::string, std::vector<const LeftOutRun *>> members;
    for (const LeftOutRun &run : table.runs)
        members[groupKey(run.row, by)].push_back(&run);
    std::map<std::string, LeftOutSource> groups;
    for (const auto &[key, runs] : members)
        groups[key] = leftOutFigures(key, runs);
    return groups;
}

} // namespace

ValidationJsonWriter::ValidationJsonWriter(Write write)
    : m_write(std::move(write))
    , m_waiting(std::tmpfile())
{ }

ValidationJsonWriter::~ValidationJsonWriter()
{
    if (m_waiting)
        std::fclose(m_waiting);
}

void ValidationJsonWriter::begin()
{
    if (!m_hasBegun)
        m_write("{\n  \"predictions\": [");
    m_hasBegun = true;
}

void ValidationJsonWriter::add(const RowPrediction &row)
{
    begin();
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text),
        "{}\n    {{\"id\": {}, \"step_seconds\": {:.9g}, \"p10_seconds\": {:.9g}, "
        "\"p90_seconds\": {:.9g}, \"peak_bytes\": {:.12g}, \"p10_bytes\": {:.12g}, "
        "\"p90_bytes\": {:.12g}, \"time_terms\": {{{}}}, \"memory_terms\": {{{}}}}}",
        m_hasPrediction ? "," : "", quoted(row.id), finite(row.step.value.value()),
        finite(row.step.p10.value()), finite(row.step.p90.value()), finite(row.peak.value.value()),
        finite(row.peak.p10.value()), finite(row.peak.p90.value()), termsJson<TimeTerm>(row.time),
        termsJson<MemoryTerm>(row.memory));
    m_hasPrediction = true;
    m_write({ text.data(), text.size() });
}

void ValidationJsonWriter::add(const ExcludedRow &row)
{
    const std::string text = fmt::format("{}\n    {{\"id\": {}, \"reason\": {}}}",
        m_hasExclusion ? "," : "", quoted(row.id), quoted(row.reason));
    m_hasExclusion = true;
    m_kept += text;
    if (m_kept.size() >= blockAtOnce && m_waiting && !m_isFull)
        setAside();
}

void ValidationJsonWriter::setAside()
{
    const bool isWritten = std::fwrite(m_kept.data(), 1, m_kept.size(), m_waiting) == m_kept.size()
        && std::fflush(m_waiting) == 0;
    if (isWritten) {
        m_written += m_kept.size();
        m_kept.clear();
    } else {
        m_isFull = true; // the disk, perhaps: the rest waits in memory
    }
}

void ValidationJsonWriter::finish(
    const Validation &validation, GroupBy by, const LeaveOutTable *leaveOut, const PairTable *pairs)
{
    begin();
    m_write("\n  ],\n  \"excluded\": [");
    if (m_waiting && m_written > 0) {
        std::rewind(m_waiting);
        std::array<char, blockAtOnce> block {};
        for (std::size_t left = m_written; left > 0;) {
            const std::size_t count
                = std::fread(block.data(), 1, std::min(left, block.size()), m_waiting);
            if (count == 0)
                break;
            m_write({ block.data(), count });
            left -= count;
        }
    }
    m_write(m_kept);
    m_write("\n  ],\n");
    m_write(fmt::format("  \"rows\": {},\n  \"step_time\": {},\n  \"memory\": {},\n",
        validation.rows, figuresJson(validation.step), figuresJson(validation.memory)));
    std::string text = "  \"absent_columns\": [";
    const char *comma = "";
    for (const std::string &name : validation.absentColumns) {
        text += comma + quoted(name);
        comma = ", ";
    }
    text += "],\n  \"groups\": [";
    comma = "";
    const auto leftOut
        = leaveOut ? leftOutGroups(*leaveOut, by) : std::map<std::string, LeftOutSource> {};
    for (const ValidationGroup &group : validation.groups) {
        text += fmt::format("{}\n    {{\"key\": {}, \"step_time\": {}, \"memory\": {}", comma,
            quoted(group.key), figuresJson(group.step), figuresJson(group.memory));
        if (const auto found = leftOut.find(group.key); found != leftOut.end())
            text += ", \"left_out\": " + leftOutJson(found->second);
        text += "}";
        comma = ",";
    }
    text += "\n  ]";
    text += ",\n  \"expected\": " + kindsJson(validation.expected);
    if (leaveOut && !leaveOut->sources.empty())
        text += ",\n  \"left_out\": " + leftOutJson(leaveOut->sources.front())
            + ",\n  \"fit\": " + fitJson(*leaveOut);
    if (pairs)
        text += ",\n  \"pairs\": " + writeJson(pairTableDocument(*pairs));
    m_write(text + "\n}\n");
}

} // namespace headroom
