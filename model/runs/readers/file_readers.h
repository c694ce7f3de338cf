#pragma once

#include "model/runs/facts/run_trace.h"
#include "model/runs/text/digest_stream.h"

#include <istream>

namespace headroom {

/// What a file is, by its name and beginning.
enum class RunFileKind {
    Log,
    Json,
    Trace,
    Toml,
    Yaml,
    Script,
    Program,
    Tracker,
    Gzip,
    Compressed,
    Binary
};
RunFileKind runFileKind(const std::string &name, std::string_view beginning);

/// Reads one file, or standard input, of any kind; what cannot be read or is not understood stands
/// in `unrecognised`.
void readRunFile(const std::string &file, TraceCollection &into);
void readRunInput(TraceCollection &into);
void readRunStream(std::istream &stream, const std::string &name, TraceCollection &into);

/// trainer_state.json, results of a Trainer, configurations as JSON, results of nccl-tests.
void readJsonSource(DigestStream &stream, const std::string &file, TraceCollection &into);
/// Traces of XProf and of PyTorch's profiler: the step in terms.
void readTraceSource(DigestStream &stream, const std::string &file, TraceCollection &into);

} // namespace headroom
