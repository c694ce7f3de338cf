#pragma once

#include "model/base/document/document.h"
#include "model/plan/framework_traits.h"

#include <string>
#include <vector>

namespace headroom {

/// An option of the plan as a program takes it.
struct PlainOption
{
    std::string name; ///< with dots where it is a key of a section
    std::string text; ///< its value on a command line
    Document value; ///< and in a file
};

/// The options that programs of the framework have as one key with the plan's own value.
std::vector<PlainOption> plainOptions(const Plan &plan, Framework framework);

} // namespace headroom
