#include "model/library/profiles/policy_reader.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace headroom {
namespace {

constexpr std::array qwixWords { "required", "unused", "either" };
constexpr std::array chipWords { "any", "nvidia", "amd", "tpu" };
constexpr std::array outcomes { "works", "fails", "unquantized" };
constexpr std::array rateNames { "none", "fp8", "fp4", "int8" };
constexpr std::array scaleWords { "delayed", "current", "blocks", "micro_blocks", "fp4_blocks" };

/// Reads a file that is a list of entries with unique ids under `listKey`.
template <class Entry, class ReadEntry>
Result<std::vector<Entry>> readList(
    const Document &document, const std::string &file, const char *listKey, ReadEntry readEntry)
{
    Errors problems;
    MappingReader reader { document, file, problems };
    requireSchemaVersion(reader);
    for (const char *key : { "id", "name", "source" })
        reader.requiredText(key);
    reader.texts("rejected");
    std::vector<Entry> entries;
    std::set<std::string> ids;
    if (!reader.child(listKey))
        reader.report("missing-key", listKey, { listKey });
    reader.each(listKey, [&](MappingReader &entry) {
        entries.push_back(readEntry(entry));
        if (!ids.insert(entries.back().id).second)
            entry.report("duplicate-key", "id", { entries.back().id });
    });
    reader.rejectUnknownKeys();
    if (!problems.empty())
        return problems;
    return entries;
}

RematPolicy readPolicy(MappingReader &reader)
{
    RematPolicy policy;
    policy.id = reader.requiredText("id");
    policy.behavesAs = reader.text("behaves_as");
    policy.frameworks = reader.texts("frameworks");
    policy.perTensorKeys = reader.boolean("per_tensor_keys", false);
    policy.note = reader.text("note");
    for (const char *key : { "selectable", "in_enum", "in_tuning_guide" })
        reader.boolean(key, false);
    reader.one("tensors", [&policy](MappingReader &tensors) {
        for (const auto &[name, place] : tensors.node().members())
            policy.tensors[name] = tensors.oneOf(name, tensorPlaceNames, TensorPlace::Remat);
    });
    return policy;
}

RematTensor readTensor(MappingReader &reader)
{
    RematTensor tensor;
    tensor.id = reader.requiredText("id");
    tensor.where = reader.text("where");
    tensor.elements = reader.requiredText("elements");
    tensor.bytesPerElement = reader.text("bytes_per_element");
    tensor.meaning = reader.text("meaning");
    tensor.note = reader.text("note");
    return tensor;
}

std::optional<ComputeCapability> readCapability(MappingReader &reader, const char *key)
{
    const std::string text = reader.text(key);
    if (text.empty())
        return std::nullopt;
    const auto capability = parseCapability(text);
    if (!capability)
        reader.report("profile-capability", key, { text });
    return capability;
}

RecipeVariant readVariant(MappingReader &reader)
{
    RecipeVariant variant;
    variant.qwix = reader.oneOf("qwix", qwixWords, "either");
    variant.chips = reader.oneOf("chips", chipWords, "");
    variant.from = readCapability(reader, "capability_from");
    variant.until = readCapability(reader, "capability_until");
    variant.engine = reader.text("engine");
    variant.hardware = reader.text("hardware");
    variant.weights = reader.text("weights");
    variant.activations = reader.text("activations");
    variant.backward = reader.text("backward");
    variant.scaling = reader.text("scaling");
    variant.operations = reader.text("operations");
    variant.outcome = reader.oneOf("outcome", outcomes, "works");
    variant.note = reader.text("note");
    return variant;
}

PrecisionRecipe readRecipe(MappingReader &reader)
{
    PrecisionRecipe recipe;
    recipe.id = reader.requiredText("id");
    recipe.frameworks = reader.texts("frameworks");
    recipe.matmulRate = reader.oneOf("matmul_rate", rateNames, MatmulRate::None);
    recipe.scales = reader.oneOf("scales", scaleWords, RecipeScales::Delayed);
    recipe.refusesGradientAccumulation = reader.boolean("refuses_gradient_accumulation", false);
    recipe.isForInference = reader.boolean("for_inference", false);
    recipe.note = reader.text("note");
    recipe.variants = reader.list("variants", readVariant);
    return recipe;
}

} // namespace

Result<std::vector<RematPolicy>> readRematPolicies(
    const Document &document, const std::string &file)
{
    return readList<RematPolicy>(document, file, "policies", readPolicy);
}

Result<std::vector<RematTensor>> readRematTensors(const Document &document, const std::string &file)
{
    return readList<RematTensor>(document, file, "tensors", readTensor);
}

Result<std::vector<PrecisionRecipe>> readRecipes(const Document &document, const std::string &file)
{
    return readList<PrecisionRecipe>(document, file, "recipes", readRecipe);
}

bool RecipeVariant::isForKindOf(const Accelerator &chip) const
{
    const char *kind = chip.kind == AcceleratorKind::Tpu ? "tpu" : chip.isAmd() ? "amd" : "nvidia";
    return chips == "any" || chips == kind;
}

const RecipeVariant *workingVariant(const PrecisionRecipe &recipe, const Accelerator &accelerator)
{
    const auto found
        = std::ranges::find_if(recipe.variants, [&accelerator](const RecipeVariant &variant) {
              return variant.works() && variant.isForKindOf(accelerator)
                  && (!variant.from || accelerator.mayBeSince(*variant.from))
                  && (!variant.until || accelerator.mayBeBefore(*variant.until));
          });
    return found == recipe.variants.end() ? nullptr : &*found;
}

const char *matmulRateName(MatmulRate rate)
{
    return rateNames[static_cast<std::size_t>(rate)];
}

std::optional<FlopPerSecond> peakOf(const Accelerator &chip, MatmulRate rate)
{
    switch (rate) {
    case MatmulRate::None:
        break;
    case MatmulRate::Fp8:
        return chip.peak.fp8;
    case MatmulRate::Fp4:
        return chip.peak.fp4;
    case MatmulRate::Int8:
        return chip.peak.int8;
    }
    return std::nullopt;
}

} // namespace headroom
