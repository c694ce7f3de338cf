#pragma once

#include "model/base/units/quantity.h"

#include <string>

namespace headroom {

/// What the measuring kit says of the machine that it ran on.
/// @source profiles/measurements/measure.schema.json
struct KitMachine
{
    std::string file; ///< that was read
    std::string device; ///< as its driver calls it
    std::string accelerator; ///< id that the plan of the kit names, which may be another chip
    std::string software; ///< "torch 2.9.0"; empty: not told
    std::string capability; ///< "9.0"; empty: not told
    Bytes memory {}; ///< that the driver reports; 0: not told
    double computeUnits = 0; ///< 0: not told
    int devicesPerNode = 0; ///< that took part; 0: not told
    bool isSynthetic = false; ///< made up, never measured
};

} // namespace headroom
