#include "export_settings.h"

#include "export_checks.h"

#include "model/base/document/document.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace headroom {
namespace {

bool isNamePart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

void flatten(const Document &node, const std::string &path, const std::string &file,
    std::set<std::string> &settings)
{
    if (!node.isMapping()) {
        settings.insert(file + ": " + path + " = " + writeJson(node));
        return;
    }
    for (const auto &[key, value] : node.members())
        flatten(value, path.empty() ? key : path + "." + key, file, settings);
}

/// Words of a bash array, an option and its values together.
void addArrayWords(std::istream &lines, const std::string &file, std::set<std::string> &settings)
{
    std::string option;
    const auto finish = [&] {
        if (!option.empty())
            settings.insert(file + ": " + option);
        option.clear();
    };
    for (std::string line; std::getline(lines, line) && line != ")";) {
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            if (word.starts_with("--") || word.starts_with("'--"))
                finish();
            option += (option.empty() ? "" : " ") + word;
        }
    }
    finish();
}

void addLines(const ExportFile &file, std::set<std::string> &settings)
{
    std::istringstream lines(file.content);
    std::string table;
    for (std::string line; std::getline(lines, line);) {
        const bool isJobOption = line.starts_with("#SBATCH");
        if (line.empty() || (line.front() == '#' && !isJobOption))
            continue;
        if (line.ends_with("=(")) {
            addArrayWords(lines, file.name, settings);
            continue;
        }
        if (file.name.ends_with(".toml") && line.front() == '[')
            table = line;
        settings.insert(file.name + ": " + table + line);
    }
}

} // namespace

std::set<std::string> exportSettings(const std::vector<ExportFile> &files)
{
    std::set<std::string> settings;
    for (const ExportFile &file : files) {
        const std::string &name = file.name;
        const bool isCarried = name.ends_with(".py") && !name.starts_with("headroom_");
        if (isCarried || name == "README.md" || name == "plan.headroom.yaml")
            continue;
        if (name.ends_with(".json")) {
            if (const auto tree = parseJson(file.content, name))
                flatten(*tree, {}, name, settings);
        } else {
            addLines(file, settings);
        }
    }
    return settings;
}

bool holdsName(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool starts = at == 0 || !isNamePart(text[at - 1]) || text[at - 1] == '-';
        if (starts && (end == text.size() || !isNamePart(text[end])))
            return true;
    }
    return false;
}

ToldChoice toldChoice(
    const std::vector<ExportFile> &files, const std::string &path, const std::string &value)
{
    const std::string mark = "`" + path + "=" + value + "`";
    std::istringstream lines(findFile(files, "README.md")->content);
    ToldChoice told;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t place = line.find(mark);
        if (place == std::string::npos)
            continue;
        told.isTold = true;
        std::string rest = line.substr(place + mark.size());
        if (!rest.starts_with(": `"))
            continue;
        // "`a`, `b`" and nothing else: the keys that hold it.
        std::vector<std::string> keys;
        for (rest.erase(0, 2); rest.starts_with('`');) {
            const std::size_t end = rest.find('`', 1);
            keys.push_back(rest.substr(1, end - 1));
            rest.erase(0, end + 1);
            if (rest.starts_with(", `"))
                rest.erase(0, 2);
        }
        if (rest.empty())
            told.keys = keys;
    }
    return told;
}

} // namespace headroom
