#include "model/sources/key_checks.h"

#include "model/sources/program_habits.h"

#include <algorithm>
#include <array>
#include <map>

namespace headroom {
namespace {

// @source torchrun --help, deepspeed/launcher/runner.py, accelerate/commands/launch.py, srun(1)
constexpr std::array launcherOptions { "nproc_per_node", "nnodes", "node_rank", "master_addr",
    "master_port", "rdzv_backend", "rdzv_endpoint", "rdzv_id", "rdzv_conf", "max_restarts",
    "monitor_interval", "tee", "log_dir", "redirects", "standalone", "local_addr", "num_gpus",
    "num_nodes", "hostfile", "include", "exclude", "no_python", "no_ssh", "launcher",
    "launcher_args", "module", "config_file", "num_processes", "num_machines", "machine_rank",
    "main_process_ip", "main_process_port", "main_training_function", "mixed_precision", "role",
    "use_deepspeed", "use_fsdp", "multi_gpu", "local_ranks_filter", "local_rank", "ntasks", "nodes",
    "gpus_per_node", "ntasks_per_node", "cpus_per_task", "output", "error", "export",
    "container_image", "container_mounts", "run_path", "use_env", "start_method", "numa_binding",
    "job_name", "partition", "account", "time", "mem", "gpus", "wait", "kill_on_bad_exit" };

bool isLauncherOption(std::string_view key)
{
    std::string name(key);
    std::ranges::replace(name, '-', '_');
    return std::ranges::any_of(
        launcherOptions, [&name](std::string_view known) { return known == name; });
}

/// Whether a name is known, or near to one.
bool isFamiliar(const KeyTable &table, const std::string &key)
{
    return table.find(key) || !table.nearest(key).empty();
}

} // namespace

std::vector<const PlacedSetting *> ownSettings(const PlacedFile &file, const KeyTable &table)
{
    std::vector<const PlacedSetting *> own;
    const ProgramHabits &habits = habitsOf(file.program);
    const bool isShell = file.syntax == SourceSyntax::Shell;
    if (file.program.empty() || table.empty() || (habits.isFileOnly && isShell))
        return own;
    const bool takesWords = habits.takesWords;
    const bool isDotted = habits.isTyro && isShell;
    struct Share
    {
        int known = 0, exact = 0, all = 0;
    };
    std::map<std::size_t, Share> shares;
    const auto isPossible = [&](const PlacedSetting &setting) {
        if (setting.isDirective)
            return false;
        if (file.syntax != SourceSyntax::Shell)
            return true;
        if ((setting.form == SettingForm::Word) != takesWords)
            return false;
        return !isLauncherOption(setting.key)
            && (!isDotted || setting.key.find('.') != std::string::npos);
    };
    constexpr int maxAsked = 2000; // for near names, of a hostile file
    int asked = 0;
    for (const PlacedSetting &setting : file.settings)
        if (isPossible(setting)) {
            ++shares[setting.group].all;
            std::string name = setting.key;
            if (habits.takesDashes)
                std::ranges::replace(name, '-', '_');
            const bool isExact = table.find(name) != nullptr;
            shares[setting.group].exact += isExact;
            shares[setting.group].known
                += isExact || (asked++ < maxAsked && isFamiliar(table, setting.key));
        }
    for (const PlacedSetting &setting : file.settings) {
        const Share &share = shares[setting.group];
        // Words that are all only near to known ones belong to another program.
        const bool isOwn = file.syntax != SourceSyntax::Shell
            || (2 * share.known >= share.all && share.exact > 0);
        if (isPossible(setting) && isOwn)
            own.push_back(&setting);
    }
    return own;
}

} // namespace headroom
