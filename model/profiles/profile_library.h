#pragma once

#include "model/architecture/model_shape.h"
#include "model/hardware/accelerator.h"
#include "model/outcome/result.h"
#include "model/profiles/data_directories.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class TensorPlace { Device, Offload, Remat };

/// What a named rematerialisation policy does with each named activation tensor.
struct RematPolicy {
    std::string id;
    std::map<std::string, TensorPlace> tensors; ///< tensors not named are rematerialised
    std::string note;
    bool operator==(const RematPolicy &) const = default;
};

/// A low-precision recipe: which engine, which number formats, what stays as it is.
struct PrecisionRecipe {
    std::string id;
    bool usesQwix = false;
    std::string engine;
    std::string weights, activations, backward, scaling;
    std::string matmulRate; ///< peak that the quantised GEMMs run at: bf16 | fp8 | fp4 | int8
    std::vector<std::string> frameworks; ///< maxtext, megatron, torchtitan
    std::string note;
    bool operator==(const PrecisionRecipe &) const = default;
};

/// A profile file that could not be used, for listings and the application's start page.
struct SkippedProfile {
    std::string file;
    Errors problems;
};

/// Finds and reads profiles by id, lazily, and keeps what it has read. Safe for use from several
/// threads. Files of the user's folder win over shipped ones.
class ProfileLibrary
{
public:
    explicit ProfileLibrary(DataDirectories directories);
    ~ProfileLibrary();

    const DataDirectories &directories() const;

    /// By id or alias; unknown: error "unknown-model" with the nearest names.
    Result<std::shared_ptr<const ModelShape>> model(std::string_view idOrAlias) const;
    Result<std::shared_ptr<const Accelerator>> accelerator(std::string_view id) const;
    Result<RematPolicy> rematPolicy(std::string_view id) const;
    Result<PrecisionRecipe> recipe(std::string_view id) const;

    std::vector<std::string> modelIds() const; ///< sorted
    std::vector<std::string> acceleratorIds() const; ///< sorted
    std::vector<std::string> rematPolicyIds() const; ///< fastest to smallest
    std::vector<std::string> recipeIds() const;
    std::vector<std::string> planIds() const; ///< example plans, default first
    Result<std::filesystem::path> planPath(std::string_view id) const;
    /// Longest model id or alias that is a prefix of a free name ("deepseek-v3-4L"), or empty.
    std::string modelIdByPrefix(std::string_view name) const;

    /// Files of the user's or shipped folders that cannot be used, each with its reasons.
    std::vector<SkippedProfile> skippedProfiles() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace headroom
