#pragma once

#include "model/base/document/document.h"
#include "model/base/outcome/result.h"
#include "model/library/architecture/model_shape.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// Reads a shape from the config.json of a Hugging Face model, with the defaults that the library
/// itself takes for absent keys. Problems name the key: an architecture that is not supported, a
/// missing size, a layer pattern that is not periodic.
/// @source transformers, src/transformers/models/*/configuration_*.py and modeling_*.py
Result<ModelShape> importHuggingFaceConfig(const Document &config, const std::string &file);

/// The same from a file on disk; the name of the shape is that of the folder or file.
Result<ModelShape> loadHuggingFaceConfig(const std::filesystem::path &file);

/// Values of `model_type` that the import knows, sorted.
std::vector<std::string> supportedHuggingFaceTypes();

} // namespace headroom
