#pragma once

#include "model/library/architecture/model_shape.h"
#include "model/plan/framework_traits.h"

namespace headroom {

/// The rows of embedding and head that a framework makes of a model's vocabulary. Rules of degrees,
/// advice on padding and the physics ask here.
struct HeldVocabulary
{
    std::int64_t rows = 0; ///< before the tensor degree is known
    std::int64_t step = 0; ///< each tensor rank holds a multiple of it; 0: no padding by degree

    HeldVocabulary(const FrameworkTraits &framework, const ModelShape &model)
        // The framework's own file of a model may have a padded vocabulary (GPT-3: 50304 instead of
        // 50257).
        : rows(framework.vocabulary == VocabularyCut::ExactOrPadded && model.maxtextVocab > 0
                ? model.maxtextVocab
                : model.vocab)
        , step(framework.vocabulary == VocabularyCut::Padded ? framework.vocabularyStep : 0)
    { }
    /// Whether the framework pads the model's vocabulary by itself.
    bool isPadded(const ModelShape &model) const { return step > 0 || rows > model.vocab; }
};

} // namespace headroom
