#pragma once

#include "tests/model/shipped.h"

#include "model/flags/advice/flag_advice.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/search/search.h"
#include "model/search/search_settings.h"

#include <QTest>

namespace headroom {

inline Plan examplePlan(const char *id, const std::vector<std::string> &settings = {})
{
    LoadedPlan loaded = *loadPlan(*shippedLibrary().planPath(id));
    for (const Error &problem : applySettings(loaded, settings))
        QTest::qFail(problem.id.c_str(), __FILE__, __LINE__);
    return loaded.plan;
}

inline SearchRequest requestFor(Plan plan, const std::vector<std::string> &free = {})
{
    SearchRequest request;
    request.plan = std::move(plan);
    request.free = free.empty() ? defaultFreeSettings() : *settingsByName(free, "--free");
    request.threads = 2;
    request.wantsCustomRemat = false;
    request.wantsFiles = false; // plans of models that no framework has are searched as well
    return request;
}

/// The plan that a row's settings give.
inline Plan planOf(Plan plan, const std::vector<FieldChange> &settings)
{
    for (const FieldChange &setting : settings)
        for (const Error &problem : setPlanField(plan, setting.path, setting.value, setting.path))
            QTest::qFail((setting.path + ": " + problem.id).c_str(), __FILE__, __LINE__);
    return plan;
}

} // namespace headroom
