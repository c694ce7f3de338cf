#include "model/library/profiles/profile_library.h"

#include "model/base/files/file_shelf.h"
#include "model/library/architecture/huggingface_config.h"
#include "model/library/architecture/model_shape_reader.h"
#include "model/library/hardware/accelerator_reader.h"
#include "model/library/profiles/policy_reader.h"
#include "model/library/profiles/profile_index.h"
#include "model/library/profiles/profile_shelf.h"
#include "model/library/profiles/release_table.h"

#include <algorithm>
#include <mutex>
#include <set>

namespace fs = std::filesystem;

namespace headroom {
namespace {

constexpr const char *modelKind = "models";
constexpr const char *hardwareKind = "hardware";
constexpr const char *machineKind = "machines";
constexpr const char *planKind = "plans";
constexpr std::string_view planExtension = ".headroom.yaml";

Error idMismatch(const std::string &id, const fs::path &file)
{
    return { "profile-id", file.string(), { id, file.filename().string() } };
}

Result<std::shared_ptr<const ModelShape>> loadModel(const fs::path &file)
{
    const Result<Document> document = readYamlFile(file);
    if (!document)
        return document.errors();
    Result<ModelProfile> profile = readModelProfile(*document, file.string());
    if (!profile)
        return profile.errors();
    if (profile->shape.id != file.stem().string())
        return idMismatch(profile->shape.id, file);
    return std::make_shared<const ModelShape>(std::move(profile.value().shape));
}

Result<std::shared_ptr<const Accelerator>> loadAccelerator(const fs::path &file)
{
    const Result<Document> document = readYamlFile(file);
    if (!document)
        return document.errors();
    Result<AcceleratorProfile> profile = readAcceleratorProfile(*document, file.string());
    if (!profile)
        return profile.errors();
    if (profile->accelerator.id != file.stem().string())
        return idMismatch(profile->accelerator.id, file);
    return std::make_shared<const Accelerator>(std::move(profile.value().accelerator));
}

Result<std::shared_ptr<const Machine>> loadMachine(const fs::path &file)
{
    const Result<Document> document = readYamlFile(file);
    if (!document)
        return document.errors();
    Result<Machine> machine = readMachine(*document, file.string());
    if (!machine)
        return machine.errors();
    if (machine->id != file.stem().string())
        return idMismatch(machine->id, file);
    return std::make_shared<const Machine>(*std::move(machine));
}

Result<std::shared_ptr<const ModelShape>> loadConfiguration(const fs::path &file)
{
    Result<ModelShape> shape = loadHuggingFaceConfig(file);
    if (!shape)
        return shape.errors();
    return std::make_shared<const ModelShape>(*std::move(shape));
}

} // namespace

struct ProfileLibrary::State
{
    DataDirectories directories;
    std::mutex mutex; ///< guards everything below
    ProfileShelf<ModelShape> models { modelKind, loadModel };
    ProfileShelf<Accelerator> accelerators { hardwareKind, loadAccelerator };
    ProfileShelf<Machine> machines { machineKind, loadMachine };
    LazyList<RematPolicy> policies { "remat/policies.yaml", readRematPolicies };
    LazyList<RematTensor> tensors { "remat/tensors.yaml", readRematTensors };
    LazyList<PrecisionRecipe> recipes { "recipes/recipes.yaml", readRecipes };
    std::shared_ptr<const std::vector<PrecisionRecipe>> sharedRecipes; ///< the same, once asked for
    std::shared_ptr<const ReleaseTable> releases; ///< nullptr: not read yet
    FileShelf<ModelShape> configurations { loadConfiguration }; ///< has a mutex of its own
    std::mutex keptMutex; ///< guards the following
    std::map<std::type_index, std::shared_ptr<const void>> kept;
};

ProfileLibrary::ProfileLibrary(DataDirectories directories)
    : m_state(std::make_unique<State>())
{
    m_state->directories = std::move(directories);
}

ProfileLibrary::~ProfileLibrary() = default;

const DataDirectories &ProfileLibrary::directories() const
{
    return m_state->directories;
}

Result<std::shared_ptr<const ModelShape>> ProfileLibrary::model(std::string_view idOrAlias) const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->models.get(m_state->directories, idOrAlias, "unknown-model");
}

Result<std::shared_ptr<const ModelShape>> ProfileLibrary::configuredModel(
    const fs::path &config) const
{
    return m_state->configurations.get(config);
}

void ProfileLibrary::readAside(std::function<void()> onArrival)
{
    m_state->configurations.readAside(std::move(onArrival));
}

Result<std::shared_ptr<const Accelerator>> ProfileLibrary::accelerator(std::string_view id) const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->accelerators.get(m_state->directories, id, "unknown-accelerator");
}

Result<std::shared_ptr<const Machine>> ProfileLibrary::machine(std::string_view id) const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->machines.get(m_state->directories, id, "unknown-machine");
}

Result<RematPolicy> ProfileLibrary::rematPolicy(std::string_view id) const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->policies.find(m_state->directories, id, "unknown-remat-policy");
}

Result<PrecisionRecipe> ProfileLibrary::recipe(std::string_view id) const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->recipes.find(m_state->directories, id, "unknown-recipe");
}

std::shared_ptr<const std::vector<PrecisionRecipe>> ProfileLibrary::recipes() const
{
    const std::scoped_lock lock { m_state->mutex };
    if (m_state->sharedRecipes)
        return m_state->sharedRecipes;
    const auto list = m_state->recipes.get(m_state->directories);
    if (!list)
        return std::make_shared<const std::vector<PrecisionRecipe>>();
    m_state->sharedRecipes = std::make_shared<const std::vector<PrecisionRecipe>>(**list);
    return m_state->sharedRecipes;
}

Result<RematTensor> ProfileLibrary::rematTensor(std::string_view id) const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->tensors.find(m_state->directories, id, "unknown-remat-tensor");
}

Result<std::shared_ptr<const ReleaseTable>> ProfileLibrary::releases() const
{
    const std::scoped_lock lock { m_state->mutex };
    if (!m_state->releases) {
        Result<ReleaseTable> table = ReleaseTable::load(m_state->directories);
        if (!table)
            return table.errors();
        m_state->releases = std::make_shared<const ReleaseTable>(*std::move(table));
    }
    return m_state->releases;
}

std::mutex &ProfileLibrary::keptMutex() const
{
    return m_state->keptMutex;
}

std::shared_ptr<const void> &ProfileLibrary::keptPlace(std::type_index type) const
{
    return m_state->kept[type];
}

std::shared_ptr<const ModelShape> ProfileLibrary::modelOfMeasurement(
    std::string_view modelName) const
{
    const std::scoped_lock lock { m_state->mutex };
    const ProfileNames &index = m_state->models.index(m_state->directories);
    std::string id;
    if (const auto named = index.measurementNames.find(foldedName(modelName));
        named != index.measurementNames.end())
        id = named->second;
    if (id.empty())
        id = index.find(modelName);
    if (id.empty())
        id = index.findPrefix(modelName);
    if (id.empty())
        return nullptr;
    const auto loaded = m_state->models.get(m_state->directories, id, "unknown-model");
    return loaded ? *loaded : nullptr;
}

std::vector<std::string> ProfileLibrary::modelIds() const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->models.ids(m_state->directories);
}

std::vector<std::string> ProfileLibrary::acceleratorIds() const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->accelerators.ids(m_state->directories);
}

std::vector<std::string> ProfileLibrary::machineIds() const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->machines.ids(m_state->directories);
}

std::vector<std::string> ProfileLibrary::rematPolicyIds() const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->policies.ids(m_state->directories);
}

std::vector<std::string> ProfileLibrary::rematTensorIds() const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->tensors.ids(m_state->directories);
}

std::vector<std::string> ProfileLibrary::recipeIds() const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->recipes.ids(m_state->directories);
}

std::vector<std::string> ProfileLibrary::planIds() const
{
    std::set<std::string> all;
    for (const fs::path &folder : { m_state->directories.shipped, m_state->directories.user })
        if (!folder.empty())
            for (std::string &id : profileIds(folder / planKind, planExtension))
                all.insert(std::move(id));
    std::vector<std::string> ids { all.begin(), all.end() };
    std::stable_partition(
        ids.begin(), ids.end(), [](const std::string &id) { return id == defaultPlanId; });
    return ids;
}

Result<fs::path> ProfileLibrary::planPath(std::string_view id) const
{
    const auto &[shipped, user] = m_state->directories;
    if (isProfileId(id)) {
        const fs::path name
            = fs::path { planKind } / (std::string { id } + std::string { planExtension });
        std::error_code unseen;
        const bool isShipped = fs::is_regular_file(shipped / name, unseen);
        if (const fs::path file = m_state->directories.find(name); !file.empty())
            return isShipped && !readYamlFile(file) ? shipped / name : file;
    }
    return unknownName("unknown-plan", id, planIds());
}

std::vector<std::string> ProfileLibrary::modelAliases(std::string_view id) const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->models.index(m_state->directories).aliasesOf(id);
}

std::vector<std::string> ProfileLibrary::acceleratorAliases(std::string_view id) const
{
    const std::scoped_lock lock { m_state->mutex };
    return m_state->accelerators.index(m_state->directories).aliasesOf(id);
}

SkippedProfiles ProfileLibrary::skippedProfiles() const
{
    const std::scoped_lock lock { m_state->mutex };
    SkippedProfiles skipped;
    m_state->models.collectSkipped(m_state->directories, skipped);
    m_state->accelerators.collectSkipped(m_state->directories, skipped);
    m_state->machines.collectSkipped(m_state->directories, skipped);
    m_state->policies.collectSkipped(m_state->directories, skipped);
    m_state->tensors.collectSkipped(m_state->directories, skipped);
    m_state->recipes.collectSkipped(m_state->directories, skipped);
    if (!m_state->directories.user.empty())
        for (const fs::path &plan : yamlFilesOf(m_state->directories.user / planKind))
            if (const Result<Document> document = readYamlFile(plan); !document)
                skipped.push_back({ plan.string(), document.errors() });
    return skipped;
}

} // namespace headroom
