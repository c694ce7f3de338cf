#pragma once

#include "model/launch/launch_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Arguments of a program as named bash arrays, in the order in which they are passed.
class ArgumentGroups
{
public:
    /// Begins a group; what follows goes into it.
    void start(std::string name) { m_groups.push_back({ std::move(name), {} }); }
    /// An argument without a value, dashes included.
    void flag(std::string name) { m_groups.back().words.push_back(std::move(name)); }
    /// An argument with its value, quoted where the shell needs it.
    void option(const std::string &name, const std::string &value);
    void option(const std::string &name, std::int64_t value)
    {
        option(name, std::to_string(value));
    }

    /// `NAME=(--a 1 --b)` per group, wrapped.
    std::string arrays() const;
    /// `"${A[@]}" "${B[@]}"`.
    std::string expansion() const;

private:
    struct Group
    {
        std::string name;
        std::vector<std::string> words;
    };
    std::vector<Group> m_groups;
};

/// Variables of a PyTorch run: the plan's own, and what its kernels and communicators want.
std::vector<LaunchFlag> torchEnvironment(const LaunchSpec &spec, bool usesFsdp);

/// LAUNCH: what torch.distributed.run needs on this node; asks for rank and address when the plan
/// has several nodes.
std::string torchLaunchArray(const LaunchSpec &spec);

/// Slurm job that starts run.sh once per node with rank and address set.
void addTorchJob(const LaunchSpec &spec, ExportDraft &draft);

/// A learning rate that every framework takes; the plan has none.
inline constexpr const char *placeholderLearningRate = "3e-4";

} // namespace headroom
