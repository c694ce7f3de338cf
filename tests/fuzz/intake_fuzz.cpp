// Texts that a plan is made of, of any kind: the plan of whatever is read is a plan, in YAML with
// its comments as well, and every field that is asked for exists.
#include "fuzz_entry.h"

#include "model/intake/intake_report.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"

#include <sstream>
#include <string>

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    for (const char *name : { "a.yaml", "a.json", "a.sh", "a" }) {
        std::istringstream stream { std::string { textOf(data, size) } };
        IntakeTexts texts;
        readIntakeText(stream, name, shippedLibrary(), texts);
        const PlanIntake intake = planOf(std::move(texts), shippedLibrary(), nullptr);
        for (const Unrecognised &what : intake.unrecognised)
            promise(!what.reason.id.empty(), "what is not recognised has a reason");
        if (!intake.hasRead)
            continue;
        const Result<LoadedPlan> again = parsePlan(intakeYaml(intake), "a.headroom.yaml");
        promise(again.hasValue(), "the YAML of an intake is a plan");
        promise(again->plan == intake.plan, "the YAML of an intake is its plan");
        for (const MissingField &field : intake.missing)
            promise(field.path == "model" || planField(field.path), "what is asked for is a field");
    }
    return 0;
}
