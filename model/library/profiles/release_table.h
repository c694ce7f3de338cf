#pragma once

#include "model/base/outcome/result.h"
#include "model/library/profiles/data_directories.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A program that a release asks for beside itself, and from which release on.
struct ReleaseNeed
{
    std::string with; ///< "jaxlib", "transformer-engine"
    std::string chip; ///< "gpu", "tpu"; empty: both
    std::string least; ///< oldest that the release's own requirements take
    std::string below; ///< first that they no longer take; empty: none
    std::string starts; ///< oldest with which the program starts at all; empty: not known

    bool isFor(bool isTpu) const { return chip.empty() || (chip == "tpu") == isTpu; }
    /// Whether the requirements take that release.
    bool takes(std::string_view version) const;
};

struct FrameworkRelease
{
    std::string framework; ///< as plans call it
    std::string release;
    std::string date; ///< ISO day of publication
    std::string source;
    std::string commit; ///< of a day from before there were numbers; empty: a release
    std::vector<ReleaseNeed> needs;

    /// Whether the row is for every release, its source naming no number.
    bool isAny() const { return release == "0.0"; }
    /// What it asks of `with` on that kind of chip; nullptr: nothing is known.
    const ReleaseNeed *need(std::string_view with, bool isTpu) const;
};

/// A container image that a framework's own files start from.
struct FrameworkImage
{
    std::string target; ///< of exports
    std::string since; ///< first release of the framework; empty: all
    std::string image;
    std::string date; ///< ISO day of the source
    std::string source;
    std::string chip; ///< "tpu", "gpu"; empty: both
    bool isForAdapters = false; ///< holds what training adapters needs; else whole models
};

/// What a run asks of an image.
struct ImageUse
{
    bool isTpu = false, isAdapted = false;
};

/// Which releases of frameworks and of what lies below them go together. Immutable after loading.
class ReleaseTable
{
public:
    /// Reads releases/pairs.yaml; the user's file wins unless it is broken.
    static Result<ReleaseTable> load(const DataDirectories &directories);

    std::span<const FrameworkRelease> all() const { return m_releases; } ///< in order
    /// The lines of a release: its own, else those of the nearest older one; of the newest for an
    /// empty text. nullptr: older than all, or nothing is known of the framework.
    const FrameworkRelease *find(std::string_view framework, std::string_view release) const;
    /// The newest release of the framework that takes that `version` of `with`; may be nullptr.
    const FrameworkRelease *newestTaking(std::string_view framework, std::string_view with,
        std::string_view version, bool isTpu) const;

    /// The image for a target at a release of its framework; nullptr: none is known.
    const FrameworkImage *image(
        std::string_view target, std::string_view release, ImageUse use) const;

private:
    std::vector<FrameworkRelease> m_releases;
    std::vector<FrameworkImage> m_images;
};

} // namespace headroom
