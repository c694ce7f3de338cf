// Fuzz entry of the settings in users' files: places, keys and their rules, edits and diffs.
#include "fuzz_entry.h"

#include "model/sources/file_edits.h"
#include "model/sources/lint_files.h"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace headroom;

const FlagCatalogue &flags()
{
    static const auto loaded = FlagCatalogue::load({ HEADROOM_PROFILES, {} });
    if (!loaded)
        std::abort();
    return **loaded;
}

const ProfileLibrary &library()
{
    static const ProfileLibrary shipped { DataDirectories { HEADROOM_PROFILES, {} } };
    return shipped;
}

const KeyTables &tables()
{
    static const KeyTables all { DataDirectories { HEADROOM_PROFILES, {} } };
    return all;
}

/// Every place lies in the text, and what changes there is a diff.
void changeAll(const PlacedFile &file)
{
    constexpr std::size_t maxChanged = 8;
    for (std::size_t i = 0; i < file.settings.size(); ++i) {
        const PlacedSetting &setting = file.settings[i];
        if (setting.whole.to > file.text.size() || setting.keyAt.to > file.text.size())
            std::abort();
        if (i >= maxChanged)
            continue;
        for (const bool isRemoved : { false, true }) {
            const FileEdit edit = editFor(file, { file.program, setting.key, "7", isRemoved });
            (void)unifiedDiff(file.text, applyEdits(file.text, edit.edits), file.name);
        }
    }
    (void)editFor(file, { file.program, "a.new", "7" });
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string text { reinterpret_cast<const char *>(data), size };
    for (const char *name : { "a.sh", "a.yaml", "a.toml", "a.json" }) {
        changeAll(placeSettings(name, text));
        const auto reports = lintFiles({ { name, text } },
            { flags(), library(), tables(), *flags().releases().choose("0.6.2"), nullptr, {} });
        if (!reports)
            std::abort();
        for (const LintFinding &finding : reports->front().findings)
            if (lintMessage(finding).empty() || finding.position.line < 1)
                std::abort();
    }
    return 0;
}
