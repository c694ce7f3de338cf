#include "plan_changes.h"

#include "model/plan/fields/plan_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace headroom {
namespace {

/// Releases of profiles/releases/pairs.yaml that a field names, and some that nobody made.
std::vector<std::string> releasesOf(const std::string &path)
{
    std::vector<std::string> releases { "0.1.0", "0.4.16", "0.4.27", "0.4.30", "0.4.38", "0.5.1",
        "2.4.0", "99.0", "newest" };
    const std::string framework = path.substr(path.find('.') + 1);
    std::ifstream file(HEADROOM_PROFILES "/releases/pairs.yaml");
    std::string owner;
    for (std::string line; std::getline(file, line);)
        if (const auto at = line.find("framework: "); at != std::string::npos)
            owner = line.substr(at + 11);
        else if (const auto from = line.find("    release: "); from == 0 && owner == framework)
            if (const auto quote = line.find('"'); quote != std::string::npos)
                releases.push_back(line.substr(quote + 1, line.rfind('"') - quote - 1));
    return releases;
}

/// Values of a field that readers and rules may tell apart.
std::vector<std::string> valuesOf(const PlanField &field)
{
    switch (field.ids) {
    case IdSource::Models:
        return { "llama3.1-70b", "mixtral-8x7b", "deepseek-v3", "gemma2-9b", "gpt2-small",
            "no-such-model" };
    case IdSource::Accelerators:
        return { "a100-40-sxm", "mi300x", "b200", "v100", "l4", "tpu-v5p", "h100-smx" };
    case IdSource::Machines:
        return { "dgx-h100", "nothing-known" };
    case IdSource::RematPolicies:
        return { "full", "minimal", "selective", "no_recompute", "save_qkv_proj",
            "minimal_offloaded", "custom", "fulll" };
    case IdSource::Recipes:
        return { "none", "fp8", "fp8_current", "fp8_blockwise", "mxfp8", "int8", "nvfp4", "fp9" };
    case IdSource::None:
        break;
    }
    switch (field.kind) {
    case FieldKind::Boolean:
        return { "true", "false" };
    case FieldKind::Choice:
        return field.choices;
    case FieldKind::Integer:
        return { "0", "1", "2", "3", "8", "-1", "100000000" };
    case FieldKind::Real:
        return { "0", "0.5", "1", "1.5", "400", "-1" };
    case FieldKind::IntegerList:
        return { "1, 2", "16, 16", "0", "4, 4, 4, 4, 4, 4, 4, 4" };
    case FieldKind::WordList:
        return { field.choices.empty() ? "a" : field.choices.front(),
            field.choices.empty() ? "b" : field.choices.back(), "nothing-like-it" };
    case FieldKind::Text:
        break;
    }
    if (field.isRelease)
        return releasesOf(field.path);
    return { "some", "/data/some where", "" };
}

} // namespace

std::vector<AskedPlan> recordedPlans()
{
    std::ifstream file(HEADROOM_TEST_DATA "/recorded/cases.txt");
    std::vector<AskedPlan> plans;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        const std::size_t colon = line.find(": ");
        AskedPlan one { line.substr(0, colon), {}, {} };
        std::istringstream words(line.substr(colon + 1));
        for (std::string word; std::getline(words, word, ';');)
            one.settings.push_back(word.substr(1));
        one.plan = one.settings.front();
        one.settings.erase(one.settings.begin());
        plans.push_back(std::move(one));
    }
    return plans;
}

std::vector<AskedPlan> plansNamed(const std::vector<std::string> &names)
{
    std::vector<AskedPlan> chosen;
    const std::vector<AskedPlan> all = recordedPlans();
    for (const std::string &name : names) {
        const auto found = std::ranges::find(all, name, &AskedPlan::name);
        if (found == all.end()) {
            fmt::print(stderr, "no recorded plan {}\n", name);
            std::exit(1);
        }
        chosen.push_back(*found);
    }
    return chosen;
}

std::vector<AskedPlan> variedPlans()
{
    return plansNamed(
        { "dense", "tpu 70b", "mixtral", "megatron pipeline", "mixtral tensor", "torchtitan full",
            "titan pipeline", "deepspeed 3", "lora", "qlora", "inference", "mi300x" });
}

const std::vector<std::string> &singleChanges()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> changes;
        for (const PlanField &field : planFields()) {
            for (const std::string &value : valuesOf(field))
                changes.push_back(field.path + '=' + value);
            if (field.isOptional && field.kind != FieldKind::Text)
                changes.push_back(field.path + '=');
        }
        for (const char *other : { "flags.xla_gpu_enable_latency_hiding_scheduler=true",
                 "flags.NCCL_IB_DISABLE=1", "flags.xla_tpu_scoped_vmem_limit_kib=98304",
                 "flags.xla_no_such_flag=1", "flags.NCCL_ALGO=Ring", "flags.LD_PRELOAD=a.so",
                 "remat.tensors.qkv_proj=offload", "remat.tensors.qkv_proj=device",
                 "remat.tensors.nothing=device", "parallelism.mesh.ici.fsdp=8",
                 "parallelism.mesh.dcn.data=2", "parallelism.mesh.ici.nothing=2", "no.such.field=1",
                 "parallelism.tensr=2", "parallelism=2", "=1", "tensor" })
            changes.emplace_back(other);
        return changes;
    }();
    return all;
}

} // namespace headroom
