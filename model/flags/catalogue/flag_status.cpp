#include "model/flags/catalogue/flag_status.h"

namespace headroom {
namespace {

const std::string *defaultAt(const FlagEntry &entry, const JaxlibVersion &version)
{
    const std::string *value = nullptr;
    for (const DefaultSince &change : entry.defaults)
        if (change.since <= version)
            value = &change.value;
    return value;
}

FlagStatus unversionedStatus(const FlagEntry &entry)
{
    FlagStatus status;
    status.isKnown = false;
    if (!entry.defaults.empty()) {
        status.defaultValue = entry.defaults.front().value;
        status.hasDefault = true;
    }
    return status;
}

} // namespace

FlagStatus statusAt(const FlagEntry &entry, const JaxlibVersion &version)
{
    if (entry.existence == FlagExistence::Unversioned)
        return unversionedStatus(entry);
    FlagStatus status;
    if (entry.existence != FlagExistence::Released) {
        status.presence = FlagPresence::NeverThere;
        return status;
    }
    if (entry.removed && *entry.removed <= version)
        status.presence = FlagPresence::Removed;
    else if (entry.since && version < *entry.since && !entry.sinceOrEarlier)
        status.presence = FlagPresence::NotYet;
    status.isNoop = (entry.noopFrom && *entry.noopFrom <= version)
        || (entry.unreadFrom && *entry.unreadFrom <= version);
    const std::string *value = defaultAt(entry, version);
    if (value && *value == "(absent)")
        status.presence = FlagPresence::Absent;
    if (value && (value->empty() || value->front() != '(')) {
        status.defaultValue = *value;
        status.hasDefault = true;
    }
    return status;
}

} // namespace headroom
