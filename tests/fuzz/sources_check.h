// What holds of every file with settings: places lie in the text, edits and diffs can be made, and
// findings have a place and a text. Shared by the entries of each format, which is told by the name
// of the file.
#pragma once

#include "lint_check.h"

#include "model/sources/file_edits.h"
#include "model/sources/lint_files.h"

namespace headroom::fuzz {

inline const KeyTables &shippedKeys()
{
    static const KeyTables all { DataDirectories { HEADROOM_PROFILES, {} } };
    return all;
}

/// Every place lies in the text, and what changes there is a diff.
inline void changeAll(const PlacedFile &file)
{
    constexpr std::size_t maxChanged = 8;
    for (std::size_t i = 0; i < file.settings.size(); ++i) {
        const PlacedSetting &setting = file.settings[i];
        promise(setting.whole.to <= file.text.size() && setting.keyAt.to <= file.text.size(),
            "a place lies in the text");
        if (i >= maxChanged)
            continue;
        for (const bool isRemoved : { false, true }) {
            const FileEdit edit = editFor(file, { file.program, setting.key, "7", isRemoved });
            (void)unifiedDiff(file.text, applyEdits(file.text, edit.edits), file.name);
        }
    }
    (void)editFor(file, { file.program, "a.new", "7" });
}

/// One text under the name of a file.
inline void checkSources(std::string_view input, const char *name)
{
    const std::string text { input };
    changeAll(placeSettings(name, text));
    const FlagCatalogue &flags = shippedFlags();
    const auto reports = lintFiles({ { name, text } },
        { flags, shippedLibrary(), shippedKeys(), *flags.releases().choose("0.6.2"), nullptr, {} });
    promise(reports.hasValue(), "the shipped tables of keys can be read");
    for (const LintFinding &finding : reports->front().findings)
        promise(!lintMessage(finding).empty() && finding.position.line >= 1,
            "a finding has a text and a place");
}

} // namespace headroom::fuzz
