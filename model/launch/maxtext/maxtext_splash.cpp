#include "model/launch/maxtext/maxtext_splash.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// What MaxText's own configurations give splash attention on a chip in place of blocks of 512.
/// @source MaxText at 2026-08-22, benchmarks/maxtext_trillium_model_configs.py, _v5p_ and _v5e_
struct SplashBlocks
{
    std::string_view chip;
    std::int64_t tokens;
    bool fusesBackward; ///< dq and dkv in one kernel
};
constexpr std::array splashBlocks {
    SplashBlocks { "tpu-v6e", 2048, true },
    SplashBlocks { "tpu-v5p", 2048, false },
    SplashBlocks { "tpu-v5e", 2048, true },
};

/// The largest power of two up to `most` that divides a length.
std::int64_t blockOf(std::int64_t length, std::int64_t most)
{
    std::int64_t block = 1;
    while (block * 2 <= most && length % (block * 2) == 0)
        block *= 2;
    return block;
}

} // namespace

void addMaxTextSplash(const LaunchSpec &spec, MaxTextSection &section)
{
    const auto row
        = std::ranges::find(splashBlocks, std::string_view(spec.chip().id), &SplashBlocks::chip);
    if (row == splashBlocks.end())
        return;
    constexpr std::int64_t minBlock = 128; ///< of the kernel
    const Plan &plan = spec.plan();
    const std::int64_t own = plan.workload.sequenceLength / plan.parallelism.context;
    const std::int64_t block = blockOf(own, row->tokens);
    if (block < minBlock)
        return;
    for (const char *key : { "sa_block_q", "sa_block_kv", "sa_block_kv_compute", "sa_block_q_dkv",
             "sa_block_kv_dkv", "sa_block_kv_dkv_compute", "sa_block_q_dq", "sa_block_kv_dq" })
        section.settings.push_back({ key, block });
    section.settings.push_back({ "sa_use_fused_bwd_kernel", row->fusesBackward });
}

} // namespace headroom
