#include "model/plan/release_findings.h"

#include "model/base/text/release_number.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr const char *besideName = "jaxlib"; ///< what a plan names beside its framework

/// The pair that a plan runs on: a framework's release and the jaxlib below it.
struct ReleasePair
{
    std::string title; ///< of the framework
    std::string release;
    const ReleaseNeed *need = nullptr; ///< of jaxlib
};

std::optional<ReleasePair> pairOf(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    const FrameworkTraits &framework = resolved.framework();
    const std::string &release = resolved.frameworkRelease();
    const FrameworkRelease *row = table.find(framework.name, release);
    const bool isTpu = resolved.accelerator.kind == AcceleratorKind::Tpu;
    const ReleaseNeed *need = row ? row->need(besideName, isTpu) : nullptr;
    if (!need)
        return std::nullopt;
    return ReleasePair { std::string { framework.title }, release, need };
}

/// A release from before those that the table knows of its framework: nothing of it is checked.
std::optional<Finding> olderThanKnown(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    const FrameworkTraits &framework = resolved.framework();
    const std::string &release = resolved.frameworkRelease();
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
    const std::string &jaxlib = resolved.releases.jaxlib;
    const std::optional<ReleasePair> pair = pairOf(table, resolved);
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
    const std::optional<ReleasePair> pair = pairOf(table, resolved);
    const std::string &jaxlib = resolved.releases.jaxlib;
    if (!pair || pair->need->starts.empty() || isRelease(jaxlib, pair->need->starts))
        return std::nullopt;
    return Message { "releases-cannot-start",
        { pair->title, pair->release, jaxlib, pair->need->starts, pair->need->least } };
}

std::string releaseChoice(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    const FrameworkTraits &framework = resolved.framework();
    const Software &named = resolved.plan.software, &used = resolved.releases;
    const std::string &release = resolved.frameworkRelease();
    const bool hasOwn = framework.release && framework.release != &Software::jaxlib;
    const bool choosesOwn = hasOwn && framework.releaseIn(named).empty() && !release.empty();
    const bool choosesJaxlib = framework.runsXla && named.jaxlib.empty();
    const FrameworkRelease *row = hasOwn ? table.find(framework.name, release) : nullptr;
    const bool isDated = row && row->release == release && !row->commit.empty();
    std::string text;
    if (choosesOwn && choosesJaxlib)
        text = fmt::format("The plan names no releases: {} {} and jaxlib {} are the newest listed "
                           "pair.",
            framework.title, release, used.jaxlib);
    else if (choosesOwn && framework.runsXla)
        text = fmt::format("The plan names jaxlib {} and no {}: {} is the newest listed that goes "
                           "with it.",
            named.jaxlib, framework.title, release);
    else if (choosesOwn)
        text = fmt::format(
            "The plan names no release: {} {} is the newest listed.", framework.title, release);
    else if (choosesJaxlib && hasOwn)
        text = fmt::format("The plan names {} {} and no jaxlib: {} goes with it.", framework.title,
            release, used.jaxlib);
    else if (choosesJaxlib)
        text = fmt::format("The plan names no jaxlib: {} is the newest listed.", used.jaxlib);
    if (isDated)
        text += fmt::format("{}{} {} is no release: check out commit {} of its repository.",
            text.empty() ? "" : " ", framework.title, release, row->commit);
    return text;
}

std::string releasesBeside(const ReleaseTable &table, const ResolvedPlan &resolved)
{
    const FrameworkTraits &framework = resolved.framework();
    const std::string &release = resolved.frameworkRelease();
    const FrameworkRelease *row = table.find(framework.name, release);
    if (!row)
        return {};
    std::string text;
    for (const ReleaseNeed &need : row->needs)
        if (need.isFor(resolved.accelerator.kind == AcceleratorKind::Tpu))
            text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", need.with, need.least,
                need.below.empty() ? "" : fmt::format(" (before {})", need.below));
    return fmt::format("{}{} asks for {}, or later.", framework.title,
        framework.release ? ' ' + release : std::string {}, text);
}

} // namespace headroom
