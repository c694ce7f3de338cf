#include "model/runs/log_reader.h"

#include "model/runs/anchor_set.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

/// All kinds of lines, in the order in which several of one line are read.
const std::vector<LineReader> &lineReaders()
{
    static const std::vector<LineReader> readers = [] {
        std::vector<LineReader> all;
        for (const auto part :
            { maxtextLines(), megatronLines(), torchtitanLines(), deepspeedLines(), trainerLines(),
                collectiveTestLines(), nsysLines(), machineLines(), signLines() })
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return readers;
}

const AnchorSet &lineAnchors()
{
    static const AnchorSet anchors = [] {
        std::vector<std::string_view> texts;
        for (const LineReader &reader : lineReaders())
            texts.push_back(reader.anchor);
        return AnchorSet(texts);
    }();
    return anchors;
}

} // namespace

LogReader::LogReader(std::string file)
    : m_file(std::move(file))
{ }

void LogReader::read(LineSource &source)
{
    LogLine line;
    while (source.next(line))
        take(line);
}

void LogReader::take(const LogLine &line)
{
    CleanLine clean { withoutEscapes(line.text, m_buffer), -1, line.number };
    lineAnchors().find(clean.text, m_anchors);
    if (m_anchors.empty() && !m_block)
        return;
    clean.rank = takeRank(clean.text);
    if (m_block) {
        // The reader may begin another block.
        Block block = std::exchange(m_block, nullptr);
        if (block(*this, clean) && !m_block)
            m_block = std::move(block);
    }
    for (const std::size_t anchor : m_anchors)
        lineReaders()[anchor].read(*this, clean);
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

void LogReader::finish(const std::string &digest, TraceCollection &into)
{
    // Set-up lines alone still tell about the machine that another file ran on.
    const bool hasMemory = m_machine.memory.compiled > 0 || m_machine.memory.inUse > 0;
    if (m_runs.empty()
        && (!m_machine.facts.empty() || hasMemory || !m_machine.notes.empty()
            || !m_machine.sums.empty()))
        m_runs.push_back(std::move(m_machine));
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
