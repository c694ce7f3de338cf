#pragma once

#include "model/lessons/lesson.h"
#include "model/library/profiles/profile_library.h"

#include <memory>

namespace headroom {

/// What a list of lessons shows.
struct LessonHead
{
    std::string id;
    std::string title;
    std::string summary;
    int minutes = 0;
    std::string icon {}; ///< as Lesson::icon
};

/// The lessons of the shipped and the user's folder, in the order of their file names. A file of
/// the user's folder replaces the shipped one of the same name; one that is broken is left out,
/// listed in skipped(), and the shipped one stays. Of a shipped lesson only the head is read until
/// it is opened. For use from one thread.
class LessonLibrary
{
public:
    /// Texts come from NN-ID.LANGUAGE.yaml where that file exists.
    explicit LessonLibrary(DataDirectories directories, std::string language = {});

    std::vector<LessonHead> heads() const;
    /// Reads it when first asked for; nullptr when unknown or broken (then it is in skipped()).
    const Lesson *lesson(std::string_view id) const;
    /// All lessons, read to the end.
    std::vector<const Lesson *> lessons() const;
    const DataDirectories &directories() const { return m_directories; }
    const std::vector<SkippedProfile> &skipped() const { return m_skipped; }

private:
    struct Entry
    {
        std::string name; ///< "01-where-memory-goes.yaml"
        std::filesystem::path file;
        LessonHead head;
        std::unique_ptr<Lesson> lesson; ///< null until read
        bool isBroken = false;
    };

    void addFolder(const std::filesystem::path &folder, bool isUser);
    void addFile(const std::filesystem::path &path, bool isUser);
    std::filesystem::path textsOf(const std::string &name) const;
    const Lesson *read(Entry &entry) const;
    void translate(Lesson &lesson, const std::string &name) const;

    DataDirectories m_directories;
    std::string m_language;
    mutable std::vector<Entry> m_entries; ///< by name
    mutable std::vector<SkippedProfile> m_skipped;
};

} // namespace headroom
