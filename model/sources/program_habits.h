#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// Programs whose settings have a table of keys.
enum class Program {
    Unknown,
    Megatron,
    Torchtitan,
    MaxText,
    Accelerate,
    DeepSpeed,
    Trainer,
    Torchtune,
    Bridge,
    Axolotl,
    LlamaFactory
};

/// How a program takes its settings, and those that its table of keys does not have.
struct ProgramHabits
{
    Program program = Program::Unknown;
    std::string_view id, name; ///< as tables and as people call it
    bool isStrict = true; ///< it stops at start where it does not know a key
    bool hasOwnArguments = false; ///< programs built on it add arguments
    /// Its table is that of the programs it ships, and says how many values an argument takes.
    bool shipsPrograms = false;
    bool isTyro = false; ///< sections with dots, dashes for underscores, no unknown members
    bool takesDashes = false; ///< dashes for underscores
    bool takesBeginnings = false; ///< the beginning of an argument's name stands for it
    bool takesWords = false; ///< NAME=VALUE on the command line, where others have --NAME VALUE
    bool isFileOnly = false; ///< no command line takes its keys
    bool startsDeepSpeed = false; ///< its settings decide what DeepSpeed's file leaves open
};

/// Habits of a program by the id of its table; a strict program without a name where it has none.
const ProgramHabits &habitsOf(std::string_view program);

/// The program whose table holds the settings of a plan's framework; empty: there is none.
std::string programOfFramework(std::string_view framework);

/// The program of a table as people call it.
std::string programName(std::string_view program);

} // namespace headroom
