#include "model/plan/fields/job_fields.h"

#include "model/plan/fields/plan_field_builders.h"
#include "model/plan/job.h"

namespace headroom {

void addJobFields(std::vector<PlanField> &fields)
{
    constexpr double minutesOfAYear = 366.0 * 24 * 60;
    fields.push_back(optionalField(
        "job.time_limit_minutes", "Time limit",
        "After which the scheduler stops the run; empty: under Slurm the 90 % end of the estimate, "
        "an "
        "hour without training tokens; none on Kubernetes.",
        "min", { 1, minutesOfAYear },
        [](auto &plan) -> auto & { return plan.job->timeLimitMinutes; }));
    fields.push_back(optionalField(
        "job.queue_limit_minutes", "Queue limit",
        "Longest job that the queue takes; caps a time limit that comes from the estimate.", "min",
        { 1, minutesOfAYear }, [](auto &plan) -> auto & { return plan.job->queueLimitMinutes; }));
    fields.push_back(booleanField(
        "job.requeue", "Requeue",
        "Puts a stopped run back into the queue; it goes on from its last checkpoint.",
        [](auto &plan) -> auto & { return plan.job->requeue; }));
    fields.push_back(textField(
        "job.partition", "Partition", "Slurm's group of nodes that the job asks for.", "",
        [](auto &plan) -> auto & { return plan.job->partition; }));
    fields.push_back(textField(
        "job.account", "Account", "Slurm's account that the job is charged to.", "",
        [](auto &plan) -> auto & { return plan.job->account; }));
    fields.push_back(textField(
        "job.container", "Container", "Image that the run starts in; empty: what is installed.", "",
        [](auto &plan) -> auto & { return plan.job->container; }));
    fields.push_back(integerField(
        "job.checkpoint_every_steps", "Checkpoint period",
        "Optimizer steps between two checkpoints; 0 leaves it to the framework.", "steps",
        { 0, 1e9 }, [](auto &plan) -> auto & { return plan.job->checkpointEverySteps; }));
    fields.push_back(integerField(
        "job.keep_checkpoints", "Checkpoints kept",
        "The newest ones stay, older ones are deleted; 0 keeps all.", "checkpoints", { 0, 1e6 },
        [](auto &plan) -> auto & { return plan.job->keepCheckpoints; }));
    fields.push_back(textField(
        "job.checkpoint_folder", "Checkpoint folder",
        "Where checkpoints are written and looked for; empty: below the run's folder.", "",
        [](auto &plan) -> auto & { return plan.job->checkpointFolder; }));
    fields.push_back(textField(
        "job.data_path", "Data",
        "What is trained on: a data set's name, files or a folder, as the framework takes it; "
        "empty: synthetic data.",
        "", [](auto &plan) -> auto & { return plan.job->dataPath; }));
    fields.push_back(textField(
        "job.tokenizer", "Tokenizer", "Name on the Hugging Face hub, or a path.", "",
        [](auto &plan) -> auto & { return plan.job->tokenizer; }));
}

} // namespace headroom
