#pragma once

#include "model/library/profiles/profile_library.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace headroom {

/// What rows of a measurement file name, looked up once for each word and kept for the next rows:
/// also that a word is unknown, which costs the library a search on disk. Bounded; one thread.
class MeasurementLookups
{
public:
    explicit MeasurementLookups(const ProfileLibrary &library);

    // Null: unknown.
    std::shared_ptr<const Accelerator> accelerator(const std::string &id);
    std::shared_ptr<const ModelShape> model(const std::string &name);
    std::shared_ptr<const RematPolicy> rematPolicy(const std::string &id);
    std::shared_ptr<const PrecisionRecipe> recipe(const std::string &id);
    const std::vector<std::string> &rematPolicyIds() const { return m_policyIds; }

private:
    template <class Value>
    using Table = std::unordered_map<std::string, std::shared_ptr<const Value>>;

    const ProfileLibrary &m_library;
    Table<Accelerator> m_accelerators;
    Table<ModelShape> m_models;
    Table<RematPolicy> m_policies;
    Table<PrecisionRecipe> m_recipes;
    std::vector<std::string> m_policyIds;
};

} // namespace headroom
