#include "model/physics/step/gather_choice.h"

#include "model/physics/memory/tight_pool.h"
#include "model/physics/step/evaluate.h"

namespace headroom {
namespace {

bool leavesRoom(const Evaluation &evaluation)
{
    return evaluation.fits && evaluation.reserved <= tightPoolShare * evaluation.budget;
}

} // namespace

bool GatherChoice::oncePays() const
{
    return leavesRoom(once) && once.step < each.step;
}

GatherChoice gatherChoice(const Prepared &p, const Candidate &c, Layout layout)
{
    NoTrace none;
    const LayerCosts costs = layerCosts(p, c, layout, none);
    GatherChoice choice;
    layout.gathersOnce = false;
    choice.each = assemble(p, c, layout, costs, none);
    layout.gathersOnce = true;
    choice.once = assemble(p, c, layout, costs, none);
    return choice;
}

void assembleChosen(const Prepared &p, const Candidate &c, Layout layout, const LayerCosts &costs,
    const StepCalls &calls, Evaluation &evaluation)
{
    NoTrace none;
    assembleTime(p, c, layout, costs, calls, evaluation, none);
    if (layout.gathersOnce || !mayGatherOnce(p, c, layout))
        return;
    layout.gathersOnce = true;
    Evaluation once;
    evaluateMemory(p, c, layout, once, none);
    if (!leavesRoom(once))
        return;
    assembleTime(p, c, layout, costs, calls, once, none);
    if (once.step < evaluation.step)
        evaluation = once;
}

bool gatheringOncePays(const Prepared &p, const Candidate &c, const Layout &layout)
{
    // Most points that do not fit are told by their memory alone.
    NoTrace none;
    Layout kept = layout;
    kept.gathersOnce = true;
    Evaluation memory;
    evaluateMemory(p, c, kept, memory, none);
    return leavesRoom(memory) && gatherChoice(p, c, layout).oncePays();
}

} // namespace headroom
