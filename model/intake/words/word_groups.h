#pragma once

#include <string_view>
#include <vector>

namespace headroom {

/// Words of sentences that mean the same to a count.
inline const std::vector<std::string_view> deviceWords { "gpu", "gpus", "device", "devices",
    "accelerator", "accelerators", "cards", "card", "chips", "chip", "tpus" };
inline const std::vector<std::string_view> nodeWords { "node", "nodes", "machine", "machines",
    "host", "hosts", "server", "servers", "instances", "slices", "slice" };
inline const std::vector<std::string_view> brandWords { "nvidia", "amd", "rtx", "geforce", "tesla",
    "quadro", "instinct" };
inline const std::vector<std::string_view> degreeWords { "tp", "pp", "dp", "cp", "ep" };
inline const std::vector<std::string_view> batchWords { "bs", "mbs", "gbs", "ga", "batch", "size" };

} // namespace headroom
