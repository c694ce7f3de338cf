#pragma once

#include "model/base/units/evidence.h"
#include "model/flags/catalogue/flag_catalogue.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

struct FlagLink
{
    std::string title;
    std::string url;
};

/// Two estimates that show an effect: the plan with the flag at `off` and with it at `on`.
struct FlagWitness
{
    std::string plan; ///< id of an example plan
    std::vector<std::string> set; ///< "parallelism.data=4", as `estimate --set` takes it
    std::string off, on; ///< values of the flag; "default" leaves it out
};

/// What a flag, going from `off` to `on`, does to one term of the estimate.
struct FlagTermEffect
{
    std::string term; ///< id of a term of memory or time, or budget, outside_pool, host
    std::string direction; ///< more | less
    Evidence evidence = Evidence::Assumed; ///< of the size; the direction follows the sources
    std::string text;
    FlagWitness witness;
};

/// A size of the memory estimate that is no term of the peak.
struct MemorySize
{
    const char *id;
    const char *label; ///< English
};
inline constexpr MemorySize memorySizes[] = { { "budget", "Memory pool" },
    { "outside_pool", "Memory outside the pool" }, { "host", "Host memory" } };

/// The long explanation of a flag, for someone who meets it for the first time.
struct FlagTexts
{
    std::string use; ///< when to use it
    std::string cost;
    std::string watch; ///< what to look out for
    std::string check; ///< how to see that it worked
    std::vector<std::string> bugs; ///< known ones
    std::vector<std::string> disagree; ///< where public documents contradict each other or the code
    std::vector<std::pair<std::string, std::string>> conflicts; ///< other name, why
    std::vector<FlagTermEffect> effects; ///< that the estimate computes; a test flips each witness
    std::vector<std::string> notModelled; ///< that it does not, one sentence each
    std::vector<FlagLink> seeAlso;
    std::string says; ///< translated sentence; empty in English, where the catalogue has it
};

/// All long explanations. Reading them costs tens of milliseconds, so it is done on demand.
class FlagTextLibrary
{
public:
    /// Reads profiles/flags/deep; with a language other than "en" also the overlays
    /// "NAME.LANGUAGE.yaml", whose texts replace the English ones entry by entry.
    static Result<std::shared_ptr<const FlagTextLibrary>> load(
        const DataDirectories &directories, const std::string &language = "en");

    /// nullptr: the flag has no long explanation.
    const FlagTexts *find(std::string_view name) const;
    const std::map<std::string, FlagTexts, std::less<>> &all() const { return m_texts; }
    /// Files of the user that were left out.
    const SkippedProfiles &skipped() const { return m_skipped; }

private:
    std::map<std::string, FlagTexts, std::less<>> m_texts;
    SkippedProfiles m_skipped;
};

} // namespace headroom
