#include "model/sources/program_habits.h"

#include <algorithm>
#include <array>

namespace headroom {

const ProgramHabits &habitsOf(std::string_view program)
{
    // axolotl and DeepSpeed drop what they do not know; LLaMA-Factory takes the keys of its other
    // engines (Megatron's, KTransformers'), programs on the Trainer and on Megatron their own.
    static constexpr std::array programs {
        ProgramHabits { .id = "megatron",
            .name = "Megatron-LM",
            .hasOwnArguments = true,
            .shipsPrograms = true },
        ProgramHabits { .id = "torchtitan", .name = "torchtitan", .isTyro = true },
        ProgramHabits { .id = "maxtext", .name = "MaxText", .takesWords = true },
        ProgramHabits { .id = "accelerate", .name = "Accelerate" },
        ProgramHabits { .id = "deepspeed", .name = "DeepSpeed", .isStrict = false },
        ProgramHabits { .id = "trainer",
            .name = "the Trainer",
            .isStrict = false,
            .hasOwnArguments = true,
            .takesDashes = true,
            .takesBeginnings = true },
        // Recipes read their keys one by one, and drop the others.
        ProgramHabits { .id = "torchtune",
            .name = "torchtune",
            .isStrict = false,
            .hasOwnArguments = true,
            .takesWords = true },
        // Models of one family have fields of their own.
        ProgramHabits { .id = "nemo",
            .name = "Megatron-Bridge",
            .isStrict = false,
            .hasOwnArguments = true,
            .takesWords = true },
        ProgramHabits { .id = "axolotl", .name = "axolotl", .isStrict = false },
        ProgramHabits { .id = "llama-factory",
            .name = "LLaMA-Factory",
            .isStrict = false,
            .takesDashes = true },
    };
    static constexpr ProgramHabits unknown {};
    const auto row = std::ranges::find(programs, program, &ProgramHabits::id);
    return row == programs.end() ? unknown : *row;
}

std::string programName(std::string_view program)
{
    const std::string_view name = habitsOf(program).name;
    return std::string(name.empty() ? program : name);
}

} // namespace headroom
