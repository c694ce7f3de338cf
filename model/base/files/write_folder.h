#pragma once

#include "model/base/outcome/result.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// One of several files that come into being together.
struct FileToWrite
{
    std::string name; ///< below the folder, with / between
    std::string_view content;
    bool isProgram = false;
};

/// Keeps other processes of this program from writing into the same folder at the same time. Where
/// the file system has no locks, it holds nobody off.
class FolderLock
{
public:
    /// Waits as LockPatience says; then the error is "folder-busy". The folder need not exist, its
    /// parent must.
    static Result<FolderLock> wait(const std::filesystem::path &folder);
    ~FolderLock();
    FolderLock(FolderLock &&other) noexcept;
    FolderLock &operator=(FolderLock &&) = delete;

private:
    explicit FolderLock(int descriptor)
        : m_descriptor(descriptor)
    { }

    int m_descriptor;
};

/// Makes a folder that is not there yet: written beside its place and moved there complete.
/// @pre its parent exists and the lock is held, as for all functions below
Problems createFolder(const std::filesystem::path &folder, std::span<const FileToWrite> files);

/// Replaces files of a folder all at once, or none: `files` come, `stale` names go.
///
/// A folder that holds nothing else is written anew beside its place and swapped in one step. In a
/// folder with other files (or one that a process works in) each file is moved into its place; a
/// failure on the way is undone, and what a killed process left half done is finished by
/// finishReplacement.
Problems replaceInFolder(const std::filesystem::path &folder, std::span<const FileToWrite> files,
    std::span<const std::string> stale);

/// Finishes or clears away what a killed process left of replaceInFolder; a file that was changed
/// since stays as it is.
void finishReplacement(const std::filesystem::path &folder);

} // namespace headroom
