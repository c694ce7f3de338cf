#pragma once

#include "model/base/expression/expression.h"
#include "model/base/outcome/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A number that a text quotes from a publication, with where it was read.
struct MarkedConstant
{
    std::string text;
    std::string source;
    bool operator==(const MarkedConstant &) const = default;
};

/// A lesson text after its templates were filled.
struct LessonText
{
    std::string markdown; ///< marked constants are links "source:N", glossary words "glossary:ID"
    std::vector<MarkedConstant> constants; ///< N counts from 0
    bool operator==(const LessonText &) const = default;
};

/// Fills a lesson text. `{{ EXPRESSION | FORMAT }}` becomes the formatted value,
/// `[[312 TFLOP/s | SOURCE]]` a marked constant. Formats: gib gb mib bytes seconds percent count
/// tflops flop rate times int fixed1 fixed2 usd number text; none carries a word. All problems are
/// listed; `where` stands before them.
Result<LessonText> fillLessonText(
    std::string_view text, const ExpressionScope &scope, const std::string &where);

/// A value in one of the formats; nothing for an unknown format or a value that it cannot show.
std::optional<std::string> formatLessonValue(const ExpressionValue &value, std::string_view format);

} // namespace headroom
