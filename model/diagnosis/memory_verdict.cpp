#include "model/diagnosis/memory_verdict.h"

#include "model/session/plan_remedies.h"

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
    Operands operands { bytesOf(memory.decisive().bytes), bytesOf(memory.budget) };
    for (std::size_t i = 0; i < shownTerms; ++i) {
        operands.emplace_back(Phrase { termLabel(terms[i]) });
        operands.emplace_back(bytesOf(memory.terms[terms[i]]));
    }
    return { "diagnosis-out-of-memory", std::move(operands) };
}

} // namespace

std::vector<Message> outOfMemoryNotes(
    const ResolvedPlan &resolved, const Estimate &predicted, const Estimator &estimator)
{
    std::vector<Message> notes { fillingTerms(predicted.memory) };
    if (predicted.memory.fits) {
        notes.push_back({ "diagnosis-memory-contradicts", {} });
        return notes;
    }
    const Remedies found = planRemedies(estimator, resolved, predicted);
    const auto cheapest = std::ranges::find_if(
        found.all, [](const Remedy &remedy) { return remedy.estimate.memory.fits; });
    if (cheapest == found.all.end()) {
        notes.push_back({ "diagnosis-no-fit", {} });
        return notes;
    }
    std::string changes;
    for (const FieldChange &change : cheapest->changes)
        changes += (changes.empty() ? "" : " ") + change.path + '=' + change.value;
    const double longer = cheapest->estimate.time.step.value() - predicted.time.step.value();
    notes.push_back({ longer >= 0 ? "diagnosis-fits-with" : "diagnosis-fits-faster-with",
        { changes, bytesOf(cheapest->estimate.memory.decisive().bytes),
            durationOf(std::abs(longer)) } });
    return notes;
}

} // namespace headroom
