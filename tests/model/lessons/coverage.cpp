#include "coverage.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

namespace headroom {
namespace {

CoverageRow readRow(const Document &node, const std::string &file, Errors &problems)
{
    CoverageRow row;
    MappingReader reader { node, file, problems };
    row.line = node.line();
    row.document = reader.requiredText("document");
    row.gist = reader.requiredText("gist");
    if (const Document *targets = reader.child("in"))
        for (const auto &[kind, ids] : targets->members()) {
            if (ids.isSequence())
                for (const Document &id : ids.items())
                    row.targets.push_back({ kind, id.text() });
            else
                row.targets.push_back({ kind, ids.text() });
        }
    reader.rejectUnknownKeys();
    return row;
}

} // namespace

Result<Coverage> loadCoverage(const std::filesystem::path &path)
{
    const Result<Document> root = readYamlFile(path);
    if (!root)
        return root.errors();
    Errors problems;
    Coverage coverage;
    coverage.file = path.string();
    MappingReader reader { *root, coverage.file, problems };
    requireSchemaVersion(reader);
    if (const Document *documents = reader.child("documents"))
        for (const auto &[id, title] : documents->members())
            coverage.documents[id] = title.text();
    if (const Document *rows = reader.child("rows"))
        for (const Document &node : rows->items())
            coverage.rows.push_back(readRow(node, coverage.file, problems));
    reader.rejectUnknownKeys();
    if (!problems.empty())
        return problems;
    return coverage;
}

std::vector<std::string> coverageProblems(const Coverage &coverage, const CoverageKinds &kinds)
{
    std::vector<std::string> problems;
    for (const CoverageRow &row : coverage.rows) {
        const std::string where = coverage.file + ":" + std::to_string(row.line);
        if (!coverage.documents.contains(row.document))
            problems.push_back(where + ": no document " + row.document);
        if (row.targets.empty())
            problems.push_back(where + ": no target for " + row.gist);
        for (const CoverageTarget &target : row.targets) {
            const auto kind = kinds.find(target.kind);
            if (kind == kinds.end() || !kind->second(target.id))
                problems.push_back(where + ": no " + target.kind + ' ' + target.id);
        }
    }
    return problems;
}

} // namespace headroom
