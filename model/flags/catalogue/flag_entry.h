#pragma once

#include "model/flags/catalogue/jaxlib_version.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Where a setting is written.
enum class FlagCarrier {
    XlaFlags, ///< inside XLA_FLAGS, with two dashes
    LibtpuArgs, ///< inside LIBTPU_INIT_ARGS, with two dashes
    Environment, ///< a variable of its own
};

enum class FlagArea { Codegen, Communication, Memory, Kernels, Scheduling, Debug };

enum class FlagType { Bool, Integer, Real, Text, Enum, List };

/// Whether a name exists outside its version history.
enum class FlagExistence {
    Released, ///< in at least one examined release; see since and removed
    Unreleased, ///< only in XLA after the newest examined release: every release rejects it
    NeverReleased, ///< existed between two releases only
    Unversioned, ///< closed source or another project: nothing is known about versions
    NeverExisted, ///< a wrong name that guides print
};

/// Whose releases count; those of jax and jaxlib go together.
enum class VersionOwner { Jaxlib, Jax, Nccl, Cuda, Torch, TransformerEngine, Rocm, Libfabric };
inline constexpr std::array versionOwnerWords { "jaxlib", "jax", "NCCL", "CUDA", "PyTorch",
    "Transformer Engine", "ROCm", "libfabric" };

/// A default from one release on; "(absent)" marks a gap, "(build-dependent)" an unknowable value.
struct DefaultSince
{
    JaxlibVersion since;
    std::string value;
    bool operator==(const DefaultSince &) const = default;
};

/// A value with the release that brought or dropped it.
struct ValueVersion
{
    std::string value;
    JaxlibVersion version;
};

/// One compiler flag or environment variable: facts, not texts for teaching (see flag_texts.h).
struct FlagEntry
{
    std::string name; ///< without dashes
    FlagCarrier carrier = FlagCarrier::XlaFlags;
    std::string owner; ///< xla, libtpu, nccl, cuda, jax, tf, te, torch, hf, rocm, efa
    FlagArea area = FlagArea::Debug;
    FlagType type = FlagType::Text;
    int integerBits = 64; ///< of an Integer
    FlagExistence existence = FlagExistence::Released;
    std::optional<JaxlibVersion> since; ///< first release that has it
    bool sinceOrEarlier = false; ///< may be older than `since`
    std::optional<VersionOwner> sinceOf; ///< whose version `since` or `sinceText` is
    std::string sinceText; ///< "NCCL 2.7.3"
    std::optional<JaxlibVersion> removed; ///< first release without it
    std::vector<DefaultSince> defaults; ///< in order; empty when unknown
    std::string defaultText; ///< in words, for variables; empty: see defaults
    std::vector<std::string> replacedBy; ///< successors, which may be gone themselves
    std::optional<JaxlibVersion> noopFrom; ///< accepted and dropped from here
    std::optional<JaxlibVersion> unreadFrom; ///< nothing reads it from here
    std::vector<std::string> values; ///< accepted words of an Enum or List; empty: anything
    std::string valuesText; ///< range or form in words
    std::vector<ValueVersion> valueSince; ///< words that came later than the flag
    std::vector<ValueVersion> valueUntil; ///< words that are refused from a release on
    bool anyCase = false; ///< words are compared without case
    std::optional<JaxlibVersion> emptySince; ///< an empty value of a list parses from here
    std::vector<std::string> needs; ///< multi_device, fsdp, tensor_parallel, pipeline, …
    bool isStable = false; ///< in XLA's own list of stable flags
    std::string next; ///< what XLA after the newest release does with it
    std::string says; ///< one sentence: what changes
    std::string note; ///< facts that change advice
    std::string source;

    bool isVariable() const { return carrier == FlagCarrier::Environment; }
};

const char *areaId(FlagArea area); ///< "communication"
const char *areaLabel(FlagArea area); ///< "Communication"
const char *carrierName(FlagCarrier carrier); ///< "XLA_FLAGS", "LIBTPU_INIT_ARGS", "environment"
const char *typeName(const FlagEntry &entry); ///< "bool", "int32", …
std::optional<FlagArea> areaById(std::string_view id);

} // namespace headroom
