// Stories of incidents: every refusal has its place, and one that is read has all that it needs.
#include "fuzz_entry.h"

#include "model/incidents/incident_story.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    for (const char *language : { "", "zh" }) {
        const auto story = parseStory(textOf(data, size), "story.yaml", language);
        if (!story) {
            promisePlaces(story.errors());
            continue;
        }
        const Incident &incident = story->incident;
        promise(!incident.faults.empty(), "a story has a fault");
        for (const Fault &fault : incident.faults)
            promise(fault.kind && fault.node < incident.plan.hardware.nodes
                    && fault.device < incident.plan.hardware.devicesPerNode,
                "a fault lies on the cluster");
    }
    return 0;
}
