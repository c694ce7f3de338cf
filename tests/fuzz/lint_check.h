// What holds of every script that is linted: findings have a place and a text, and what their edits
// make of it can be linted again. Shared by the entries of each language, which is told by the name
// of the file.
#pragma once

#include "fuzz_entry.h"

#include "model/lint/lint.h"

namespace headroom::fuzz {

inline const FlagCatalogue &shippedFlags()
{
    static const auto loaded = FlagCatalogue::load({ HEADROOM_PROFILES, {} });
    promise(loaded.hasValue(), "the shipped flags can be read");
    return **loaded;
}

/// One text under the name of a file.
inline void checkLint(std::string_view text, const char *file)
{
    const FlagCatalogue &flags = shippedFlags();
    const LintOptions options { *flags.releases().choose("0.6.2"), nullptr, file };
    const LintReport report = lintScript(flags, text, options);
    for (const LintFinding &finding : report.findings)
        promise(!lintMessage(finding).empty() && finding.position.line >= 1,
            "a finding has a text and a place");
    (void)lintScript(flags, applyEdits(text, report.edits()), options);
}

} // namespace headroom::fuzz
