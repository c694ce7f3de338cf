#pragma once

#include "model/library/architecture/huggingface_reader.h"

#include <initializer_list>
#include <span>

namespace headroom::huggingface {

// How families of transformers fill a shape; later ones build on earlier ones.

void fillSizes(HuggingFaceReader &reader, ModelShape &shape);
void fillRope(HuggingFaceReader &reader, RopeShape &rope);
/// RMSNorm, gated MLP, rotary positions.
void fillLlama(HuggingFaceReader &reader, ModelShape &shape);
/// LayerNorm with bias, plain MLP, biases everywhere.
void fillGpt(HuggingFaceReader &reader, ModelShape &shape);
void fillWindow(HuggingFaceReader &reader, ModelShape &shape, std::int64_t fallback);
void fillMistral(HuggingFaceReader &reader, ModelShape &shape);
void fillMixtral(HuggingFaceReader &reader, ModelShape &shape);
void fillQwen3(HuggingFaceReader &reader, ModelShape &shape);
void fillGemma2(HuggingFaceReader &reader, ModelShape &shape);
void fillDeepseek(HuggingFaceReader &reader, ModelShape &shape);
void fillOlmo2(HuggingFaceReader &reader, ModelShape &shape);
void fillChatGlm(HuggingFaceReader &reader, ModelShape &shape);
/// Experts under the names of most families.
MoeShape routedExperts(HuggingFaceReader &reader, std::initializer_list<const char *> counts);
void layerNorm(ModelShape &shape, bool hasBias);

/// The families of huggingface_more_families.cpp, sorted by type.
std::span<const HuggingFaceFamily> moreFamilies();

/// What a model has that no shape expresses, by its type: "gated short convolutions"; empty: known
/// or unknown altogether.
std::string_view inexpressibleBlock(std::string_view modelType);

} // namespace headroom::huggingface
