#include "model/runs/facts/kernel_groups.h"

#include "model/base/text/ascii.h"
#include "model/runs/text/anchor_set.h"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace headroom {
namespace {

/// A text inside a kernel's name, in small letters, and what it says; of several the first counts.
struct Rule
{
    std::string_view text;
    KernelGroup group;
};

using enum KernelGroup;

/// Names that leave no doubt. @source kernel names of NCCL and RCCL (src/device), DeepEP, cuBLAS,
/// cuDNN, CUTLASS, FlashAttention, Transformer Engine, Tensile; XLA's HLO opcodes and categories
constexpr std::array sureRules {
    // Inductor names a fused kernel by its kind and by the calls that it came from, which may be
    // attention or a collective. @source torch/_inductor/codegen: names of Triton kernels
    Rule { "triton_poi_", Elementwise },
    Rule { "triton_red_", Elementwise },
    Rule { "triton_per_", Elementwise },
    Rule { "triton_for_", Elementwise },
    // Copies between host and device, and between devices.
    Rule { "memcpyh2d", HostTransfer },
    Rule { "memcpyd2h", HostTransfer },
    Rule { "memcpy htod", HostTransfer },
    Rule { "memcpy dtoh", HostTransfer },
    Rule { "memcpy host-to-device", HostTransfer },
    Rule { "memcpy device-to-host", HostTransfer },
    Rule { "memcpyp2p", SendRecv },
    Rule { "memcpy ptop", SendRecv },
    Rule { "memcpy peer-to-peer", SendRecv },
    // Collectives: NCCL's and RCCL's kernels, XLA's operations, PyTorch's names of calls.
    Rule { "reducescatter", ReduceScatter },
    Rule { "reduce_scatter", ReduceScatter },
    Rule { "reduce-scatter", ReduceScatter },
    Rule { "allgather", AllGather },
    Rule { "all_gather", AllGather },
    Rule { "all-gather", AllGather },
    Rule { "allreduce", AllReduce },
    Rule { "all_reduce", AllReduce },
    Rule { "all-reduce", AllReduce },
    Rule { "cross_device_reduce", AllReduce },
    Rule { "alltoall", AllToAll },
    Rule { "all_to_all", AllToAll },
    Rule { "all-to-all", AllToAll },
    Rule { "deep_ep", AllToAll },
    Rule { "sendrecv", SendRecv },
    Rule { "collective-permute", SendRecv },
    Rule { "nccl", OtherCollective },
    Rule { "rccl", OtherCollective },
    // Attention; its kernels are often made of CUTLASS, so that they come before products.
    Rule { "flash", Attention },
    Rule { "fmha", Attention },
    Rule { "sdpa", Attention },
    Rule { "attention", Attention },
    Rule { "splash", Attention },
    Rule { "attn", Attention },
    Rule { "scaled_masked_softmax", Attention },
    Rule { "scaled_upper_triang", Attention },
    // Products. "nvjet" are cuBLAS' kernels for Hopper and later, "Cijk_" Tensile's.
    Rule { "gemm", Gemm },
    Rule { "nvjet", Gemm },
    Rule { "cijk_", Gemm },
    Rule { "cublas", Gemm },
    Rule { "cutlass", Gemm },
    Rule { "matmul", Gemm },
    Rule { "xmma", Gemm },
    Rule { "splitk", Gemm },
    Rule { "convolution", Gemm },
    Rule { "output fusion", Gemm },
    Rule { "triton_tem_fused", Gemm },
    Rule { "dot_general", Gemm },
};

/// Words that most names of memory-bound kernels have. @source PyTorch (ATen, Inductor), Apex,
/// Transformer Engine, XLA
constexpr std::array plainRules {
    Rule { "elementwise", Elementwise },
    Rule { "fusion", Elementwise },
    Rule { "triton_", Elementwise },
    Rule { "at::native", Elementwise },
    Rule { "norm", Elementwise },
    Rule { "rope", Elementwise },
    Rule { "rotary", Elementwise },
    Rule { "softmax", Elementwise },
    Rule { "cross_entropy", Elementwise },
    Rule { "multi_tensor", Elementwise },
    Rule { "adam", Elementwise },
    Rule { "reduce", Elementwise },
    Rule { "transpose", Elementwise },
    Rule { "copy", Elementwise },
    Rule { "memcpy", Elementwise },
    Rule { "memset", Elementwise },
    Rule { "cast", Elementwise },
    Rule { "convert", Elementwise },
    Rule { "broadcast", Elementwise },
    Rule { "embedding", Elementwise },
    Rule { "gather", Elementwise },
    Rule { "scatter", Elementwise },
    Rule { "index", Elementwise },
    Rule { "cub::", Elementwise },
    Rule { "gelu", Elementwise },
    Rule { "silu", Elementwise },
    Rule { "swiglu", Elementwise },
    Rule { "dropout", Elementwise },
    Rule { "quantize", Elementwise },
    Rule { "amax", Elementwise },
    Rule { "data formatting", Elementwise },
    Rule { "slice", Elementwise },
    Rule { "sort", Elementwise },
};

/// Operations of XLA that hold others. @source XLA's hlo_category
constexpr std::array containers { std::string_view { "while" }, std::string_view { "conditional" },
    std::string_view { "call" } };

class RuleSet
{
public:
    explicit RuleSet(std::span<const Rule> rules)
        : m_rules(rules)
        , m_anchors(texts(rules))
    { }

    std::optional<KernelGroup> find(std::string_view lowered) const
    {
        std::vector<std::size_t> found;
        m_anchors.find(lowered, found);
        if (found.empty())
            return std::nullopt;
        return m_rules[found.front()].group;
    }

private:
    static std::vector<std::string_view> texts(std::span<const Rule> rules)
    {
        std::vector<std::string_view> found;
        for (const Rule &rule : rules)
            found.push_back(rule.text);
        return found;
    }

    std::span<const Rule> m_rules;
    AnchorSet m_anchors;
};

bool isContainer(std::string_view text)
{
    for (const std::string_view word : containers)
        if (text == word || (text.starts_with(word) && text[word.size()] == '.'))
            return true;
    return false;
}

std::string lowered(std::string_view text)
{
    constexpr std::size_t longest = 1024; // templates spell out their arguments behind the name
    return asciiLowered(text.substr(0, longest));
}

} // namespace

const char *kernelGroupId(KernelGroup group)
{
    static constexpr std::array<const char *, kernelGroupCount> names { "gemm", "attention",
        "elementwise", "other", "all_gather", "reduce_scatter", "all_reduce", "all_to_all",
        "send_recv", "other_collective", "host_transfer", "container" };
    return names[static_cast<std::size_t>(group)];
}

KernelGroup kernelGroup(const KernelNames &names)
{
    static const RuleSet sure { sureRules }, plain { plainRules };
    const std::string name = lowered(names.name), category = lowered(names.category);
    if (isContainer(category) || isContainer(name))
        return Container;
    if (!names.collective.empty())
        if (const auto group = sure.find(lowered(names.collective)))
            return *group;
    for (const RuleSet *rules : { &sure, &plain })
        for (const std::string *text : { &name, &category })
            if (const auto group = rules->find(*text))
                return *group;
    return Other;
}

} // namespace headroom
