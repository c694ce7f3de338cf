#include "model/base/document/document.h"
#include "model/base/document/known_trees.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace headroom {
namespace {

struct CloseFile
{
    void operator()(std::FILE *file) const { std::fclose(file); }
};

KnownTrees &knownTrees()
{
    static KnownTrees trees;
    return trees;
}

} // namespace

void useKnownTrees(std::string_view pack)
{
    knownTrees() = KnownTrees { pack };
}

Result<std::string> readTextFile(const std::filesystem::path &path, std::uint64_t limit)
{
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure))
        return Error { "file-is-directory", path.string(), {} };
    const std::unique_ptr<std::FILE, CloseFile> file { std::fopen(path.c_str(), "rb") };
    if (!file)
        return Error { "file-unreadable", path.string(), { std::strerror(errno) } };
    std::string text;
    std::array<char, 65536> block; // written by fread before it is read
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
        text.append(block.data(), count);
        if (text.size() > limit)
            return Error { "file-too-large", path.string(), { std::to_string(limit >> 20) } };
    }
    if (std::ferror(file.get()))
        return Error { "file-unreadable", path.string(), { std::strerror(errno) } };
    return text;
}

Result<Document> readYamlFile(const std::filesystem::path &path)
{
    Result<std::string> text = readTextFile(path);
    if (!text)
        return text.errors();
    if (std::optional<Document> known = knownTrees().find(*text))
        return *std::move(known);
    return parseYaml(*text, path.string());
}

Result<Document> readJsonFile(const std::filesystem::path &path)
{
    Result<std::string> text = readTextFile(path);
    if (!text)
        return text.errors();
    return parseJson(*text, path.string());
}

} // namespace headroom
