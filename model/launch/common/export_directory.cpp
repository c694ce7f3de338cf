#include "model/launch/common/export_directory.h"

#include "model/base/files/read_file.h"
#include "model/base/files/write_file.h"
#include "model/base/files/write_folder.h"
#include "model/launch/common/shell_text.h"

#include <fmt/format.h>

#include <algorithm>

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

using Signatures = std::map<std::string, std::string>;

bool isThere(const fs::path &file)
{
    std::error_code unseen;
    return fs::symlink_status(file, unseen).type() != fs::file_type::not_found;
}

/// What an earlier export signed; nothing where there was none.
Result<Signatures> earlierFiles(const fs::path &folder)
{
    if (!isThere(folder / readmeName))
        return Signatures {};
    const Result<std::string> readme = readTextFile(folder / readmeName);
    if (!readme)
        return readme.errors();
    return signedFiles(*readme);
}

Result<FileState> stateOf(const fs::path &folder, const Signatures &earlier,
    const std::string &name, const std::string *content)
{
    std::error_code failure;
    const fs::file_status status = fs::symlink_status(folder / name, failure);
    if (status.type() == fs::file_type::not_found)
        return FileState::New;
    if (failure)
        return Error { "file-unreadable", (folder / name).string(), { failure.message() } };
    if (!fs::is_regular_file(status))
        return FileState::Foreign;
    const Result<std::string> old = readTextFile(folder / name);
    if (!old)
        return old.errors();
    if (content && *old == *content)
        return FileState::Same;
    const auto known = earlier.find(name);
    const bool isOurs = known != earlier.end() && known->second == hashOf(name, *old);
    return isOurs ? FileState::Ours : FileState::Foreign;
}

void append(Problems &problems, const Errors &more)
{
    problems.insert(problems.end(), more.begin(), more.end());
}

Problems foreignFiles(
    const fs::path &folder, const Signatures &earlier, const std::vector<ExportFile> &files)
{
    Problems problems;
    for (const ExportFile &file : files) {
        const Result<FileState> state = stateOf(folder, earlier, file.name, &file.content);
        if (!state)
            append(problems, state.errors());
        else if (*state == FileState::Foreign)
            problems.push_back({ "export-foreign-file", (folder / file.name).string(), {} });
    }
    return problems;
}

/// Folders, links and devices that stand where files are to be, or where their folders are; not
/// even `force` replaces those.
Problems obstacles(const fs::path &folder, const std::vector<ExportFile> &files)
{
    Problems problems;
    std::error_code failure;
    for (const ExportFile &file : files) {
        const fs::file_type type = fs::symlink_status(folder / file.name, failure).type();
        if (type == fs::file_type::directory)
            problems.push_back({ "file-is-directory", (folder / file.name).string(), {} });
        else if (type != fs::file_type::regular && type != fs::file_type::not_found)
            problems.push_back({ "export-link", (folder / file.name).string(), {} });
        for (fs::path step = fs::path { file.name }.parent_path(); !step.empty();
             step = step.parent_path()) {
            const fs::file_type above = fs::symlink_status(folder / step, failure).type();
            if (above != fs::file_type::directory && above != fs::file_type::not_found)
                problems.push_back({ "export-link", (folder / step).string(), {} });
        }
    }
    return problems;
}

/// Where the folder really lies: links are followed, also one that leads to nothing yet.
fs::path placeOf(const fs::path &folder, std::error_code &failure)
{
    const fs::path whole = fs::absolute(folder / "", failure).parent_path();
    return failure ? whole : fs::weakly_canonical(behindLinks(whole), failure);
}

Problems notWritten(const fs::path &path, const std::error_code &failure)
{
    return { { "file-not-written", path.string(), { failure.message() } } };
}

std::vector<FileToWrite> toWrite(const std::vector<ExportFile> &files)
{
    std::vector<FileToWrite> all;
    for (const ExportFile &file : files)
        all.push_back({ file.name, file.content, file.executable });
    return all;
}

/// Makes the folders above the one to come; those that are still empty go again when it failed.
class ParentFolders
{
public:
    explicit ParentFolders(const fs::path &folder)
    {
        std::error_code unseen;
        for (fs::path step = folder.parent_path(); !fs::exists(step, unseen) && step.has_filename();
             step = step.parent_path())
            m_made.push_back(step);
        fs::create_directories(folder.parent_path(), m_failure);
    }
    ~ParentFolders()
    {
        std::error_code ignored;
        for (const fs::path &step : m_made)
            fs::remove(step, ignored);
    }
    ParentFolders(const ParentFolders &) = delete;
    ParentFolders &operator=(const ParentFolders &) = delete;

    const std::error_code &failure() const { return m_failure; }

private:
    std::vector<fs::path> m_made;
    std::error_code m_failure;
};

/// Files of an earlier export that this one does not have and that nobody changed.
Result<std::vector<std::string>> staleFiles(
    const fs::path &folder, const Signatures &earlier, const std::vector<ExportFile> &files)
{
    std::vector<std::string> stale;
    Problems problems;
    for (const auto &[name, hash] : earlier) {
        if (std::ranges::find(files, name, &ExportFile::name) != files.end())
            continue;
        const Result<FileState> state = stateOf(folder, earlier, name, nullptr);
        if (!state)
            append(problems, state.errors());
        else if (*state == FileState::Ours)
            stale.push_back(name);
    }
    if (!problems.empty())
        return problems;
    return stale;
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
    const Result<Signatures> earlier = earlierFiles(folder);
    const Result<FileState> state
        = stateOf(folder, earlier ? *earlier : Signatures {}, file.name, &file.content);
    return state ? *state : FileState::Foreign;
}

Problems writeExport(const fs::path &folder, const std::vector<ExportFile> &files, bool force)
{
    std::error_code failure;
    const fs::path target = placeOf(folder, failure);
    if (failure)
        return notWritten(folder, failure);
    const ParentFolders parents { target };
    if (parents.failure())
        return notWritten(folder, parents.failure());
    const Result<FolderLock> lock = FolderLock::wait(target);
    if (!lock)
        return lock.errors();
    const fs::file_status status = fs::status(target, failure);
    if (status.type() == fs::file_type::not_found)
        return createFolder(target, toWrite(files));
    if (!fs::is_directory(status))
        return { { "export-not-a-folder", folder.string(), {} } };
    finishReplacement(target);
    if (Problems problems = obstacles(target, files); !problems.empty())
        return problems;
    const Result<Signatures> earlier = earlierFiles(target);
    if (!earlier)
        return earlier.errors();
    if (!force)
        if (Problems problems = foreignFiles(target, *earlier, files); !problems.empty())
            return problems;
    const Result<std::vector<std::string>> stale = staleFiles(target, *earlier, files);
    return stale ? replaceInFolder(target, toWrite(files), *stale) : stale.errors();
}

} // namespace headroom
