#pragma once

#include "model/base/document/document.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace headroom {

/// Where something lives in the product: a kind and an id of that kind.
struct CoverageTarget
{
    std::string kind; ///< term, finding, flag, variable, set, export, sweep, lesson, policy, …
    std::string id; ///< lessons: LESSON or LESSON#SCREEN
    bool operator==(const CoverageTarget &) const = default;
};

/// One fact, rule, number, tool or workflow of a background document and where the product has it.
struct CoverageRow
{
    std::string document;
    std::string gist;
    std::vector<CoverageTarget> targets;
    int line = 0;
};

struct Coverage
{
    std::map<std::string, std::string> documents; ///< id → title and address
    std::vector<CoverageRow> rows;
    std::string file;
};

Result<Coverage> loadCoverage(const std::filesystem::path &file);

/// Says whether an id of a kind exists. A kind without an entry is unknown.
using CoverageKinds = std::map<std::string, std::function<bool(const std::string &id)>>;

/// A line for each row without target, of an unknown document, or with a target that does not
/// exist.
std::vector<std::string> coverageProblems(const Coverage &coverage, const CoverageKinds &kinds);

} // namespace headroom
