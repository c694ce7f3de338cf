#include "model/library/architecture/huggingface_config.h"

#include "model/library/architecture/huggingface_fills.h"
#include "model/library/architecture/layer_pattern.h"
#include "model/library/architecture/model_shape_reader.h"

#include <fmt/ranges.h>

#include <utility>

namespace headroom {
namespace {

constexpr NumberRange sizeRange { 0, 1e9 };

/// The value of `model_type`, or of the first architecture's name when it is absent.
std::string modelTypeOf(const Document &config)
{
    if (const Document *type = config.find("model_type"); type && type->isScalar())
        return type->text();
    return {};
}

} // namespace

HuggingFaceReader::HuggingFaceReader(const Document &node, std::string file, Errors &problems)
    : m_node(node)
    , m_file(std::move(file))
    , m_problems(problems)
    , m_reader(node, m_file, problems)
{ }

const char *HuggingFaceReader::firstPresent(std::initializer_list<const char *> keys) const
{
    for (const char *key : keys)
        if (present(key))
            return key;
    return nullptr;
}

bool HuggingFaceReader::present(const char *key) const
{
    const Document *node = m_node.find(key);
    return node && !node->isNull();
}

bool HuggingFaceReader::isNull(const char *key) const
{
    const Document *node = m_node.find(key);
    return node && node->isNull();
}

std::int64_t HuggingFaceReader::size(std::initializer_list<const char *> keys)
{
    if (const char *key = firstPresent(keys))
        return m_reader.integer(key, { 1, sizeRange.most }, 1);
    m_reader.report("missing-key", *keys.begin(), { *keys.begin() });
    return 1;
}

std::int64_t HuggingFaceReader::size(
    std::initializer_list<const char *> keys, std::int64_t fallback)
{
    const char *key = firstPresent(keys);
    // Zero is a valid value only where absence means zero.
    return key ? m_reader.integer(key, { fallback > 0 ? 1.0 : 0.0, sizeRange.most }, fallback)
               : fallback;
}

bool HuggingFaceReader::flag(const char *key, bool fallback)
{
    return m_reader.boolean(key, fallback);
}

double HuggingFaceReader::share(const char *key, double fallback)
{
    return m_reader.number(key, { 0, 1 }, fallback);
}

std::string HuggingFaceReader::word(const char *key, std::string fallback)
{
    return m_reader.text(key, std::move(fallback));
}

void HuggingFaceReader::unsupported(const char *key, const std::string &value)
{
    m_reader.report("config-unsupported-setting", key, { key, value });
}

bool HuggingFaceReader::readLayerTypes(ModelShape &shape, std::int64_t window)
{
    const Document *types = m_reader.child("layer_types");
    if (!types || !types->isSequence())
        return false;
    std::vector<bool> isLocal;
    for (const Document &type : types->items())
        isLocal.push_back(type.text() != "full_attention");
    const auto count = [&isLocal](std::size_t from, bool local) {
        std::size_t end = from;
        while (end < isLocal.size() && isLocal[end] == local)
            ++end;
        return static_cast<int>(end - from);
    };
    const int local = count(0, true);
    if (local == 0 && count(0, false) == std::ssize(isLocal))
        return true; // full attention everywhere
    shape.window = { window, false, local, count(static_cast<std::size_t>(local), false) };
    bool periodic = local > 0 && std::ssize(isLocal) == shape.layers;
    for (std::size_t i = 0; periodic && i < isLocal.size(); ++i)
        periodic = layerIsLocal(shape, static_cast<int>(i)) == isLocal[i];
    if (!periodic)
        unsupported("layer_types", "another pattern than N local, then M full layers");
    return true;
}

Result<ModelShape> importHuggingFaceConfig(const Document &config, const std::string &file)
{
    if (!config.isMapping())
        return Error { "not-a-mapping", file, {} };
    const std::string type = modelTypeOf(config);
    const HuggingFaceFamily *family = huggingFaceFamily(type);
    if (const std::string_view block = huggingface::inexpressibleBlock(type); !block.empty())
        return Error { "config-inexpressible-block", file, { type, std::string(block) } };
    if (!family)
        return Error { "config-unsupported-type", file,
            { type.empty() ? "(absent)" : type,
                fmt::format("{}", fmt::join(supportedHuggingFaceTypes(), ", ")) } };
    const Document *text = family->hasTextConfig ? config.find("text_config") : &config;
    if (!text)
        return Error { "missing-key", file, { "text_config" } };

    Errors problems;
    ModelShape shape;
    shape.id = type;
    shape.name = type;
    shape.family = type;
    shape.source = file;
    HuggingFaceReader reader { *text, file, problems };
    family->fill(reader, shape);
    if (shape.moe)
        shape.moe->moeLayers = expertLayerCount(shape);
    if (problems.empty())
        problems = shapeProblems(shape, file);
    if (!problems.empty())
        return problems;
    return shape;
}

Result<ModelShape> loadHuggingFaceConfig(const std::filesystem::path &file)
{
    const Result<Document> config = readJsonFile(file);
    if (!config)
        return config.errors();
    Result<ModelShape> shape = importHuggingFaceConfig(*config, file.string());
    if (shape) {
        const bool isPlain = file.filename() == "config.json" && file.has_parent_path();
        shape.value().name
            = isPlain ? file.parent_path().filename().string() : file.stem().string();
        // What a plan and its exports carry: the whole path names folders of its owner.
        shape.value().source = file.filename().string();
    }
    return shape;
}

} // namespace headroom
