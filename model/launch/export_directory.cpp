#include "model/launch/export_directory.h"

#include "model/base/document/document.h"
#include "model/launch/shell_text.h"
#include "model/plan/plan_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "<!-- written by headroom; files:";
constexpr std::string_view readmeName = "README.md";

/// The text of a README without its signature.
std::string_view unsignedText(std::string_view readme)
{
    return readme.substr(0, readme.rfind(mark));
}

std::string hashOf(const std::string &name, std::string_view content)
{
    return contentHash(name == readmeName ? unsignedText(content) : content);
}

std::map<std::string, std::string> earlierFiles(const fs::path &folder)
{
    const Result<std::string> readme = readTextFile(folder / readmeName);
    return readme ? signedFiles(*readme) : std::map<std::string, std::string> {};
}

FileState stateOf(const fs::path &folder, const std::map<std::string, std::string> &earlier,
    const std::string &name, const std::string *content)
{
    std::error_code failure;
    if (!fs::exists(fs::symlink_status(folder / name, failure)))
        return FileState::New;
    const Result<std::string> old = readTextFile(folder / name);
    if (!old)
        return FileState::Foreign;
    if (content && *old == *content)
        return FileState::Same;
    const auto known = earlier.find(name);
    const bool isOurs = known != earlier.end() && known->second == hashOf(name, *old);
    return isOurs ? FileState::Ours : FileState::Foreign;
}

Problems foreignFiles(const fs::path &folder, const std::vector<ExportFile> &files)
{
    const auto earlier = earlierFiles(folder);
    Problems problems;
    for (const ExportFile &file : files)
        if (stateOf(folder, earlier, file.name, &file.content) == FileState::Foreign)
            problems.push_back({ "export-foreign-file", (folder / file.name).string(), {} });
    return problems;
}

/// Folders that stand where files are to be; not even `force` replaces those.
Problems foldersInTheWay(const fs::path &folder, const std::vector<ExportFile> &files)
{
    Problems problems;
    std::error_code failure;
    for (const ExportFile &file : files)
        if (fs::is_directory(folder / file.name, failure))
            problems.push_back({ "file-is-directory", (folder / file.name).string(), {} });
    return problems;
}

/// A folder beside the files to come, removed again unless it was kept.
class StagingFolder
{
public:
    explicit StagingFolder(const fs::path &parent)
    {
        std::string pattern = (parent / ".headroom-XXXXXX").string();
        if (::mkdtemp(pattern.data()))
            m_path = pattern;
    }
    ~StagingFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            fs::remove_all(m_path, ignored);
    }
    StagingFolder(const StagingFolder &) = delete;
    StagingFolder &operator=(const StagingFolder &) = delete;

    const fs::path &path() const { return m_path; }
    void keep() { m_path.clear(); }

private:
    fs::path m_path;
};

Problems notWritten(const fs::path &path, Operand reason)
{
    return { { "file-not-written", path.string(), { std::move(reason) } } };
}

Problems writeInto(
    const fs::path &folder, const std::vector<ExportFile> &files, const fs::path &shown)
{
    for (const ExportFile &file : files) {
        std::error_code failure;
        fs::create_directories((folder / file.name).parent_path(), failure);
        if (failure)
            return notWritten(shown / file.name, failure.message());
        if (Problems problems
            = writeFileAtomically(folder / file.name, file.content, file.executable);
            !problems.empty())
            return notWritten(shown / file.name, problems.front().args.front());
    }
    return {};
}

/// A folder that is not there yet: made beside its place, moved there complete.
Problems createFolder(const fs::path &folder, const std::vector<ExportFile> &files)
{
    std::error_code failure;
    const fs::path parent = folder.parent_path();
    fs::path firstMissing;
    for (fs::path step = parent; !fs::exists(step, failure) && step != step.root_path();
         step = step.parent_path())
        firstMissing = step;
    fs::create_directories(parent, failure);
    if (failure)
        return notWritten(folder, failure.message());
    const auto giveBack = [&] {
        std::error_code ignored;
        if (!firstMissing.empty())
            fs::remove_all(firstMissing, ignored);
    };
    StagingFolder staging(parent);
    if (staging.path().empty()) {
        giveBack();
        return notWritten(folder, "the folder cannot be made there");
    }
    Problems problems = writeInto(staging.path(), files, folder);
    if (problems.empty()) {
        fs::permissions(staging.path(),
            fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec
                | fs::perms::others_read | fs::perms::others_exec,
            failure);
        fs::rename(staging.path(), folder, failure);
        if (!failure) {
            staging.keep();
            return {};
        }
        problems = notWritten(folder, failure.message());
    }
    std::error_code ignored;
    fs::remove_all(staging.path(), ignored);
    giveBack();
    return problems;
}

/// Files of an earlier export that this one does not have and that nobody changed.
std::vector<fs::path> staleFiles(const fs::path &folder, const std::vector<ExportFile> &files)
{
    const auto earlier = earlierFiles(folder);
    std::vector<fs::path> stale;
    for (const auto &[name, hash] : earlier) {
        const bool stays = std::any_of(files.begin(), files.end(),
            [&, wanted = name](const ExportFile &f) { return f.name == wanted; });
        if (!stays && stateOf(folder, earlier, name, nullptr) == FileState::Ours)
            stale.push_back(folder / name);
    }
    return stale;
}

Problems replaceFiles(const fs::path &folder, const std::vector<ExportFile> &files)
{
    StagingFolder staging(folder);
    if (staging.path().empty())
        return notWritten(folder, "nothing can be written there");
    if (Problems problems = writeInto(staging.path(), files, folder); !problems.empty())
        return problems;
    const std::vector<fs::path> stale = staleFiles(folder, files);
    for (const ExportFile &file : files) {
        std::error_code failure;
        fs::create_directories((folder / file.name).parent_path(), failure);
        fs::rename(staging.path() / file.name, folder / file.name, failure);
        if (failure)
            return notWritten(folder / file.name, failure.message());
    }
    for (const fs::path &path : stale) {
        std::error_code ignored;
        fs::remove(path, ignored);
        // A folder goes when this was its last file; remove() spares those that hold something.
        for (fs::path step = path.parent_path(); step != folder; step = step.parent_path())
            fs::remove(step, ignored);
    }
    return {};
}

} // namespace

void signExport(std::vector<ExportFile> &files)
{
    std::string line(mark);
    for (const ExportFile &file : files)
        line += fmt::format(" {}={}", file.name, hashOf(file.name, file.content));
    files.back().content += line + " -->\n";
}

std::map<std::string, std::string> signedFiles(std::string_view readme)
{
    std::map<std::string, std::string> files;
    const std::size_t start = readme.rfind(mark);
    if (start == std::string_view::npos)
        return files;
    std::string_view line = readme.substr(start + mark.size());
    line = line.substr(0, line.find(" -->"));
    while (!line.empty()) {
        const std::size_t first = line.find_first_not_of(' ');
        if (first == std::string_view::npos)
            break;
        line.remove_prefix(first);
        const std::string_view word = line.substr(0, line.find(' '));
        line.remove_prefix(word.size());
        const std::size_t equals = word.rfind('=');
        const fs::path name = word.substr(0, equals);
        // A README comes from outside: it must not lead anywhere but into its own folder.
        const bool isInside = equals != std::string_view::npos && name.is_relative()
            && std::none_of(
                name.begin(), name.end(), [](const fs::path &part) { return part == ".."; });
        if (isInside)
            files.emplace(name.string(), word.substr(equals + 1));
    }
    return files;
}

FileState fileState(const fs::path &folder, const ExportFile &file)
{
    return stateOf(folder, earlierFiles(folder), file.name, &file.content);
}

Problems writeExport(const fs::path &folder, const std::vector<ExportFile> &files, bool force)
{
    std::error_code failure;
    const fs::path target = fs::absolute(folder / "", failure).lexically_normal().parent_path();
    if (failure)
        return notWritten(folder, failure.message());
    const fs::file_status status = fs::status(target, failure);
    if (status.type() == fs::file_type::not_found)
        return createFolder(target, files);
    if (!fs::is_directory(status))
        return { { "export-not-a-folder", folder.string(), {} } };
    if (Problems problems = foldersInTheWay(target, files); !problems.empty())
        return problems;
    if (!force)
        if (Problems problems = foreignFiles(target, files); !problems.empty())
            return problems;
    return replaceFiles(target, files);
}

} // namespace headroom
