#pragma once

/// What happens at a system call that was chosen.
struct Fault
{
    long at = 0; ///< which call counting from one; 0: none
    int code = 0; ///< errno with which it fails; 0: the process dies there, as by kill -9
    /// As on file systems over a network: no files without a name, no exchange, no second names.
    bool isPlain = false;
};

/// Chooses the next fault and starts counting. The function is found by name in the library that
/// was loaded before all others.
using ArmFault = void (*)(Fault fault);
inline constexpr const char *armFaultName = "headroomArmFault";
