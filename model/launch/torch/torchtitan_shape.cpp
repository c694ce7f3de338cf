#include "model/launch/common/shell_text.h"
#include "model/launch/torch/torchtitan_config.h"

#include <fmt/format.h>

namespace headroom {
namespace {

/// @source torchtitan at 2026-08-21, models/common/rope.py (RoPE.Config)
std::string scalingText(const RopeShape &rope)
{
    return fmt::format(", scaling_factor={},\n"
                       "                low_freq_factor={}, high_freq_factor={}, "
                       "original_max_position_embeddings={}",
        numberText(rope.factor), numberText(rope.lowFrequency), numberText(rope.highFrequency),
        rope.originalLength > 0 ? rope.originalLength : 8192);
}

} // namespace

std::string titanShapeText(const ModelShape &shape, std::int64_t sequence)
{
    // torchtitan's own models of these blocks are Llama 3.1's, which stand where nothing is known.
    const bool isKnown = shape.rope.base > 0;
    const bool isScaled = !isKnown || shape.rope.scaling == RopeScaling::Llama3;
    const char *words
        = shape.tiedEmbeddings ? "family._EMBEDDING_SKIP_INIT" : "family._EMBEDDING_INIT";
    return fmt::format("def shape():\n"
                       "    dim, heads, words = {}, {}, {}\n"
                       "    return family.Llama3Model.Config(\n"
                       "        dim=dim,\n"
                       "        vocab_size=words,\n"
                       "        enable_weight_tying={},\n"
                       "        tok_embeddings=family.Embedding.Config(\n"
                       "            num_embeddings=words, embedding_dim=dim, param_init={}\n"
                       "        ),\n"
                       "        norm=family.RMSNorm.Config(normalized_shape=dim, "
                       "param_init=family._NORM_INIT),\n"
                       "        lm_head=family.Linear.Config(\n"
                       "            in_features=dim, out_features=words, "
                       "param_init=family._output_linear_init(dim)\n"
                       "        ),\n",
               shape.hidden, shape.heads, shape.vocab, shape.tiedEmbeddings ? "True" : "False",
               words)
        + fmt::format("        layers=family._build_llama3_layers(\n"
                      "            fuse_qkv=True,\n"
                      "            n_layers={},\n"
                      "            dim=dim,\n"
                      "            n_heads=heads,\n"
                      "            n_kv_heads={},\n"
                      "            hidden_dim={},\n"
                      "            rope=family.ComplexRoPE.Config(\n"
                      "                dim=dim // heads, max_context_length={}, theta={}, "
                      "scaling=\"{}\"{}\n"
                      "            ),\n"
                      "            attn_backend=\"flex\",\n"
                      "            tp_gemm_backend=\"default\",\n"
                      "        ),\n"
                      "    )\n\n\n",
            shape.layers, shape.kvHeads, shape.ffn, std::max(shape.maxSequence, sequence),
            numberText(isKnown ? shape.rope.base : 500000), isScaled ? "llama" : "none",
            isScaled && isKnown ? scalingText(shape.rope) : "");
}

} // namespace headroom
