#pragma once

#include "model/incidents/incident.h"
#include "model/library/profiles/profile_library.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// An incident that somebody had and wrote about, told again on a computed cluster.
struct IncidentStory
{
    std::string title;
    std::string summary; ///< one sentence for lists
    std::string text; ///< what they saw, before anybody knew why; Markdown
    std::string ending; ///< what they found; Markdown
    std::string source; ///< address of the thread
    Incident incident; ///< its `story` is the id of this one
    std::string file; ///< as messages name it
};

/// A story's file, read strictly; every problem is listed with FILE:LINE. `language` is "zh" or
/// empty.
Result<IncidentStory> parseStory(
    std::string_view text, const std::string &name, const std::string &language = {});

/// The stories that can be read.
struct IncidentStories
{
    std::vector<IncidentStory> all; ///< by level, then by id
    std::vector<SkippedProfile> skipped; ///< files that cannot be used

    const IncidentStory *find(std::string_view id) const; ///< null: there is none
    std::vector<std::string> ids() const;
};

/// Those of incidents/ in the shipped and the user's folder; a user's file replaces the shipped one
/// of the same name.
IncidentStories loadStories(const DataDirectories &directories, const std::string &language = {});

} // namespace headroom
