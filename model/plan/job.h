#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace headroom {

/// How a run is started and kept: what schedulers and frameworks ask for beside the model. Of all
/// this only the checkpoint period moves a figure: what failures cost a run.
struct Job
{
    /// Empty: under Slurm what the estimate of the whole run says, none on Kubernetes.
    std::optional<double> timeLimitMinutes;
    std::optional<double> queueLimitMinutes; ///< longest job that the queue takes; empty: any
    bool requeue = false; ///< goes on from the last checkpoint when it was stopped
    std::string partition; ///< of Slurm; empty: the cluster's own choice
    std::string account; ///< of Slurm
    std::string container; ///< image that the run starts in; empty: what is installed
    std::int64_t checkpointEverySteps = 0; ///< 0: as the framework does unasked
    std::int64_t keepCheckpoints = 3; ///< newest ones that stay; 0: all
    std::string checkpointFolder; ///< empty: the framework's usual name below the run's folder
    std::string dataPath; ///< empty: synthetic data
    std::string tokenizer; ///< name on the Hugging Face hub, or a path
    bool operator==(const Job &) const = default;
};

} // namespace headroom
