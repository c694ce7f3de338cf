#include "model/sources/program_habits.h"

#include "model/plan/framework_traits.h"

#include <algorithm>
#include <array>

namespace headroom {

const ProgramHabits &habitsOf(std::string_view program)
{
    // axolotl and DeepSpeed drop what they do not know; LLaMA-Factory takes the keys of its other
    // engines (Megatron's, KTransformers'), programs on the Trainer and on Megatron their own.
    static constexpr std::array programs {
        ProgramHabits { .program = Program::Megatron,
            .id = "megatron",
            .name = "Megatron-LM",
            .hasOwnArguments = true,
            .shipsPrograms = true },
        ProgramHabits { .program = Program::Torchtitan,
            .id = "torchtitan",
            .name = "torchtitan",
            .isTyro = true },
        ProgramHabits {
            .program = Program::MaxText, .id = "maxtext", .name = "MaxText", .takesWords = true },
        ProgramHabits { .program = Program::Accelerate,
            .id = "accelerate",
            .name = "Accelerate",
            .isFileOnly = true },
        ProgramHabits { .program = Program::DeepSpeed,
            .id = "deepspeed",
            .name = "DeepSpeed",
            .isStrict = false,
            .isFileOnly = true },
        ProgramHabits { .program = Program::Trainer,
            .id = "trainer",
            .name = "the Trainer",
            .isStrict = false,
            .hasOwnArguments = true,
            .takesDashes = true,
            .takesBeginnings = true,
            .startsDeepSpeed = true },
        // Recipes read their keys one by one, and drop the others.
        ProgramHabits { .program = Program::Torchtune,
            .id = "torchtune",
            .name = "torchtune",
            .isStrict = false,
            .hasOwnArguments = true,
            .takesWords = true },
        // Models of one family have fields of their own.
        ProgramHabits { .program = Program::Bridge,
            .id = "nemo",
            .name = "Megatron-Bridge",
            .isStrict = false,
            .hasOwnArguments = true,
            .takesWords = true },
        ProgramHabits { .program = Program::Axolotl,
            .id = "axolotl",
            .name = "axolotl",
            .isStrict = false,
            .isFileOnly = true,
            .startsDeepSpeed = true },
        ProgramHabits { .program = Program::LlamaFactory,
            .id = "llama-factory",
            .name = "LLaMA-Factory",
            .isStrict = false,
            .takesDashes = true,
            .startsDeepSpeed = true },
    };
    static constexpr ProgramHabits unknown {};
    const auto row = std::ranges::find(programs, program, &ProgramHabits::id);
    return row == programs.end() ? unknown : *row;
}

std::string programOfFramework(std::string_view framework)
{
    const FrameworkTraits *const known = findFramework(framework);
    if (!known || known->id == Framework::Jax)
        return {};
    return known->id == Framework::HuggingFace ? "trainer" : std::string(framework);
}

std::string programName(std::string_view program)
{
    const std::string_view name = habitsOf(program).name;
    return std::string(name.empty() ? program : name);
}

} // namespace headroom
