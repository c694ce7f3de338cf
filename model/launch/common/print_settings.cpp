#include "model/launch/common/print_settings.h"

#include "model/launch/common/shell_text.h"

#include <algorithm>

namespace headroom {

using books::Value;

std::string argumentName(const books::Key &key)
{
    if (!key.argument.empty())
        return std::string(key.argument);
    std::string name = "--" + std::string(key.name);
    std::ranges::replace(name, '_', '-');
    return name;
}

ArgumentGroups argumentGroups(const books::Settings &settings)
{
    ArgumentGroups arguments;
    for (const books::Setting &setting : settings.all()) {
        arguments.start(setting.key->group);
        const bool isSwitch = setting.value.kind == Value::Kind::Switch;
        arguments.list(argumentName(*setting.key),
            isSwitch ? std::vector<std::string> {} : setting.value.words);
    }
    return arguments;
}

std::string pythonText(const Value &value)
{
    if (value.kind == Value::Kind::Text)
        return pythonString(value.words.front());
    if (value.kind != Value::Kind::List)
        return value.words.front();
    std::string text;
    for (const std::string &word : value.words)
        text += (text.empty() ? "" : ", ") + pythonString(word);
    return '[' + text + ']';
}

} // namespace headroom
