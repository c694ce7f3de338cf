#include "model/plan/release_findings.h"

#include "model/base/text/release_number.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr const char *besideName = "jaxlib"; ///< what a plan names beside its framework

/// A pair that the plan names: a framework's release and the jaxlib below it.
struct NamedPair
{
    std::string title; ///< of the framework
    std::string release; ///< empty: the newest
    const ReleaseNeed *need = nullptr; ///< of jaxlib
};

std::optional<NamedPair> namedPair(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    const FrameworkTraits &framework = resolved.framework();
    const std::string release = framework.releaseOf(resolved.plan);
    const FrameworkRelease *row = table.find(framework.name, release);
    const bool isTpu = resolved.accelerator.kind == AcceleratorKind::Tpu;
    const ReleaseNeed *need = row ? row->need(besideName, isTpu) : nullptr;
    if (!need)
        return std::nullopt;
    return NamedPair { std::string { framework.title }, release.empty() ? row->release : release,
        need };
}

/// A release from before those that the table knows of its framework: nothing of it is checked.
std::optional<Finding> olderThanKnown(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    const FrameworkTraits &framework = resolved.framework();
    const std::string release = framework.releaseOf(resolved.plan);
    const auto oldest
        = std::ranges::find(table.all(), framework.name, &FrameworkRelease::framework);
    if (release.empty() || oldest == table.all().end() || table.find(framework.name, release))
        return std::nullopt;
    const std::string path = "software." + std::string(framework.name);
    return Finding { Severity::Warning, "release-older-than-data",
        { std::string(framework.title), release, oldest->release }, path,
        { { path, oldest->release } } };
}

/// "0.9.2 or later", or the span.
Message wanted(const ReleaseNeed &need)
{
    if (need.below.empty())
        return { "release-least", { need.least } };
    return { "release-span", { need.least, need.below } };
}

} // namespace

std::vector<Finding> releaseFindings(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    if (const std::optional<Finding> older = olderThanKnown(table, resolved))
        return { *older };
    const std::string &jaxlib = resolved.plan.software.jaxlib;
    const std::optional<NamedPair> pair = namedPair(table, resolved);
    if (!pair || pair->need->takes(jaxlib))
        return {};
    const FrameworkTraits &framework = resolved.framework();
    const FrameworkRelease *other = table.newestTaking(
        framework.name, besideName, jaxlib, resolved.accelerator.kind == AcceleratorKind::Tpu);
    const Message nearest = other
        ? Message { "release-pairs",
              { pair->title, pair->release, pair->need->least, other->release, jaxlib } }
        : Message { "release-pair", { pair->title, pair->release, pair->need->least } };
    return { { Severity::Warning, "version-pair",
        { pair->title, pair->release, wanted(*pair->need), jaxlib, nearest }, "software.jaxlib",
        { { "software.jaxlib", pair->need->least } } } };
}

std::optional<Message> releasesThatCannotStart(
    const ReleaseTable &table, const ResolvedPlan &resolved)
{
    const Software &software = resolved.plan.software;
    const Software unnamed;
    if (software.jaxlib == unnamed.jaxlib && software.maxtext == unnamed.maxtext)
        return std::nullopt;
    const std::optional<NamedPair> pair = namedPair(table, resolved);
    if (!pair || pair->need->starts.empty() || isRelease(software.jaxlib, pair->need->starts))
        return std::nullopt;
    return Message { "releases-cannot-start",
        { pair->title, pair->release, software.jaxlib, pair->need->starts, pair->need->least } };
}

std::optional<std::string> fittingJaxlib(
    const ReleaseTable &table, const Plan &plan, const Accelerator &chip)
{
    const Software unnamed;
    const FrameworkTraits &framework = frameworkTraits(plan.framework);
    const FrameworkRelease *row = table.find(framework.name, framework.releaseOf(plan));
    const ReleaseNeed *need
        = row ? row->need(besideName, chip.kind == AcceleratorKind::Tpu) : nullptr;
    if (plan.software.jaxlib != unnamed.jaxlib || !need || need->takes(plan.software.jaxlib))
        return std::nullopt;
    return need->least;
}

std::string releasesBeside(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    const FrameworkTraits &framework = resolved.framework();
    const std::string release = framework.releaseOf(resolved.plan);
    const FrameworkRelease *row = table.find(framework.name, release);
    if (!row)
        return {};
    std::string text;
    for (const ReleaseNeed &need : row->needs)
        if (need.isFor(resolved.accelerator.kind == AcceleratorKind::Tpu))
            text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", need.with, need.least,
                need.below.empty() ? "" : fmt::format(" (before {})", need.below));
    const std::string &named = release.empty() ? row->release : release;
    return fmt::format("{}{} asks for {}, or later.", framework.title,
        framework.release ? ' ' + named : std::string {}, text);
}

} // namespace headroom
