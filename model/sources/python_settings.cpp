#include "model/intake/python_program.h"
#include "model/sources/placed_settings.h"

#include <map>

namespace headroom {
namespace {

TextSpan spanInside(std::string_view part, const std::string &text)
{
    const auto from = static_cast<std::size_t>(part.data() - text.data());
    return isPythonText(part) ? TextSpan { from + 1, from + part.size() - 1 }
                              : TextSpan { from, from + part.size() };
}

} // namespace

void placePython(PlacedFile &file)
{
    file.syntax = SourceSyntax::Python;
    if (!isTrainerProgram(file.text))
        return;
    file.program = "trainer";
    const std::vector<PythonArgument> arguments = pythonArguments(file.text);
    PythonVariables variables;
    std::map<std::string, int, std::less<>> assignments;
    for (const PythonArgument &argument : arguments)
        if (argument.call.empty()) {
            variables.try_emplace(argument.name, argument.value);
            ++assignments[argument.name];
        }
    for (const PythonArgument &argument : arguments) {
        PlacedSetting setting;
        setting.key = trainerKeyOf(argument);
        if (setting.key.empty() || argument.value.empty() || file.find(setting.key))
            continue; // the first counts, as for the reader
        setting.form = SettingForm::Python;
        setting.group = argument.callAt;
        PlacedValue value;
        value.at = value.held = spanInside(argument.value, file.text);
        const auto known = pythonValue(argument.value, variables);
        // unsloth's argument takes a word of its own beside True and False.
        value.isKnown = known.has_value() && argument.name != "use_gradient_checkpointing";
        value.text = known.value_or(std::string(argument.value));
        const auto variable = variables.find(argument.value);
        value.isReference = variable != variables.end();
        if (value.isReference && assignments[variable->first] == 1)
            value.held = spanInside(variable->second, file.text);
        const auto end = static_cast<std::size_t>(
            argument.value.data() + argument.value.size() - file.text.data());
        const bool hasName = argument.name != firstArgument;
        setting.keyAt = { argument.at, argument.at + (hasName ? argument.name.size() : 0) };
        setting.whole = { argument.at, end };
        setting.values.push_back(std::move(value));
        file.settings.push_back(std::move(setting));
    }
}

} // namespace headroom
