#pragma once

#include <cstdint>

namespace headroom {

/// What the optimizer updates: every weight, or small matrices beside frozen ones.
/// @source LoRA (arXiv 2106.09685); QLoRA (arXiv 2305.14314)
enum class TuningMethod : std::uint8_t { Full, Lora, Qlora };

/// Matrices of a layer that get adapters, by groups or one by one. Shared experts belong to Mlp;
/// router, embedding and head get none.
enum class TuningTarget : std::uint8_t {
    Attention,
    Mlp,
    Experts,
    All,
    Query, ///< these four are the attention's
    Key,
    Value,
    Output,
    Gate, ///< these three are the MLP's
    Up,
    Down
};

/// Number format that the frozen matrices are kept in. Auto: 16 bits for LoRA, nf4 for QLoRA. GPTQ
/// and AWQ: 4-bit integers of a checkpoint that was quantised with data. Fp32: as transformers
/// loads a model unless told otherwise, cast by autocast for each GEMM.
enum class BaseFormat : std::uint8_t { Auto, Bf16, Fp8, Nf4, Int8, Gptq, Awq, Fp32 };

/// Whether matrices in this format must be dequantized before a GEMM. @pre not Auto
constexpr bool isQuantised(BaseFormat base)
{
    return base != BaseFormat::Bf16 && base != BaseFormat::Fp32;
}

struct Plan;

/// Whether the plan trains adapters beside frozen weights.
bool isAdapted(const Plan &plan);
/// Whether matrices of this kind get adapters.
bool adapts(const Plan &plan, TuningTarget target);
/// The format of the frozen matrices, `Auto` resolved.
BaseFormat storedBase(const Plan &plan);
TuningMethod tuningMethod(const Plan &plan);

} // namespace headroom
