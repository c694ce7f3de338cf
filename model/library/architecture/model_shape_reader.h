#pragma once

#include "model/base/document/document.h"
#include "model/base/outcome/result.h"
#include "model/library/architecture/model_shape.h"

#include <string>
#include <vector>

namespace headroom {

/// A model profile: the shape, and the other names it goes by.
struct ModelProfile
{
    ModelShape shape;
    std::vector<std::string> aliases;
    std::vector<std::string> measurementNames; ///< names that only published measurements use
};

/// Reads a file of profiles/models. All problems are listed with `file` and line: unknown keys,
/// wrong types, impossible sizes, parts that contradict each other, a stated parameter count that
/// the formula does not give.
Result<ModelProfile> readModelProfile(const Document &document, const std::string &file);

/// Reads the shape that a plan spells out itself: the keys of a profile, of which only layers,
/// hidden, heads and vocab are required. kv_heads defaults to heads, head_dim to hidden / heads,
/// ffn to 4 · hidden.
Result<ModelShape> readInlineShape(const Document &mapping, const std::string &file);

/// Contradictions inside a shape, whatever it was read from; `where` stands before each message.
Errors shapeProblems(const ModelShape &shape, const std::string &where);

} // namespace headroom
