#include "model/frameworks/maxtext/maxtext_keys.h"

#include "model/base/text/release_number.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// Day from which a MaxText release has its sources; the earliest possible one where only a span is
/// known, so that a key is never assumed too early.
struct MaxTextRelease
{
    std::string_view version;
    std::string_view date;
};
constexpr std::array releases {
    MaxTextRelease { "0.1", "2025-09-03" },
    MaxTextRelease { "0.2", "2026-02-19" },
    MaxTextRelease { "0.2.2", "2026-04-08" },
    MaxTextRelease { "0.2.4", "2026-08-21" },
};

/// Keys that are younger than the oldest release above, and the day they came.
struct YoungKey
{
    std::string_view key;
    std::string_view since;
};
constexpr std::array youngKeys {
    YoungKey { "num_vocab_tiling", "2025-09-26" },
    YoungKey { "grad_dtype", "2025-10-06" },
    YoungKey { "shard_optimizer_over_data", "2025-10-15" },
    YoungKey { "use_tokamax_splash", "2025-10-28" },
    YoungKey { "context_parallel_strategy", "2025-11-06" },
    YoungKey { "max_segments_per_seq", "2025-11-06" },
    YoungKey { "mla_q", "2025-12-11" },
    YoungKey { "mla_kv", "2025-12-11" },
    YoungKey { "attention_out", "2026-02-06" },
    YoungKey { "engram", "2026-02-25" },
    YoungKey { "moe_mlpwi_0", "2026-03-24" },
    YoungKey { "moe_mlpwi_1", "2026-03-24" },
    YoungKey { "moe_mlpwo", "2026-03-24" },
    YoungKey { "query_wa_proj", "2026-03-24" },
    YoungKey { "kv_wa_proj", "2026-03-24" },
    YoungKey { "kv_proj", "2026-07-13" },
    YoungKey { "indexer_cutoff_threshold", "2026-08-05" },
};

std::string_view releaseDate(std::string_view version)
{
    if (version.empty())
        return "9999";
    std::string_view date;
    for (const MaxTextRelease &release : releases)
        if (isRelease(version, release.version))
            date = release.date;
    return date;
}

} // namespace

bool maxtextKnowsKey(std::string_view key, std::string_view version)
{
    const auto row = std::find_if(youngKeys.begin(), youngKeys.end(),
        [key](const YoungKey &young) { return young.key == key; });
    return row == youngKeys.end() || row->since <= releaseDate(version);
}

} // namespace headroom
