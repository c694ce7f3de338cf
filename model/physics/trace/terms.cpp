#include "model/physics/trace/terms.h"

namespace headroom {
namespace {

struct TermNames
{
    const char *id;
    const char *label;
};

constexpr std::array<TermNames, memoryTermCount> memoryNames { {
    { "weights", "Weights" },
    { "gradients", "Gradients" },
    { "optimizer_state", "Optimizer state" },
    { "saved_activations", "Saved activations" },
    { "working_set", "Working set" },
    { "logits_loss", "Logits and loss" },
    { "gathered_parameters", "Gathered parameters" },
    { "temporary", "Temporary buffers" },
    { "functional", "Functionality buffers" },
} };

constexpr std::array<TermNames, timeTermCount> timeNames { {
    { "gemm", "Matrix multiplications" },
    { "attention", "Attention core" },
    { "elementwise", "Element-wise and norms" },
    { "head_loss", "Head and loss" },
    { "optimizer", "Optimizer" },
    { "exposed_data", "Exposed data-parallel" },
    { "exposed_fsdp", "Exposed FSDP" },
    { "exposed_tensor", "Exposed tensor-parallel" },
    { "exposed_context", "Exposed context-parallel" },
    { "exposed_expert", "Exposed expert-parallel" },
    { "exposed_pipeline", "Exposed pipeline transfers" },
    { "bubble", "Pipeline bubble" },
    { "host_transfer", "Host transfers" },
    { "fixed", "Fixed overhead" },
} };

template <class Term, std::size_t N>
std::optional<Term> termById(const std::array<TermNames, N> &names, std::string_view id)
{
    for (std::size_t i = 0; i < N; ++i)
        if (id == names[i].id)
            return static_cast<Term>(i);
    return std::nullopt;
}

} // namespace

const char *termId(MemoryTerm term)
{
    return memoryNames[static_cast<std::size_t>(term)].id;
}

const char *termId(TimeTerm term)
{
    return timeNames[static_cast<std::size_t>(term)].id;
}

const char *termLabel(MemoryTerm term)
{
    return memoryNames[static_cast<std::size_t>(term)].label;
}

const char *termLabel(TimeTerm term)
{
    return timeNames[static_cast<std::size_t>(term)].label;
}

std::optional<MemoryTerm> memoryTermById(std::string_view id)
{
    return termById<MemoryTerm>(memoryNames, id);
}

std::optional<TimeTerm> timeTermById(std::string_view id)
{
    return termById<TimeTerm>(timeNames, id);
}

} // namespace headroom
