#pragma once

#include "model/base/outcome/message.h"
#include "model/base/units/quantity.h"

#include <optional>
#include <string>

namespace headroom {

/// Bytes that a compiler plans, beside the same of the estimate; of collectives also how many.
struct ComparedFigure
{
    std::string id; ///< "state", "rest", "total", "host"; a kind of collective
    std::optional<Bytes> compiled, predicted; ///< nothing: not told
    std::optional<double> compiledCount, predictedCount; ///< operations of a step
    bool isSure = true; ///< the compiled count knows all loops

    Message label() const { return { "compiled-" + id, {} }; }
    /// Compiled over predicted bytes; nothing where one is not told or nothing is predicted.
    std::optional<double> ratio() const
    {
        const bool isKnown = compiled && predicted && *predicted > Bytes {};
        return isKnown ? std::optional(*compiled / *predicted) : std::nullopt;
    }
};

} // namespace headroom
