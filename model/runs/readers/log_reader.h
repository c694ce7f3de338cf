#pragma once

#include "model/runs/facts/run_trace.h"
#include "model/runs/readers/generic_log.h"
#include "model/runs/text/line_shapes.h"
#include "model/runs/text/line_source.h"
#include "model/runs/text/scan.h"

#include <functional>
#include <optional>
#include <span>

namespace headroom {

class LogReader;

/// A line as readers of formats get it: escapes and the rank in front are taken off.
struct CleanLine
{
    std::string_view text;
    int rank = -1; ///< that printed it; −1: not told
    std::int64_t number = 0;
    LineShape *shape = nullptr; ///< of the line, where lines like it are remembered

    /// What comes behind the first `mark`; nothing where it is not there.
    /// @param mark  a literal without digits
    Scan behind(std::string_view mark) const;
    /// The number behind it.
    std::optional<double> numberBehind(std::string_view mark) const;
    std::optional<std::int64_t> integerBehind(std::string_view mark) const;
};

/// A text that a kind of line holds, and what reads such lines. Every format is a table of these.
struct LineReader
{
    std::string_view anchor;
    void (*read)(LogReader &log, const CleanLine &line);
};

std::span<const LineReader> maxtextLines();
std::span<const LineReader> megatronLines();
std::span<const LineReader> torchtitanLines();
std::span<const LineReader> deepspeedLines();
std::span<const LineReader> trainerLines();
std::span<const LineReader> collectiveTestLines();
std::span<const LineReader> nsysLines();
/// What several frameworks and systems print: devices, Slurm, memory faults, compiler reports.
std::span<const LineReader> machineLines();
/// What points at why a run is slow.
std::span<const LineReader> signLines();
/// Curves of TensorBoard.
std::span<const LineReader> scalarLines();
/// Commands that a log shows.
std::span<const LineReader> commandLines();
/// How a run ended before its time.
std::span<const LineReader> crashLines();
/// What programs print that train nothing.
std::span<const LineReader> otherProgramLines();

/// Reads the output of one process, job or node, whatever it holds: every line goes to the formats
/// whose anchors it has, and lines of a block (arguments, tables) to the block's reader.
class LogReader
{
public:
    explicit LogReader(std::string file);

    void read(LineSource &source);
    /// Hands over runs, operations and what was not understood.
    void finish(const std::string &digest, TraceCollection &into);

    // For the readers of formats:
    const std::string &file() const { return m_file; }
    /// The run of that framework that the log is at; begun when there is none.
    RunTrace &run(std::string_view framework, std::string_view format);
    /// A configuration is printed: a run that has steps already ends, another begins.
    RunTrace &configured(std::string_view framework, std::string_view format);
    /// The run that the log is at, whatever its framework; set-up lines before any are kept for it.
    RunTrace &anyRun();
    void unrecognised(const CleanLine &line, Message reason);
    void unrecognised(std::int64_t line, Message reason);
    void add(const OperationSample &sample) { m_found.add(sample); }
    /// A figure of the run under one of our names; two that differ are noted, the first stays.
    void told(const char *fact, double value, const CleanLine &line);
    /// A step of a program of no known framework was seen.
    bool hasBegun() const { return m_generic.hasBegun(); }
    /// Numbers under names, as a line of no known framework has them.
    void metrics(const CleanLine &line) { m_generic.take(*this, line); }
    /// A step was over at that time, and nothing else is told of it.
    void clocked(std::int64_t step, double clock) { m_generic.addClocked(step, clock); }
    /// The program is one that trains nothing: said where nothing else is found.
    void seeOther(Message what, const CleanLine &line);
    /// Reads the following lines, also those without an anchor, until it returns false.
    using Block = std::function<bool(LogReader &, const CleanLine &)>;
    void beginBlock(Block block) { m_block = std::move(block); }
    bool isInBlock() const { return static_cast<bool>(m_block); }

private:
    void take(const LogLine &line);
    LineShape *findAnchors(std::string_view text);
    void finishGeneric();

    std::string m_file;
    std::string m_buffer;
    std::vector<std::size_t> m_anchors; ///< of the line that is read
    LineShapes m_shapes;
    std::vector<RunTrace> m_runs;
    RunTrace m_machine; ///< set-up lines that came before any run
    TraceCollection m_found;
    GenericLog m_generic;
    std::optional<Unrecognised> m_other; ///< what else the program does
    Block m_block;
    std::size_t m_cutLines = 0;
};

} // namespace headroom
