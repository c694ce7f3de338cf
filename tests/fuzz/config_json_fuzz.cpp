// Configurations of Hugging Face: a shape that is read has a finite, positive number of parameters.
#include "fuzz_entry.h"

#include "model/library/architecture/huggingface_config.h"
#include "model/library/architecture/parameter_count.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Result<Document> tree = parseJson(textOf(data, size), "config.json");
    if (!tree)
        return 0;
    const Result<ModelShape> shape = importHuggingFaceConfig(*tree, "config.json");
    if (!shape) {
        promisePlaces(shape.errors());
        return 0;
    }
    const ParameterCount count = countParameters(*shape);
    promise(count.total() > 0 && count.active() > 0 && count.active() <= count.total(),
        "a shape has parameters");
    return 0;
}
