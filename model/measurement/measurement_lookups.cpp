#include "model/measurement/measurement_lookups.h"

namespace headroom {
namespace {

constexpr std::size_t maxWords = 1024;

/// The kept answer for a word, asked of `find` the first time.
template <class Table, class Find>
typename Table::mapped_type kept(Table &table, const std::string &word, Find find)
{
    const auto known = table.find(word);
    if (known != table.end())
        return known->second;
    if (table.size() >= maxWords)
        table.clear();
    return table.emplace(word, find()).first->second;
}

template <class Value> std::shared_ptr<const Value> sharedValue(Result<Value> found)
{
    return found ? std::make_shared<const Value>(std::move(found).value()) : nullptr;
}

} // namespace

MeasurementLookups::MeasurementLookups(const ProfileLibrary &library)
    : m_library(library)
    , m_policyIds(library.rematPolicyIds())
{ }

std::shared_ptr<const Accelerator> MeasurementLookups::accelerator(const std::string &id)
{
    return kept(m_accelerators, id, [&]() -> std::shared_ptr<const Accelerator> {
        const auto found = m_library.accelerator(id);
        return found ? *found : nullptr;
    });
}

std::shared_ptr<const ModelShape> MeasurementLookups::model(const std::string &name)
{
    return kept(m_models, name, [&] { return m_library.modelOfMeasurement(name); });
}

std::shared_ptr<const RematPolicy> MeasurementLookups::rematPolicy(const std::string &id)
{
    return kept(m_policies, id, [&] { return sharedValue(m_library.rematPolicy(id)); });
}

std::shared_ptr<const PrecisionRecipe> MeasurementLookups::recipe(const std::string &id)
{
    return kept(m_recipes, id, [&] { return sharedValue(m_library.recipe(id)); });
}

} // namespace headroom
