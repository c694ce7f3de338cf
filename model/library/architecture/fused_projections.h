#pragma once

#include "model/library/architecture/model_shape.h"

namespace headroom {

/// Projections that one matrix holds in the model's Hugging Face code: adapters stand beside
/// matrices, so a fused one gets one pair where three, or two, would.
struct FusedProjections
{
    bool queryKeyValue = false;
    bool gateUp = false; ///< of the MLP
    bool expertGateUp = false; ///< of the experts
};

/// @source Hugging Face transformers: modeling_gpt2.py (c_attn), modeling_bloom.py
/// (query_key_value), modeling_mpt.py (Wqkv), modeling_phi3.py (qkv_proj, gate_up_proj; Phi-3 and
/// Phi-4, whose MLP is gated, unlike Phi-2's), modeling_gpt_oss.py and modeling_llama4.py (experts'
/// gate_up_proj)
inline FusedProjections fusedProjections(const ModelShape &shape)
{
    FusedProjections fused;
    const std::string &family = shape.family;
    const bool isPhi3 = family == "phi" && shape.gatedMlp;
    fused.queryKeyValue = family == "gpt2" || family == "bloom" || family == "mpt" || isPhi3;
    fused.gateUp = isPhi3;
    fused.expertGateUp = family == "gpt-oss" || family == "llama4";
    return fused;
}

} // namespace headroom
