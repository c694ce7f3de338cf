#pragma once

#include "model/intake/yaml_scripts.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Bytes [from, to) of a file.
struct TextSpan
{
    std::size_t from = 0, to = 0;

    bool isEmpty() const { return to <= from; }
    std::string_view of(std::string_view text) const { return text.substr(from, to - from); }
    bool operator==(const TextSpan &) const = default;
};

/// How a file writes a setting, which decides how it is changed.
enum class SettingForm {
    Option, ///< "--key value", "--key=value", "--key"
    Word, ///< "key=value" among the arguments of a command
    Yaml,
    Toml,
    Json,
    Python, ///< "key=value" in a call
};

/// One value of a setting where it stands.
struct PlacedValue
{
    std::string text; ///< without quotes, variables replaced by what the script sets
    TextSpan at; ///< of its own text, inside quotes
    /// What holds the value: `at`, or the value of the only variable that `at` names.
    TextSpan held;
    bool isKnown = true; ///< false: an expansion that nobody knows
    bool isReference = false; ///< nothing but a variable, which may hold several words or none
};

/// A setting in a file of somebody's, with its place.
struct PlacedSetting
{
    std::string key; ///< as its program calls it, without dashes; dotted for tables and mappings
    SettingForm form = SettingForm::Option;
    std::vector<PlacedValue> values; ///< of an option; else one or, for a mapping, none
    TextSpan keyAt; ///< with its dashes
    TextSpan whole; ///< from the key to the last value, quotes included
    std::size_t group = 0; ///< settings that follow each other in one command, array or mapping
    bool isListed = false; ///< inside a sequence of a tree
    bool isOptional = false; ///< in a branch of a script, which may go another way
    bool isDirective = false; ///< of the queue's, as "#SBATCH nodes"

    const std::string &text() const;
    bool isKnown() const { return values.size() == 1 && values.front().isKnown; }
};

/// Which program reads a file.
enum class SourceSyntax { Shell, Yaml, Toml, Json, Python };

/// A file of somebody's as far as its settings go.
struct PlacedFile
{
    std::string name;
    std::string text;
    SourceSyntax syntax = SourceSyntax::Shell;
    /// The scripts inside a YAML file, at the same bytes (YamlScripts); empty: the file is no YAML,
    /// or has none.
    std::string shell {};
    std::vector<YamlVariable> variables {}; ///< that such a file hands to its scripts
    /// Whose settings they are: "megatron", "torchtitan", "maxtext", "deepspeed", "accelerate",
    /// "trainer", "axolotl", "llama-factory", "torchtune", "nemo"; empty: nobody's that is known.
    std::string program;
    std::string trains; ///< Python file that a script starts; may be empty
    std::vector<PlacedSetting> settings; ///< in order

    const PlacedSetting *find(std::string_view key) const; ///< the last one, which counts
    std::size_t lineOf(std::size_t offset) const; ///< 1-based
    const std::string &shellText() const { return shell.empty() ? text : shell; }
};

/// Reads a script, YAML, TOML or JSON file; which of them it is, name and content tell. Never
/// fails: what it does not understand has no settings. At most 4 MiB are looked at.
PlacedFile placeSettings(std::string name, std::string text);

// Parts of it.
void placeScript(PlacedFile &file);
/// "#SBATCH --nodes=4", "#SBATCH -N 4" of a script, as "#SBATCH nodes".
void placeDirectives(PlacedFile &file, std::size_t group);
void placeYaml(PlacedFile &file);
void placeToml(PlacedFile &file);
void placeJson(PlacedFile &file);
/// Arguments of a training program on Hugging Face's libraries, by the Trainer's names.
void placePython(PlacedFile &file);

} // namespace headroom
