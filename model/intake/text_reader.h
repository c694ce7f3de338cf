#pragma once

#include "model/base/document/document.h"
#include "model/intake/read_texts.h"
#include "model/intake/tool_files.h"
#include "model/runs/readers/config_files.h"

#include <optional>
#include <string_view>

namespace headroom {

/// Reads texts that are no logs: configurations, scripts, programs, jobs, and sentences.
class TextReader
{
public:
    /// Bytes of a text of which commands are looked for line by line.
    static constexpr std::size_t maxPastedText = 1u << 18;

    explicit TextReader(const ProfileLibrary &library)
        : m_library(library)
    { }

    /// Whether the text was of a kind other than a log.
    bool read(std::string_view text, const TextPlace &place, ReadText &found, int depth);
    /// Commands among other text: pasted lines.
    bool readPasted(std::string_view text, const TextPlace &place, ReadText &found);

private:
    void addTool(std::optional<ToolFile> file, ReadText &found);
    bool readJson(std::string_view text, const TextPlace &place, ReadText &found);
    bool readProgram(std::string_view text, const TextPlace &place, ReadText &found);
    bool readYamlStream(std::string_view text, const TextPlace &place, ReadText &found, int depth);
    bool readCluster(const Document &tree, const TextPlace &place, ReadText &found, int depth);
    /// A topology gives the chips of a slice; hosts are then no nodes of a plan.
    static void settleSlices(RunTrace &machine);
    bool readScript(std::string_view text, const TextPlace &place, ReadText &found, int depth);

    const ProfileLibrary &m_library;
};

} // namespace headroom
