#include "model/base/document/document.h"
#include "model/base/document/known_trees.h"

namespace headroom {
namespace {

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

Result<Document> readYamlFile(const std::filesystem::path &path)
{
    Result<std::string> text = readTextFile(path, largestDocument);
    if (!text)
        return text.errors();
    if (std::optional<Document> known = knownTrees().find(*text))
        return *std::move(known);
    return parseYaml(*text, path.string());
}

Result<Document> readJsonFile(const std::filesystem::path &path)
{
    Result<std::string> text = readTextFile(path, largestDocument);
    if (!text)
        return text.errors();
    return parseJson(*text, path.string());
}

} // namespace headroom
