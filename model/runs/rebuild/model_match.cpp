#include "model/runs/rebuild/model_match.h"

#include "model/base/text/ascii.h"
#include "model/base/text/display_line.h"
#include "model/launch/common/inline_shape.h"
#include "model/library/architecture/huggingface_config.h"
#include "model/library/architecture/model_shape_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

bool isSameMoe(const std::optional<MoeShape> &a, const std::optional<MoeShape> &b)
{
    if (!a || !b)
        return !a && !b;
    // Whether one balances by a bias changes no number that anybody sees.
    return a->experts == b->experts && a->topK == b->topK && a->ffn == b->ffn
        && a->sharedExperts == b->sharedExperts && a->firstDenseLayers == b->firstDenseLayers
        && a->layerInterval == b->layerInterval;
}

std::string folded(std::string_view text)
{
    std::string lower;
    for (const char letter : text)
        lower += letter == '_' || letter == ' ' ? '-' : asciiLower(letter);
    return lower;
}

bool mentions(const std::string &hints, const std::string &id, const ProfileLibrary &library)
{
    if (hints.find(id) != std::string::npos)
        return true;
    const std::vector<std::string> aliases = library.modelAliases(id);
    return std::ranges::any_of(
        aliases, [&](const std::string &alias) { return hints.find(alias) != std::string::npos; });
}

} // namespace

bool isSameShape(const ModelShape &a, const ModelShape &b)
{
    return a.layers == b.layers && a.hidden == b.hidden && a.ffn == b.ffn && a.heads == b.heads
        && a.kvHeads == b.kvHeads && (a.mla || a.headDim == b.headDim)
        && (a.vocab == b.vocab || a.vocab == 0 || b.vocab == 0) && a.gatedMlp == b.gatedMlp
        && a.tiedEmbeddings == b.tiedEmbeddings && a.normsPerLayer == b.normsPerLayer
        && a.window.tokens == b.window.tokens && a.mtpLayers == b.mtpLayers && a.mla == b.mla
        && isSameMoe(a.moe, b.moe);
}

void rebuildModel(PlanRebuild &rebuild, const ModelShape &shape, const std::string &hints)
{
    PlanDraft &draft = rebuild.draft;
    std::vector<std::string> ids;
    for (const std::string &id : rebuild.library.modelIds())
        if (const auto model = rebuild.library.model(id); model && isSameShape(shape, **model))
            ids.push_back(id);
    if (!ids.empty()) {
        const std::string text = folded(hints);
        auto chosen = std::ranges::find_if(
            ids, [&](const std::string &id) { return mentions(text, id, rebuild.library); });
        if (chosen == ids.end())
            chosen = std::ranges::find(ids, draft.plan.model.id);
        if (chosen == ids.end() && shape.vocab > 0)
            chosen = ids.begin();
        else if (chosen == ids.end()) // of any tokenizer: the one that most names lead to
            chosen = std::ranges::max_element(ids, {},
                [&](const std::string &id) { return rebuild.library.modelAliases(id).size(); });
        const std::string id = *chosen;
        if (ids.size() > 1) {
            std::erase(ids, id);
            draft.note({ "run-model-ambiguous", { id, fmt::format("{}", fmt::join(ids, ", ")) } });
        }
        draft.set("model", id, FieldOrigin::Inferred);
        return;
    }
    ModelShape own = shape;
    if (own.vocab == 0) {
        own.vocab = 32000; // ASSUMED: of the Llama tokenizer
        draft.note({ "run-vocabulary-unknown", { std::to_string(own.vocab) } });
    }
    const Errors problems = shapeProblems(own, {});
    if (own.layers <= 0 || own.hidden <= 0 || own.heads <= 0 || !problems.empty()) {
        draft.note({ "run-model-unknown", {} });
        return;
    }
    draft.plan.model = { {}, inlineShape(own), {} };
    draft.mark("model", own.vocab == shape.vocab ? FieldOrigin::Read : FieldOrigin::Inferred);
}

void rebuildModelFile(PlanRebuild &rebuild)
{
    const RunTrace &trace = rebuild.trace;
    const auto carried = [&trace]() -> Result<ModelShape> {
        const Result<Document> config = parseJson(trace.modelText, trace.name);
        return config ? importHuggingFaceConfig(*config, trace.name) : config.errors();
    };
    const Result<ModelShape> shape
        = trace.modelFile.empty() ? carried() : loadHuggingFaceConfig(trace.modelFile);
    if (shape)
        return rebuildModel(rebuild, *shape, trace.modelFile);
    rebuild.draft.note({ "run-model-unknown", {} });
}

} // namespace headroom
