// YAML and JSON: what is accepted is written and read back equal, by both writers.
#include "fuzz_entry.h"

#include "model/base/document/document.h"
#include "model/base/document/yaml_reading.h"

#include <string>

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text = textOf(data, size);
    if (const Result<Document> tree = parseYaml(text, "a.yaml")) {
        const Result<Document> again = parseYaml(writeYaml(*tree), "b.yaml");
        promise(again.hasValue(), "written YAML is YAML");
        const std::string written = writeYaml(*again);
        // What is not a number is not equal to itself.
        promise(*again == *tree
                || (written.find(".nan") != written.npos && written == writeYaml(*tree)),
            "YAML comes back equal");
    } else
        promisePlaces(tree.errors());
    if (const Result<Document> tree = parseJson(text, "a.json")) {
        for (const int indent : { 0, 2 }) {
            const Result<Document> again = parseJson(writeJson(*tree, indent), "b.json");
            promise(again.hasValue(), "written JSON is JSON");
            promise(*again == *tree, "JSON comes back equal");
        }
    } else
        promisePlaces(tree.errors());
    const YamlReading reading = readYaml(text, "a.yaml");
    promise(reading.tree.has_value() || !reading.problems.empty(), "no tree without a problem");
    return 0;
}
