#pragma once

#include "model/plan/framework_traits.h"

#include <span>
#include <string_view>

namespace headroom {

/// An option of the plan that programs write as one key with the plan's own value: the one place
/// that says how each calls it. Readers of logs and files, exports, places in READMEs and the
/// refusal of frameworks without it follow from its row. Empty: the program has no such key.
struct OptionNames
{
    std::string_view path; ///< "options.compile"
    std::string_view maxtext; ///< of its configuration
    std::string_view megatron; ///< as its dump prints it; megatron_keys.cpp has the argument
    std::string_view torchtitan; ///< "compile.enable"
    std::string_view deepspeed; ///< of its JSON file: "zero_optimization.overlap_comm"
    std::string_view trainer; ///< argument without dashes; a key of the tools above it
    bool isPlain = true; ///< every export has it; else a renderer says where it means something

    /// How a program of that framework calls it; empty: not at all, or it is the user's program.
    std::string_view in(Framework framework) const;
};

std::span<const OptionNames> optionNames();

} // namespace headroom
