#include "export_fixture.h"

#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_file.h"
#include "tests/model/plans_for_formulas.h"

#include <QtGlobal>

namespace headroom {

std::string errorLines(const Errors &errors)
{
    std::string text;
    for (const Error &error : errors)
        text += errorText(error) + '\n';
    return text;
}

ExportFixture::ExportFixture()
    : m_library(DataDirectories { HEADROOM_PROFILES, {} })
{
    Result<Estimator> estimator = Estimator::make(m_library);
    if (!estimator)
        qFatal("%s", errorLines(estimator.errors()).c_str());
    const auto catalogue = FlagCatalogue::load(m_library.directories());
    if (!catalogue)
        qFatal("%s", errorLines(catalogue.errors()).c_str());
    m_estimator = std::make_shared<Estimator>(*std::move(estimator));
    m_estimator->setFlagEffects(flagEffectsSource(*catalogue));
    m_flags = launchFlagSource(*catalogue);
}

const ExportFixture &fixture()
{
    static const ExportFixture shared;
    return shared;
}

ResolvedPlan ExportFixture::plan(
    const std::string &id, const std::vector<std::string> &settings) const
{
    const auto path = m_library.planPath(id);
    if (!path)
        qFatal("no plan %s", id.c_str());
    Result<LoadedPlan> loaded = loadPlan(*path);
    if (!loaded)
        qFatal("%s", errorLines(loaded.errors()).c_str());
    const Problems problems = applySettings(loaded.value(), settings);
    if (!problems.empty())
        qFatal("%s", errorLines(problems).c_str());
    return resolve(loaded->plan);
}

ResolvedPlan ExportFixture::resolve(const Plan &plan) const
{
    const Result<ResolvedPlan> resolved = resolvePlan(plan, m_library);
    if (!resolved)
        qFatal("%s", errorLines(resolved.errors()).c_str());
    // What a framework lacks is for the export to say.
    const Errors broken = breaksOfFormulas(*resolved);
    if (!broken.empty())
        qFatal("%s", errorLines(broken).c_str());
    return *resolved;
}

Result<std::vector<ExportFile>> ExportFixture::files(
    const ResolvedPlan &plan, const std::string &target, bool benchmark) const
{
    return exportFiles(plan, {}, *exportTarget(target), { benchmark }, tools());
}

std::string ExportFixture::file(const ResolvedPlan &plan, const std::string &target,
    const std::string &name, bool benchmark) const
{
    const auto all = files(plan, target, benchmark);
    if (!all)
        qFatal("%s", errorLines(all.errors()).c_str());
    for (const ExportFile &file : *all)
        if (file.name == name)
            return file.content;
    qFatal("%s has no %s", target.c_str(), name.c_str());
}

} // namespace headroom
