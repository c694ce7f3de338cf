#pragma once

#include "model/library/architecture/model_shape.h"

#include <optional>
#include <string_view>

namespace headroom {

/// What Liger Kernel has for a model by its `model_type`; a model that is not of its list keeps its
/// own loss, norms and MLP, without a word that stops the run.
struct LigerSupport
{
    std::string_view since; ///< first release of liger-kernel; empty: none has it
    bool inLlamaFactory = false; ///< its own list has the type as well
};

/// For the model's code in Transformers; nothing: the family is not known here.
/// @source Liger-Kernel v0.2.0 to v0.8.2, transformers/monkey_patch.py
/// (MODEL_TYPE_TO_APPLY_LIGER_FN); LLaMA-Factory of 2026-08-18, model/model_utils/liger_kernel.py
std::optional<LigerSupport> ligerSupport(const ModelShape &model);

/// Whether the loss is known not to be fused with the head, though a plan asks for it.
inline bool lacksLiger(const ModelShape &model)
{
    const std::optional<LigerSupport> support = ligerSupport(model);
    return support && support->since.empty();
}

} // namespace headroom
