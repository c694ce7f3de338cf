// Profiles of one kind alone: models.
#include "profile_check.h"

#include "model/library/architecture/model_shape_reader.h"
#include "model/library/architecture/parameter_count.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    checkProfile(textOf(data, size), readModelProfile, [](const ModelProfile &profile) {
        promise(countParameters(profile.shape).total() > 0, "a model has parameters");
    });
    return 0;
}
