#include "model/plan/optimizer_traits.h"

namespace headroom {
namespace {

constexpr OptimizerName absent {};

// Columns: MaxText opt_type, optax (plain JAX: the program's own), Megatron-LM --optimizer,
// torchtitan optimizer.name, DeepSpeed optimizer.type, Trainer --optim; then --optim with pages.
// @source transformers training_args.py (OptimizerNames)
constexpr std::array<OptimizerTraits, optimizerCount> optimizerTable {
    OptimizerTraits { Optimizer::AdamW, "adamw", { 8, 4, 2 }, false,
        { OptimizerName { "adamw" }, { "adamw" }, { "adam" }, { "AdamW" }, { "AdamW" },
            { "adamw_torch_fused" } },
        "paged_adamw_32bit" },
    OptimizerTraits { Optimizer::AdamWBf16, "adamw_bf16", { 4, 4, 4 }, true,
        { OptimizerName { "adamw" }, { "adamw" }, { "adam" }, { "AdamW" }, absent,
            { "adamw_anyprecision",
                "use_kahan_summation=True,momentum_dtype=bfloat16,variance_dtype=bfloat16" } } },
    OptimizerTraits { Optimizer::AdamW8bit, "adamw_8bit", { 2, 2, 2 }, false,
        { absent, absent, OptimizerName { "adam" }, absent, absent, { "adamw_bnb_8bit" } },
        "paged_adamw_8bit" },
    OptimizerTraits { Optimizer::Lion, "lion", { 4, 2, 4 }, false,
        { absent, OptimizerName { "lion" }, { "lion" }, absent, { "Lion" }, { "lion_32bit" } },
        "paged_lion_32bit" },
    OptimizerTraits { Optimizer::SgdMomentum, "sgd_momentum", { 4, 2, 4 }, false,
        { OptimizerName { "sgd" }, { "sgd" }, { "sgd" }, absent, { "SGD" },
            { "sgd", "momentum=0.9" } } },
    // Row and column statistics of matrices some thousand wide.
    OptimizerTraits { Optimizer::Adafactor, "adafactor", { 0.05, 0.05, 0.05 }, false,
        { absent, OptimizerName { "adafactor" }, absent, absent, absent, { "adafactor" } } },
    // Momentum for matrices, both moments for the rest (FORMULAS §4).
    OptimizerTraits { Optimizer::Muon, "muon", { 4.4, 4.4, 4.4 }, false,
        { OptimizerName { "muon" }, { "muon" }, { "muon" }, absent, { "Muon" }, absent } },
};

constexpr bool optimizersAreInOrder()
{
    for (std::size_t i = 0; i < optimizerTable.size(); ++i)
        if (optimizerTable[i].id != static_cast<Optimizer>(i))
            return false;
    return true;
}
static_assert(optimizersAreInOrder());

} // namespace

double OptimizerTraits::stateBytesAt(NumberFormat state) const
{
    return stateBytes[state == NumberFormat::Bf16 ? 1 : state == NumberFormat::Int8 ? 2 : 0];
}

OptimizerName trainerOptimizer(const OptimizerTraits &optimizer, bool isPaged)
{
    return isPaged ? OptimizerName { optimizer.pagedName }
                   : optimizer.nameIn(Framework::HuggingFace);
}

std::span<const OptimizerTraits> allOptimizers()
{
    return optimizerTable;
}

const OptimizerTraits &optimizerTraits(Optimizer id)
{
    return optimizerTable[static_cast<std::size_t>(id)];
}

} // namespace headroom
