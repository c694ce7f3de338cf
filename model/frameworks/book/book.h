#pragma once

#include "model/frameworks/book/settings.h"
#include "model/plan/resolved_plan.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::books {

/// What a log, a script or a file says of a run: texts by the framework's keys, as they stand
/// there.
using Observed = std::map<std::string, std::string, std::less<>>;

/// A field of the plan and the values that it may have, the most usual first; none: the numbers
/// that stand at its keys.
struct Domain
{
    std::string_view path; ///< "parallelism.tensor"
    std::vector<std::string> values;
    double most = 1e6; ///< of numbers, so that no hostile file asks for a plan without end
};

/// Values of a joint's fields, in their order.
using Values = std::vector<std::string>;

/// Fields that are settled together, because some key depends on more than one of them.
struct Joint
{
    std::vector<Domain> fields;
    /// What is tried, the most usual first; none: all combinations of the fields' values.
    std::vector<Values> (*tried)(const ResolvedPlan &, const Observed &) = nullptr;
};

/// How a framework is told what a plan wants. One direction is written by hand; the other follows.
struct Book
{
    const KeyTable &(*keys)();
    Settings (*write)(const ResolvedPlan &, std::string_view release);
    const std::vector<Joint> &(*joints)();
    /// Plans on which every field of the joints changes some key.
    std::vector<ResolvedPlan> (*probes)();
    /// Puts what other releases and programs say into the words of the newest release.
    void (*translate)(Observed &);
    /// Words of values that mean the same: what is seen, what is written.
    std::span<const std::pair<std::string_view, std::string_view>> synonyms;
};

/// Sets a field and what hangs on it; false where the plan does not take the value. Without a
/// library recipes have their way of scaling alone.
bool putField(ResolvedPlan &plan, std::string_view path, std::string_view text,
    const ProfileLibrary *library);

/// Keys whose value changes when the field is changed on the book's probe plans, in their order.
const std::vector<const Key *> &homes(const Book &book, std::string_view path);

/// How a field came back.
enum class Told {
    Nothing, ///< every value agrees as well
    Inferred, ///< from defaults of the framework, or several values agree
    Read, ///< its own keys say it
};

struct Reading
{
    ResolvedPlan plan;
    std::map<std::string, Told, std::less<>> told; ///< by field, of joints that were asked
    std::vector<std::string> residue; ///< "key=value" that no choice of the plan would write
};

/// Reads joint by joint: of the values that are tried those whose write() agrees best with what was
/// seen. What was not seen counts as the framework's default; where the user states a plan
/// (`isStated`) it does not count, and of equals the plan's own value stays.
class SettingsReader
{
public:
    SettingsReader(const Book &book, Observed observed, ResolvedPlan start, bool isStated,
        const ProfileLibrary *library);

    ResolvedPlan &plan() { return m_reading.plan; }
    const Observed &observed() const { return m_observed; }
    bool isSeen(std::string_view path) const; ///< some key of the field
    /// Settles the joint that holds the field.
    void settle(std::string_view path);
    Reading finish(); ///< with what is left over

private:
    std::vector<Values> tried(const Joint &joint) const;
    double disagreement(const ResolvedPlan &plan, const std::set<const Key *> &keys) const;
    bool agrees(const Settings &settings, const Key &key) const;
    bool isMoved(const Key &key, const Settings &settings) const;
    struct Scored
    {
        Values values;
        double sum; ///< of disagreements
    };
    void take(const Joint &joint, const std::vector<Scored> &all);

    const Book &m_book;
    Observed m_observed;
    bool m_isStated;
    const ProfileLibrary *m_library;
    Reading m_reading;
};

} // namespace headroom::books
