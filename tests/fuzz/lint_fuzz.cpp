// Fuzz entry of the flag lint. With clang: -fsanitize=fuzzer,address. Without, replay_main.cpp runs
// saved inputs through the same function.
#include "fuzz_entry.h"

#include "model/lint/lint.h"

#include <cstdint>
#include <cstdlib>

namespace {

const headroom::FlagCatalogue &catalogue()
{
    static const auto loaded = headroom::FlagCatalogue::load({ HEADROOM_PROFILES, {} });
    if (!loaded)
        std::abort();
    return **loaded;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text { reinterpret_cast<const char *>(data), size };
    const auto jaxlib = catalogue().releases().choose("0.6.2");
    for (const char *file : { "a.sh", "a.py", "" }) {
        const headroom::LintReport report
            = headroom::lintScript(catalogue(), text, { *jaxlib, nullptr, file });
        const std::string fixed = headroom::applyEdits(text, report.edits());
        for (const headroom::LintFinding &finding : report.findings)
            if (headroom::lintMessage(finding).empty() || finding.position.line < 1)
                std::abort();
        (void)headroom::lintScript(catalogue(), fixed, { *jaxlib, nullptr, file });
    }
    return 0;
}
