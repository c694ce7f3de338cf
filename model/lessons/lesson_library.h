#pragma once

#include "model/lessons/lesson.h"
#include "model/profiles/profile_library.h"

namespace headroom {

/// The lessons of the shipped and the user's folder, in the order of their file names. A file of
/// the user's folder replaces the shipped one of the same name; one that is broken is left out,
/// listed in skipped(), and the shipped one stays.
class LessonLibrary
{
public:
    /// Reads all lessons; texts come from NN-ID.LANGUAGE.yaml where that file exists.
    explicit LessonLibrary(const DataDirectories &directories, std::string_view language = {});

    const std::vector<Lesson> &lessons() const { return m_lessons; }
    const Lesson *lesson(std::string_view id) const;
    const std::vector<SkippedProfile> &skipped() const { return m_skipped; }

private:
    std::vector<Lesson> m_lessons;
    std::vector<SkippedProfile> m_skipped;
};

} // namespace headroom
