#include "model/sources/placed_settings.h"

#include "model/base/document/yaml_reading.h"
#include "model/intake/cluster_files.h"
#include "model/intake/post_parts.h"
#include "model/intake/python_program.h"
#include "model/intake/tool_files.h"
#include "model/lint/lint_script.h"
#include "model/runs/readers/file_readers.h"
#include "model/runs/text/scan.h"
#include "model/sources/program_habits.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t maxText = 4u << 20; ///< bytes; what is longer is a log

bool endsWithAny(std::string_view name, std::initializer_list<std::string_view> endings)
{
    return std::ranges::any_of(
        endings, [name](std::string_view end) { return name.ends_with(end); });
}

/// Whose settings a tree holds, as the table of keys calls the program.
std::string programOf(const Document &tree, const PlacedFile &file)
{
    const auto known = readToolFile(tree, file.text, { file.name, 1 });
    if (!known)
        return {};
    if (!known->tool.empty())
        return known->tool;
    // A model of Hugging Face has no framework; Megatron's trees are dumps.
    std::string program = programOfFramework(known->trace.framework);
    const bool isDump = habitsOf(program).program == Program::Megatron;
    return known->trace.modelFile.empty() && !isDump ? program : std::string {};
}

/// Tables that a training configuration has; other programs have TOML files, too.
bool isTorchtitan(const PlacedFile &file)
{
    return std::ranges::any_of(file.settings, [](const PlacedSetting &setting) {
        const std::string &key = setting.key;
        return key.starts_with("training.") || key.starts_with("parallelism.")
            || key.starts_with("job.") || key.starts_with("activation_checkpoint.");
    });
}

void placeTree(PlacedFile &file, bool isJson)
{
    if (isJson) {
        placeJson(file);
        if (const Result<Document> tree = parseJson(file.text, file.name);
            tree && tree->isMapping())
            file.program = programOf(*tree, file);
        return;
    }
    const std::vector<YamlPart> parts = yamlDocuments(file.text);
    if (parts.size() == 1) { // more are a stream of Kubernetes objects
        const YamlReading reading = readYaml(file.text, file.name);
        if (reading.tree && reading.tree->isMapping()
            && !readClusterFile(*reading.tree, { file.name, 1 }).isCluster)
            file.program = programOf(*reading.tree, file);
    }
    if (!file.program.empty())
        return placeYaml(file);
    YamlScripts scripts = scriptsInYaml(file.text);
    file.shell = std::move(scripts.shell);
    file.variables = std::move(scripts.variables);
    if (!file.shell.empty())
        return placeScript(file);
    placeYaml(file);
}

/// How a file of its kind ends. A name without an ending, such as that of a pasted text, tells
/// nothing: the form does.
std::string_view endingOf(const PlacedFile &file, std::string_view start)
{
    if (endsWithAny(file.name, { ".yml" }))
        return ".yaml";
    for (const std::string_view ending : { ".py", ".toml", ".json", ".yaml" })
        if (file.name.ends_with(ending))
            return ending;
    if (start.starts_with("{"))
        return ".json";
    if (file.name.find('.', file.name.rfind('/') + 1) != std::string::npos)
        return ".sh";
    const RunFileKind kind = runFileKind(file.name, start);
    return kind == RunFileKind::Toml  ? ".toml"
        : isTrainerProgram(file.text) ? ".py"
        : kind == RunFileKind::Script ? ".sh"
        : startsAsYaml(file.text)     ? ".yaml"
                                      : ".sh";
}

} // namespace

const std::string &PlacedSetting::text() const
{
    static const std::string none;
    return values.empty() ? none : values.front().text;
}

const PlacedSetting *PlacedFile::find(std::string_view key) const
{
    const PlacedSetting *found = nullptr;
    for (const PlacedSetting &setting : settings)
        if (setting.key == key)
            found = &setting;
    return found;
}

std::size_t PlacedFile::lineOf(std::size_t offset) const
{
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
    return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

PlacedFile placeSettings(std::string name, std::string text)
{
    PlacedFile file;
    file.name = std::move(name);
    file.text = std::move(text);
    if (file.text.size() > maxText || file.text.find('\0') != std::string::npos)
        return file;
    const std::string_view start = trimmed(std::string_view(file.text).substr(0, 4096));
    if (endsWithAny(file.name, { ".headroom.yaml" }))
        return file;
    const std::string_view ending = endingOf(file, start);
    if (ending == ".py") {
        placePython(file);
    } else if (ending == ".toml") {
        placeToml(file);
        if (isTorchtitan(file))
            file.program = "torchtitan";
    } else if (ending == ".json" || ending == ".yaml") {
        placeTree(file, ending == ".json");
    } else {
        placeScript(file);
    }
    return file;
}

} // namespace headroom
