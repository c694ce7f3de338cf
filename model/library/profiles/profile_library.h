#pragma once

#include "model/base/outcome/result.h"
#include "model/library/architecture/model_shape.h"
#include "model/library/hardware/accelerator.h"
#include "model/library/hardware/machine.h"
#include "model/library/profiles/data_directories.h"
#include "model/library/profiles/overlay.h"
#include "model/library/profiles/tensor_place.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

namespace headroom {

class ReleaseTable;

/// The example that opens first.
inline constexpr const char *defaultPlanId = "llama3.1-8b-h100-node";

/// What a named rematerialisation policy does with each named activation tensor.
struct RematPolicy
{
    std::string id;
    std::string behavesAs; ///< policy that this one is another name of; empty: none
    std::vector<std::string> frameworks; ///< maxtext, jax, megatron, torchtitan, deepspeed, hf
    bool perTensorKeys = false; ///< custom: each tensor follows the plan's own list
    std::map<std::string, TensorPlace> tensors; ///< tensors not named are rematerialised
    std::string note;
    bool operator==(const RematPolicy &) const = default;
};

/// A named activation tensor that a policy can place, as explanations show it.
struct RematTensor
{
    std::string id;
    std::string where; ///< which blocks have it
    std::string elements; ///< count per layer and device before sharding, as a formula
    std::string bytesPerElement;
    std::string meaning;
    std::string note;
    bool operator==(const RematTensor &) const = default;
};

/// One way to run a recipe: with Qwix or without, on the chips of one vendor.
struct RecipeVariant
{
    std::string qwix; ///< required | unused | either
    std::string chips; ///< any | nvidia | amd | tpu; empty when it does not run
    /// Compute capabilities that run it: from the first on, before the second. Unset: any.
    std::optional<ComputeCapability> from, until;
    std::string engine, hardware, weights, activations, backward, scaling, operations;
    std::string outcome; ///< works | fails | unquantized
    std::string note;

    bool works() const { return outcome == "works"; }
    /// Whether it is for chips of this vendor, whatever their generation.
    bool isForKindOf(const Accelerator &chip) const;
    bool operator==(const RecipeVariant &) const = default;
};

/// What the scales of a recipe are taken from, which decides how often a tensor is read to cast it.
enum class RecipeScales {
    Delayed, ///< maxima of earlier steps
    Current, ///< the maximum of the tensor itself
    Blocks, ///< the maximum of each row part or block
    MicroBlocks, ///< a shared exponent per 32 elements
    Fp4Blocks, ///< 4-bit blocks of 16, the second orientation rotated first
};

/// Which of a chip's peaks products of a recipe run at.
enum class MatmulRate { None, Fp8, Fp4, Int8 };
const char *matmulRateName(MatmulRate rate); ///< "none" | "fp8" | "fp4" | "int8"
/// That peak; nothing for None and where the chip has no such unit.
std::optional<FlopPerSecond> peakOf(const Accelerator &chip, MatmulRate rate);

/// A low-precision recipe: which engine, which number formats, what stays as it is.
struct PrecisionRecipe
{
    std::string id;
    MatmulRate matmulRate = MatmulRate::None;
    std::vector<std::string> frameworks; ///< maxtext, jax, megatron, torchtitan …
    RecipeScales scales = RecipeScales::Delayed;
    bool refusesGradientAccumulation = false;
    bool isForInference = false; ///< and trains nothing
    std::vector<RecipeVariant> variants;
    std::string note;
    /// Products stay in the compute format; the one place that knows the word of plans for it.
    bool isNone() const { return id.empty() || id == "none"; }
    bool operator==(const PrecisionRecipe &) const = default;
};

/// The variant that works on that chip, or nullptr. A compute capability that the chip's file does
/// not state rules out none.
const RecipeVariant *workingVariant(const PrecisionRecipe &recipe, const Accelerator &accelerator);

/// Finds and reads profiles by id, lazily, and keeps what it has read. Safe for use from several
/// threads. Files of the user's folder win over shipped ones, as long as they can be used.
class ProfileLibrary
{
public:
    explicit ProfileLibrary(DataDirectories directories);
    ~ProfileLibrary();

    const DataDirectories &directories() const;

    /// A model described by a configuration of Hugging Face; the file is read again when it
    /// changes.
    Result<std::shared_ptr<const ModelShape>> configuredModel(
        const std::filesystem::path &config) const;
    /// Configurations are read in threads of their own: see FileShelf::readAside.
    void readAside(std::function<void()> onArrival);

    /// By id or alias, case and underscores ignored; unknown: error "unknown-model" with the
    /// nearest names.
    Result<std::shared_ptr<const ModelShape>> model(std::string_view idOrAlias) const;
    Result<std::shared_ptr<const Accelerator>> accelerator(std::string_view id) const;
    /// A machine type, by id or alias; unknown: error "unknown-machine" with the nearest names.
    Result<std::shared_ptr<const Machine>> machine(std::string_view id) const;
    Result<RematPolicy> rematPolicy(std::string_view id) const;
    Result<PrecisionRecipe> recipe(std::string_view id) const;
    /// All of them; empty where their file cannot be read.
    std::shared_ptr<const std::vector<PrecisionRecipe>> recipes() const;
    Result<RematTensor> rematTensor(std::string_view id) const;
    /// Which releases go together; fails where the shipped table cannot be read.
    Result<std::shared_ptr<const ReleaseTable>> releases() const;
    /// The profile behind `model_name` of a measurement: a name that only measurements use, an id
    /// or alias, else the longest id or alias that the name begins with; nullptr when there is
    /// none.
    std::shared_ptr<const ModelShape> modelOfMeasurement(std::string_view modelName) const;

    std::vector<std::string> modelIds() const; ///< sorted
    std::vector<std::string> acceleratorIds() const; ///< sorted
    std::vector<std::string> machineIds() const; ///< sorted
    std::vector<std::string> rematPolicyIds() const; ///< fastest to smallest
    std::vector<std::string> recipeIds() const;
    std::vector<std::string> rematTensorIds() const;
    std::vector<std::string> planIds() const; ///< example plans, default first
    Result<std::filesystem::path> planPath(std::string_view id) const;
    /// Other names of a model or chip, folded to lower case and dashes, sorted.
    std::vector<std::string> modelAliases(std::string_view id) const;
    std::vector<std::string> acceleratorAliases(std::string_view id) const;

    /// Files of the user's or shipped folders that cannot be used, each with its reasons.
    SkippedProfiles skippedProfiles() const;

    /// What a higher floor reads of these folders: by the first call for the type, shared by every
    /// later one. `read(directories)` returns Result<std::shared_ptr<const T>>; a
    /// reading that fails is tried again by the next call.
    template <class T, class Read> Result<std::shared_ptr<const T>> kept(Read read) const
    {
        const std::scoped_lock lock { keptMutex() };
        std::shared_ptr<const void> &place = keptPlace(typeid(T));
        if (!place) {
            Result<std::shared_ptr<const T>> made = read(directories());
            if (!made)
                return made;
            place = *std::move(made);
        }
        return std::static_pointer_cast<const T>(place);
    }

private:
    std::mutex &keptMutex() const;
    std::shared_ptr<const void> &keptPlace(std::type_index type) const;

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace headroom
