#pragma once

#include "model/library/profiles/profile_library.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// One input through one reader. Whatever the input, it returns; a promise that is broken aborts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace headroom::fuzz {

inline std::string_view textOf(const std::uint8_t *data, std::size_t size)
{
    return { reinterpret_cast<const char *>(data), size };
}

inline void promise(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

/// Every problem says where and has a text.
template <class Errors> void promisePlaces(const Errors &errors)
{
    promise(!errors.empty(), "a refusal says why");
    for (const auto &error : errors)
        promise(!error.id.empty(), "a problem has an id");
}

inline const ProfileLibrary &shippedLibrary()
{
    static const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
    return library;
}

} // namespace headroom::fuzz
