#include "model/tune/write_changed.h"

#include "model/base/files/read_file.h"
#include "model/base/files/write_file.h"

#include <fmt/format.h>

#include <filesystem>

namespace headroom {
namespace {

/// A name beside the file that nothing has.
std::string backupName(const std::string &file)
{
    constexpr int most = 1000;
    std::error_code ignored;
    std::string name = file + ".bak";
    for (int i = 1; std::filesystem::exists(name, ignored) && i < most; ++i)
        name = fmt::format("{}.bak.{}", file, i);
    return name;
}

} // namespace

Result<std::vector<ChangedFile>> writeChanged(
    const std::vector<NamedText> &before, const std::vector<NamedText> &after)
{
    std::vector<std::size_t> changed;
    Errors problems;
    for (std::size_t i = 0; i < before.size() && i < after.size(); ++i) {
        if (before[i].text == after[i].text)
            continue;
        const Result<std::string> now = readTextFile(before[i].name);
        if (!now)
            problems.insert(problems.end(), now.errors().begin(), now.errors().end());
        else if (*now != before[i].text)
            problems.push_back({ "tune-file-changed", before[i].name, {} });
        changed.push_back(i);
    }
    if (!problems.empty())
        return problems;
    std::vector<ChangedFile> written;
    for (const std::size_t i : changed) {
        const std::string backup = backupName(before[i].name);
        if (Problems failed = writeFileAtomically(backup, before[i].text); !failed.empty())
            return failed;
        written.push_back({ before[i].name, backup });
    }
    for (const std::size_t i : changed)
        if (Problems failed = writeFileAtomically(before[i].name, after[i].text); !failed.empty())
            return failed;
    return written;
}

} // namespace headroom
