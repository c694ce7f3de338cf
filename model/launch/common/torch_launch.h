#pragma once

#include "model/frameworks/book/settings.h"
#include "model/launch/common/launch_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One argument of a program, dashes included, with its values.
struct Argument
{
    std::string name;
    std::vector<std::string> values;
};

/// Arguments of a program as named bash arrays, in the order in which they are passed.
class ArgumentGroups
{
public:
    /// Begins a group, or goes on with it; what follows goes into it.
    void start(std::string_view name);
    /// An argument without a value, dashes included.
    void flag(std::string name) { add(std::move(name), {}); }
    /// An argument with its value, quoted where the shell needs it.
    void option(std::string name, std::string value) { add(std::move(name), { std::move(value) }); }
    void option(std::string name, std::int64_t value)
    {
        option(std::move(name), std::to_string(value));
    }
    /// An argument with several values.
    void list(std::string name, std::vector<std::string> values)
    {
        add(std::move(name), std::move(values));
    }

    /// `NAME=(--a 1 --b)` per group, wrapped.
    std::string arrays() const;
    /// `"${A[@]}" "${B[@]}"`.
    std::string expansion() const;
    /// Takes a group away: its words on one line.
    std::string take(std::string_view name);

private:
    struct Group
    {
        std::string name;
        std::vector<Argument> arguments;
    };
    void add(std::string name, std::vector<std::string> values)
    {
        m_groups[m_current].arguments.push_back({ std::move(name), std::move(values) });
    }
    std::vector<Group> m_groups;
    std::size_t m_current = 0;
};

/// Variables of a PyTorch run: the plan's own, and what its kernels and communicators want.
std::vector<LaunchFlag> torchEnvironment(const LaunchSpec &spec, bool usesFsdp);

/// LAUNCH: what torch.distributed.run needs on this node; asks for rank and address when the plan
/// has several nodes.
std::string torchLaunchArray(const LaunchSpec &spec);

/// Slurm job that starts run.sh once per node with rank and address set, and the checks of the
/// machine.
void addTorchJob(const LaunchSpec &spec, ExportDraft &draft);

/// How to start run.sh by hand on each node, or its job; `variables` stand before both commands.
std::string torchStart(std::string_view variables = {});

} // namespace headroom
