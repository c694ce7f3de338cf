#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>

namespace headroom {

/// An event of a Chrome trace, as far as steps and kernels need it; texts are valid during the
/// call. @source the Trace Event format; XProf: trace_events_to_json.cc; Kineto: output_json.cpp
struct TraceEvent
{
    std::string phase; ///< "X": complete, "M": names a process or thread
    std::string category; ///< of PyTorch: "kernel", "gpu_memcpy", "user_annotation" …
    std::string name;
    std::string given; ///< args.name of an "M" event
    std::string hloCategory; ///< args of XLA's operations
    std::string collective; ///< "Collective name" of PyTorch
    double start = 0, duration = 0; ///< µs
    std::int64_t process = 0, thread = 0;
    int device = -1; ///< args.device; −1: none

    void clear();
};

struct TraceListener
{
    std::function<void(const TraceEvent &)> onEvent;
    /// What stands beside the events: "device_name", "devices".
    std::function<void(const char *fact, const std::string &value)> onFact;
};

/// Reads a trace of any size; false, with the place in `problem`, where it is no such JSON. A list
/// that ends too early (a profiler that was killed) counts as far as it goes: `isCut` tells.
bool readTraceEvents(
    std::istream &stream, const TraceListener &listener, bool &isCut, std::string &problem);

} // namespace headroom
