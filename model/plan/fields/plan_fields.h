#pragma once

#include "model/base/document/mapping_reader.h"
#include "model/plan/plan.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class FieldKind { Text, Integer, Real, Boolean, Choice, IntegerList, WordList };

/// Ids that a text field takes from the profile library rather than from a fixed list.
enum class IdSource { None, Models, Accelerators, Machines, RematPolicies, Recipes };

/// One scalar (or list) of the plan under its dotted path. Loader, saver, `--set`, the pages of the
/// application, search and the lessons all go through this one table.
struct PlanField
{
    std::string path; ///< "parallelism.tensor"
    std::string label; ///< "Tensor parallel"
    std::string purpose; ///< one sentence for tooltips and help
    std::string unit; ///< "sequences", "GB/s per device"; may be empty
    FieldKind kind = FieldKind::Text;
    NumberRange range;
    bool isOptional = false; ///< empty text means "not set"
    std::vector<std::string> choices; ///< of a Choice, or of each word of a WordList
    IdSource ids = IdSource::None;
    bool isRelease = false; ///< of a program; known ones can be listed, others may be named
    std::function<std::string(const Plan &)> get; ///< canonical text
    std::function<void(Plan &, std::string_view)> assign; ///< text already checked
};

/// All scalar fields in file order.
std::span<const PlanField> planFields();
const PlanField *planField(std::string_view path);

/// The words of a list as fields write it: "attention, mlp".
std::vector<std::string> listedWords(std::string_view text);

/// Text of a field, also of the open mappings `flags.NAME`, `remat.tensors.NAME`,
/// `parallelism.mesh.ici.AXIS` and `parallelism.mesh.dcn.AXIS`; empty when unset or unknown.
std::string planFieldText(const Plan &plan, std::string_view path);

/// Sets a field from text after checking type, range and choices. Unknown path: "unknown-key" with
/// the nearest one. `where` stands in the message; an empty value unsets an optional field.
Problems setPlanField(
    Plan &plan, std::string_view path, std::string_view text, const std::string &where);

} // namespace headroom
