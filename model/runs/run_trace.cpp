#include "model/runs/run_trace.h"

#include <algorithm>

namespace headroom {

void MemoryPeaks::join(const MemoryPeaks &other)
{
    allocated = std::max(allocated, other.allocated);
    reserved = std::max(reserved, other.reserved);
    device = std::max(device, other.device);
    compiled = std::max(compiled, other.compiled);
    inUse = std::max(inUse, other.inUse);
}

void RunTrace::note(Message what)
{
    if (notes.size() < mostNotes && std::ranges::find(notes, what) == notes.end())
        notes.push_back(std::move(what));
}

void TraceCollection::add(Unrecognised what)
{
    ++unrecognisedCount;
    if (unrecognised.size() < mostUnrecognised)
        unrecognised.push_back(std::move(what));
}

void TraceCollection::add(const OperationSample &sample)
{
    if (operations.size() < mostOperations)
        operations.push_back(sample);
}

} // namespace headroom
