#pragma once

#include "model/base/document/mapping_reader.h"
#include "model/library/architecture/model_shape.h"

#include <initializer_list>
#include <string>

namespace headroom {

/// Reads keys of a config.json that go by several names, and reports what the shape cannot express.
class HuggingFaceReader
{
public:
    HuggingFaceReader(const Document &node, std::string file, Errors &problems);

    /// First of `keys` that is present and not null; reported when none is.
    std::int64_t size(std::initializer_list<const char *> keys);
    std::int64_t size(std::initializer_list<const char *> keys, std::int64_t fallback);
    bool flag(const char *key, bool fallback);
    double share(const char *key, double fallback);
    std::string word(const char *key, std::string fallback);
    bool present(const char *key) const; ///< there and not null
    bool isNull(const char *key) const; ///< there, and null
    const Document *child(const char *key) { return m_reader.child(key); }

    /// Says that a setting has a value that a shape cannot hold.
    void unsupported(const char *key, const std::string &value);

    /// Windows from a `layer_types` list; false when there is none.
    bool readLayerTypes(ModelShape &shape, std::int64_t window);

    const std::string &file() const { return m_file; }
    Errors &problems() { return m_problems; }

private:
    const char *firstPresent(std::initializer_list<const char *> keys) const;

    const Document &m_node;
    std::string m_file;
    Errors &m_problems;
    MappingReader m_reader;
};

/// How one `model_type` fills a shape.
struct HuggingFaceFamily
{
    const char *modelType;
    void (*fill)(HuggingFaceReader &, ModelShape &);
    bool hasTextConfig = false; ///< the text decoder sits in `text_config`
};

/// The families of huggingface_families.cpp; nullptr when a type is not known.
const HuggingFaceFamily *huggingFaceFamily(const std::string &modelType);

} // namespace headroom
