#include "model/base/text/ascii.h"
#include "model/sources/placed_settings.h"

#include <algorithm>

namespace headroom {

void placeDirectives(PlacedFile &file, std::size_t group)
{
    constexpr std::string_view mark = "#SBATCH";
    const std::string_view text = file.shellText();
    for (std::size_t at = text.find(mark); at != std::string_view::npos;
         at = text.find(mark, at + 1)) {
        if (at > 0 && text[at - 1] != '\n')
            continue;
        const std::size_t end = std::min(text.find_first_of("\n\r", at), text.size());
        std::size_t from = at + mark.size();
        while (from < end && isAsciiSpace(text[from]))
            ++from;
        const std::size_t name = std::min(text.find_first_not_of('-', from), end);
        std::size_t to = name;
        while (to < end && text[to] != '=' && !isAsciiSpace(text[to]))
            ++to;
        std::size_t value = std::min(to + 1, end);
        while (value < end && isAsciiSpace(text[value]))
            ++value;
        std::size_t last = value;
        while (last < end && !isAsciiSpace(text[last]))
            ++last;
        if (name == from || to == name || last == value)
            continue;
        PlacedSetting setting;
        setting.key = "#SBATCH " + std::string(text.substr(name, to - name));
        setting.group = group;
        setting.isDirective = true;
        setting.keyAt = { from, to };
        setting.whole = { from, last };
        PlacedValue own;
        own.text = text.substr(value, last - value);
        own.at = own.held = { value, last };
        own.isKnown = own.text.find('$') == std::string::npos;
        setting.values.push_back(std::move(own));
        file.settings.push_back(std::move(setting));
    }
}

} // namespace headroom
