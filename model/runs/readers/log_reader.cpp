#include "model/runs/readers/log_reader.h"

#include "model/base/text/ascii.h"
#include "model/runs/facts/join_traces.h"
#include "model/runs/text/anchor_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom {
namespace {

/// Texts of lines that may print a step of any program, or a figure of its configuration.
constexpr std::array genericAnchors { "step", "Step", "iter", "Iter", "s/it", "it/s", "loss", "Ep ",
    "batch", "Batch", "throughput/", "time/", "memory", "Memory", "mem (GiB)", "tokens_per",
    "tokens/s", "seq_len", "sequence_len", "max_seq", "block_size", "cutoff_len", "context_length",
    "accumulation", "world_size", "WORLD_SIZE", "world size", "num_gpus", "NUM_GPUS", "Num GPUs",
    "nnodes", "num_nodes", "parallel with size", "parallel size", "params: ", "arameters",
    "max allocated", "global_step", "examples/sec", "max_length", "num_updates", "GPU number" };

/// All kinds of lines, in the order in which several of one line are read. Where a framework's own
/// reader has a line, the generic one leaves it alone.
struct Readers
{
    std::vector<LineReader> all;
    std::size_t own = 0, generic = 0; ///< end of the frameworks' readers, begin of generic texts
};

const Readers &lineReaders()
{
    static const Readers readers = [] {
        Readers rows;
        for (const auto part :
            { maxtextLines(), megatronLines(), torchtitanLines(), deepspeedLines() })
            rows.all.insert(rows.all.end(), part.begin(), part.end());
        rows.own = rows.all.size();
        for (const auto part : { trainerLines(), collectiveTestLines(), nsysLines(), machineLines(),
                 signLines(), commandLines(), crashLines(), otherProgramLines(), scalarLines() })
            rows.all.insert(rows.all.end(), part.begin(), part.end());
        rows.generic = rows.all.size();
        return rows;
    }();
    return readers;
}

const AnchorSet &lineAnchors()
{
    static const AnchorSet anchors = [] {
        std::vector<std::string_view> texts;
        for (const LineReader &reader : lineReaders().all)
            texts.push_back(reader.anchor);
        texts.insert(texts.end(), genericAnchors.begin(), genericAnchors.end());
        return AnchorSet(texts);
    }();
    return anchors;
}

/// Those of the anchors that have digits, each written as 0.
const AnchorSet &digitAnchors()
{
    static const AnchorSet anchors = [] {
        std::vector<std::string> masked;
        for (const LineReader &reader : lineReaders().all)
            if (std::ranges::any_of(reader.anchor, isAsciiDigit)) {
                masked.emplace_back(reader.anchor);
                std::ranges::replace_if(masked.back(), isAsciiDigit, '0');
            }
        return AnchorSet({ masked.begin(), masked.end() });
    }();
    return anchors;
}

/// Whether facts are those of a training that is set up: an inference has none of them.
bool tellsTraining(const ConfigFacts &facts)
{
    static constexpr std::array alone { "per_device_train_batch_size", "total_batch",
        "gradient_accumulation_steps", "trainable_parameters", "batch_tokens", "data" };
    return facts.has("trains")
        || std::ranges::any_of(alone, [&](const char *fact) { return facts.has(fact); });
}

} // namespace

Scan CleanLine::behind(std::string_view mark) const
{
    if (shape) {
        const std::size_t at = shape->behind(text, mark);
        return Scan { at == std::string_view::npos ? std::string_view {} : text.substr(at) };
    }
    Scan scan { text };
    return scan.after(mark) ? scan : Scan { {} };
}

std::optional<double> CleanLine::numberBehind(std::string_view mark) const
{
    return behind(mark).number();
}

std::optional<std::int64_t> CleanLine::integerBehind(std::string_view mark) const
{
    return behind(mark).integer();
}

LogReader::LogReader(std::string file)
    : m_file(std::move(file))
{ }

void LogReader::read(LineSource &source)
{
    LogLine line;
    while (source.next(line))
        take(line);
}

/// The anchors of a line into m_anchors; its shape, where lines like it are remembered.
LineShape *LogReader::findAnchors(std::string_view text)
{
    LineShape *shape = m_shapes.find(text);
    if (shape && !shape->masked.empty()) {
        m_anchors = shape->anchors;
        return shape;
    }
    lineAnchors().find(text, m_anchors);
    std::vector<std::size_t> withDigits;
    if (shape)
        digitAnchors().find(m_shapes.masked(), withDigits);
    if (!shape || !withDigits.empty())
        return nullptr; // which anchors it has depends on its digits
    shape->anchors = m_anchors;
    m_shapes.keep(*shape);
    return shape;
}

void LogReader::take(const LogLine &line)
{
    CleanLine clean { withoutEscapes(line.text, m_buffer), -1, line.number };
    LineShape *const shape = clean.shape = findAnchors(clean.text);
    if (m_anchors.empty() && !m_block)
        return;
    clean.rank = takeRank(clean.text);
    const bool isGeneric = !m_block && m_anchors.front() >= lineReaders().own
        && m_anchors.back() >= lineReaders().generic;
    if (m_block) {
        // The reader may begin another block.
        Block block = std::exchange(m_block, nullptr);
        if (block(*this, clean) && !m_block)
            m_block = std::move(block);
    }
    for (const std::size_t anchor : m_anchors)
        if (anchor < lineReaders().generic)
            lineReaders().all[anchor].read(*this, clean);
    if (isGeneric)
        m_generic.take(*this, clean, shape);
    if (line.isCut)
        unrecognised(line.number, { "run-line-cut", {} });
}

RunTrace &LogReader::run(std::string_view framework, std::string_view format)
{
    const auto found = std::find_if(m_runs.rbegin(), m_runs.rend(),
        [&](const RunTrace &trace) { return trace.framework == framework; });
    if (found != m_runs.rend()) {
        if (found->format.empty())
            found->format = format;
        return *found;
    }
    RunTrace trace = std::move(m_machine);
    m_machine = RunTrace {};
    trace.framework = framework;
    trace.format = format;
    m_runs.push_back(std::move(trace));
    return m_runs.back();
}

RunTrace &LogReader::configured(std::string_view framework, std::string_view format)
{
    RunTrace &last = run(framework, format);
    if (!last.isMeasured())
        return last;
    RunTrace next;
    next.framework = framework;
    next.format = format;
    next.facts = last.facts; // the machine is the same
    m_runs.push_back(std::move(next));
    return m_runs.back();
}

RunTrace &LogReader::anyRun()
{
    return m_runs.empty() ? m_machine : m_runs.back();
}

void LogReader::unrecognised(const CleanLine &line, Message reason)
{
    unrecognised(line.number, std::move(reason));
}

void LogReader::unrecognised(std::int64_t line, Message reason)
{
    m_found.add(Unrecognised { m_file, line, std::move(reason) });
}

void LogReader::told(const char *fact, double value, const CleanLine &line)
{
    RunTrace &run = anyRun();
    const auto own = run.facts.number(fact);
    if (!own)
        return run.facts.set(fact, fmt::format("{:.15g}", value), m_file, line.number);
    if (std::abs(*own - value) <= 1e-6 * std::abs(value))
        return;
    // A program that begins anew with another batch says so before its first step.
    const std::string_view name = fact;
    const bool isBatch = name == "total_batch" || name == "per_device_train_batch_size"
        || name == "gradient_accumulation_steps";
    if (isBatch && !run.isMeasured() && !m_generic.hasBegun())
        run.facts.set(fact, fmt::format("{:.15g}", value), m_file, line.number);
    else {
        run.note({ "run-facts-differ",
            { fact, fmt::format("{:g}", *own), fmt::format("{:g}", value) } });
        run.facts.set(std::string("differs:") + fact, "true", m_file, line.number);
    }
}

void LogReader::seeOther(Message what, const CleanLine &line)
{
    if (!m_other)
        m_other = { m_file, line.number, std::move(what) };
}

/// Steps and figures of lines that no framework's reader knows go to the run that lacks them: one
/// that has a configuration and no steps yet, or a layer over the program that printed them; else
/// they are a run of no known framework.
void LogReader::finishGeneric()
{
    const auto isMeasured = [](const RunTrace &run) { return run.isMeasured(); };
    auto target = std::find_if_not(m_runs.rbegin(), m_runs.rend(), isMeasured);
    if (std::ranges::any_of(m_runs, isMeasured))
        target = isTorchLayer(m_runs.back().framework) ? m_runs.rbegin() : m_runs.rend();
    if (target != m_runs.rend())
        return m_generic.finish(*target);
    const bool isTraining
        = m_generic.hasTraining() && (!m_other || m_generic.hasLoss() || m_machine.crash);
    if (!m_runs.empty() || (!isTraining && (m_other || !tellsTraining(m_machine.facts))))
        return;
    m_machine.format = "text-log";
    m_generic.finish(m_machine);
    m_runs.push_back(std::move(m_machine));
    m_machine = RunTrace {};
}

void LogReader::finish(const std::string &digest, TraceCollection &into)
{
    finishGeneric();
    // Set-up lines alone still tell about the machine that another file ran on.
    const bool hasMemory = m_machine.memory.compiled > 0 || m_machine.memory.inUse > 0;
    if (m_runs.empty()
        && (!m_machine.facts.empty() || hasMemory || !m_machine.notes.empty()
            || !m_machine.sums.empty() || m_machine.crash))
        m_runs.push_back(std::move(m_machine));
    if (m_other && std::ranges::none_of(m_runs, [](const RunTrace &run) {
            return run.isMeasured() || run.crash || !run.config.empty() || !run.format.empty();
        })) {
        m_runs.clear();
        into.add(std::move(*m_other));
    }
    for (RunTrace &trace : m_runs) {
        trace.sources.push_back({ m_file, digest, trace.isMeasured() });
        into.runs.push_back(std::move(trace));
    }
    for (const OperationSample &sample : m_found.operations)
        into.add(sample);
    const std::int64_t unlisted
        = m_found.unrecognisedCount - static_cast<std::int64_t>(m_found.unrecognised.size());
    for (Unrecognised &what : m_found.unrecognised)
        into.add(std::move(what));
    into.unrecognisedCount += unlisted;
}

} // namespace headroom
