#pragma once

#include "model/base/document/document.h"
#include "model/library/architecture/model_shape.h"

#include <optional>

namespace headroom {

/// The shape as config.json of a Transformers model, `model_type` first; nothing when none of the
/// families that are written here has such blocks.
/// @source transformers,
/// models/{llama,mistral,qwen2,qwen3,mixtral,qwen3_moe,gpt2}/configuration_*.py
std::optional<Document> huggingFaceConfig(const ModelShape &model, std::int64_t sequence);
/// `model_type` of that file; empty: none of the families.
std::string huggingFaceFamily(const ModelShape &model);

/// "meta-llama/Llama-3.1-8B": where the Hugging Face hub has the model and its tokenizer, by the
/// source of its profile; empty: not known.
std::string huggingFaceName(const ModelShape &model);

} // namespace headroom
