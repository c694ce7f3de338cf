#include "model/plan/fields/plan_field_value.h"

#include <charconv>
#include <sstream>

namespace headroom {

Document planFieldValue(const PlanField &field, const std::string &text)
{
    switch (field.kind) {
    case FieldKind::Integer:
        return Document { static_cast<std::int64_t>(std::stoll(text)) };
    case FieldKind::Real: {
        double value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        const bool isWhole = text.find_first_of(".e") == std::string::npos;
        return isWhole ? Document { static_cast<std::int64_t>(value) } : Document { value };
    }
    case FieldKind::Boolean:
        return Document { text == "true" };
    case FieldKind::IntegerList: {
        Document list = Document::sequence();
        std::istringstream stream { text };
        for (std::string item; std::getline(stream, item, ',');)
            list.append(Document { static_cast<std::int64_t>(std::stoll(item)) });
        return list;
    }
    case FieldKind::WordList: {
        Document list = Document::sequence();
        for (const std::string &word : listedWords(text))
            list.append(Document { word });
        return list;
    }
    default:
        return Document { text };
    }
}

} // namespace headroom
