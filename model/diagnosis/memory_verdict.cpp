#include "model/diagnosis/memory_verdict.h"

#include "model/advice/fit_repair.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::size_t shownTerms = 3;

Amount bytesOf(Bytes bytes)
{
    return { Amount::Memory, bytes.value() };
}

Message fillingTerms(const MemoryEstimate &memory)
{
    std::vector<MemoryTerm> terms;
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        terms.push_back(static_cast<MemoryTerm>(i));
    std::ranges::stable_sort(
        terms, std::greater {}, [&](MemoryTerm term) { return memory.terms[term]; });
    Operands operands { bytesOf(memory.peak), bytesOf(memory.budget) };
    for (std::size_t i = 0; i < shownTerms; ++i) {
        operands.emplace_back(std::string(termId(terms[i])));
        operands.emplace_back(bytesOf(memory.terms[terms[i]]));
    }
    return { "diagnosis-out-of-memory", std::move(operands) };
}

} // namespace

std::vector<Message> outOfMemoryNotes(const ResolvedPlan &resolved, const Estimate &predicted,
    const ProfileLibrary &library, const PlanAnswer &answer)
{
    std::vector<Message> notes { fillingTerms(predicted.memory) };
    if (predicted.memory.fits) {
        notes.push_back({ "diagnosis-memory-contradicts", {} });
        return notes;
    }
    const std::vector<FitRepair> repairs
        = fitRepairs(resolved, predicted, library.rematPolicyIds(), answer);
    if (repairs.empty()) {
        notes.push_back({ "diagnosis-no-fit", {} });
        return notes;
    }
    const FitRepair &cheapest = repairs.front();
    std::string changes;
    for (const FieldChange &change : cheapest.changes)
        changes += (changes.empty() ? "" : " ") + change.path + '=' + change.value;
    const double longer = cheapest.estimate.time.step.value() - predicted.time.step.value();
    notes.push_back({ longer >= 0 ? "diagnosis-fits-with" : "diagnosis-fits-faster-with",
        { changes, bytesOf(cheapest.estimate.memory.peak), durationOf(std::abs(longer)) } });
    return notes;
}

} // namespace headroom
