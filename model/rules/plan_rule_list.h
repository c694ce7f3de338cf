#pragma once

#include "model/rules/broken_rules.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Collects broken rules; the check functions below each cover one part of a plan.
class RuleList
{
public:
    explicit RuleList(const ResolvedPlan &resolved)
        : plan(resolved.plan)
        , model(*resolved.model)
        , chip(resolved.accelerator)
        , whole(resolved)
    { }

    void add(const char *id, Operands args, std::vector<std::string> fields)
    {
        add({ id, {}, std::move(args) }, std::move(fields));
    }
    void add(Error error, std::vector<std::string> fields)
    {
        m_breaks.push_back({ std::move(error), std::move(fields) });
    }
    /// A value that its field never takes, whatever the other fields hold.
    void addOfValue(const char *id, Operands args, std::string field)
    {
        m_breaks.push_back({ { id, {}, std::move(args) }, { std::move(field) }, true });
    }
    std::vector<RuleBreak> takeBreaks() { return std::move(m_breaks); }

    const Plan &plan;
    const ModelShape &model;
    const Accelerator &chip;
    const ResolvedPlan &whole;

private:
    std::vector<RuleBreak> m_breaks;
};

inline constexpr const char *recipeChipRule = "rule-recipe-chip";
inline constexpr const char *recipeFrameworkRule = "rule-recipe-framework";

void checkMesh(RuleList &rules);
void checkKernels(RuleList &rules);
void checkRecipe(RuleList &rules);
void checkRemat(RuleList &rules);
void checkOptions(RuleList &rules);
void checkTuning(RuleList &rules);
void checkReleases(RuleList &rules);
void checkJob(RuleList &rules);

} // namespace headroom
