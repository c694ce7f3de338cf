#include "model/library/profiles/profile_index.h"

#include "model/base/document/document.h"
#include "model/base/document/mapping_reader.h"
#include "model/base/files/read_file.h"
#include "model/base/text/ascii.h"

#include <algorithm>
#include <system_error>

namespace fs = std::filesystem;

namespace headroom {
namespace {

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string_view unquoted(std::string_view text)
{
    text = trimmed(text);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'')
        && text.back() == text.front())
        return text.substr(1, text.size() - 2);
    return text;
}

std::string_view takeLine(std::string_view &text)
{
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view {} : text.substr(end + 1);
    return line;
}

void addFlowItems(std::string_view list, std::vector<std::string> &values)
{
    while (!list.empty()) {
        const auto comma = list.find(',');
        if (const std::string_view item = unquoted(list.substr(0, comma)); !item.empty())
            values.emplace_back(item);
        list = comma == std::string_view::npos ? std::string_view {} : list.substr(comma + 1);
    }
}

void addNames(const fs::path &folder, const std::vector<std::string> &ids, ProfileNames &index)
{
    std::vector<std::pair<std::string, std::string>> aliases;
    for (const std::string &id : ids) {
        index.names.emplace(foldedName(id), id);
        const Result<std::string> text = readTextFile(folder / (id + ".yaml"), largestDocument);
        if (!text)
            continue;
        for (const std::string &alias : scanList(*text, "aliases"))
            aliases.emplace_back(foldedName(alias), id);
        for (const std::string &name : scanList(*text, "measurement_names"))
            index.measurementNames.emplace(foldedName(name), id);
    }
    // Ids come first: an alias never hides a profile.
    for (const auto &[alias, id] : aliases)
        index.names.emplace(alias, id);
}

} // namespace

std::string foldedName(std::string_view name)
{
    std::string folded;
    folded.reserve(name.size());
    for (const char c : name)
        folded += c == '_' || c == ' ' ? '-' : asciiLower(c);
    return folded;
}

bool isProfileId(std::string_view name)
{
    return !name.empty() && name.front() != '.' && name.size() <= 100
        && std::ranges::all_of(name, [](char c) {
               return isAsciiLetterOrDigit(c) || c == '.' || c == '_' || c == '+' || c == '-';
           });
}

std::vector<std::string> profileIds(const fs::path &folder, std::string_view extension)
{
    std::vector<std::string> ids;
    std::error_code problem;
    for (fs::directory_iterator entry { folder, problem }, end; !problem && entry != end;
         entry.increment(problem)) {
        const std::string name = entry->path().filename().string();
        std::error_code unreadable;
        if (!name.ends_with(extension) || !entry->is_regular_file(unreadable))
            continue;
        if (std::string id = name.substr(0, name.size() - extension.size()); isProfileId(id))
            ids.push_back(std::move(id));
    }
    std::ranges::sort(ids);
    return ids;
}

/// Files of a kind in one folder, whatever they are called.
std::vector<fs::path> yamlFilesOf(const fs::path &folder)
{
    std::vector<fs::path> files;
    std::error_code problem;
    for (fs::directory_iterator entry { folder, problem }, end; !problem && entry != end;
         entry.increment(problem))
        if (entry->path().extension() == ".yaml")
            files.push_back(entry->path());
    std::ranges::sort(files);
    return files;
}

Error unknownName(
    const std::string &error, std::string_view name, const std::vector<std::string> &known)
{
    if (const auto nearest = nearestName(foldedName(name), known))
        return { error + std::string { nearSuffix }, "", { std::string { name }, *nearest } };
    return { error, "", { std::string { name } } };
}

std::vector<std::string> scanList(std::string_view text, std::string_view key)
{
    std::vector<std::string> values;
    while (!text.empty()) {
        std::string_view line = takeLine(text);
        if (!line.starts_with(key) || line.substr(key.size(), 1) != ":")
            continue;
        std::string_view rest = trimmed(line.substr(key.size() + 1));
        if (rest.starts_with('[')) {
            std::string list { rest.substr(1) };
            while (list.find(']') == std::string::npos && !text.empty())
                list += takeLine(text);
            addFlowItems(std::string_view { list }.substr(0, list.find(']')), values);
            return values;
        }
        while (!text.empty()) {
            line = trimmed(takeLine(text));
            if (!line.starts_with('-'))
                return values;
            values.emplace_back(unquoted(line.substr(1)));
        }
    }
    return values;
}

std::string ProfileNames::find(std::string_view name) const
{
    const auto found = names.find(foldedName(name));
    return found == names.end() ? std::string {} : found->second;
}

std::string ProfileNames::findPrefix(std::string_view name) const
{
    const std::string folded = foldedName(name);
    std::string id;
    std::size_t longest = 0;
    for (const auto &[known, target] : names) {
        if (known.size() > longest && folded.starts_with(known)) {
            longest = known.size();
            id = target;
        }
    }
    return id;
}

std::vector<std::string> ProfileNames::aliasesOf(std::string_view id) const
{
    std::vector<std::string> aliases;
    for (const auto &[name, target] : names)
        if (target == id && name != foldedName(id))
            aliases.push_back(name);
    return aliases;
}

ProfileNames indexNames(const DataDirectories &directories, const std::string &kind,
    const std::function<bool(const std::string &id)> &isUsable)
{
    ProfileNames index;
    if (!directories.user.empty()) {
        std::vector<std::string> own = profileIds(directories.user / kind);
        std::erase_if(own, [&isUsable](const std::string &id) { return !isUsable(id); });
        addNames(directories.user / kind, own, index);
    }
    addNames(directories.shipped / kind, profileIds(directories.shipped / kind), index);
    return index;
}

} // namespace headroom
