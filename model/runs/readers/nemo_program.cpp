#include "model/frameworks/megatron/megatron_settings.h"
#include "model/launch/common/nemo_fields.h"
#include "model/runs/readers/config_files.h"
#include "model/runs/readers/python_calls.h"
#include "model/runs/text/adapter_names.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <array>
#include <set>

// A program that fills Megatron-Bridge's ConfigContainer, one field to a line, read as
// Megatron-LM's settings: nemo_fields.h backwards.

namespace headroom {
namespace {

/// The value in the words of Megatron-LM's own dump.
std::string megatronWord(const NemoField &row, const std::string &python)
{
    std::string_view value = python;
    const auto strip = [&value](std::string_view start, std::string_view end) {
        if (value.size() >= start.size() + end.size() && value.starts_with(start)
            && value.ends_with(end)) {
            value.remove_prefix(start.size());
            value.remove_suffix(end.size());
        }
    };
    struct Type
    {
        std::string_view python, word;
    };
    constexpr std::array types { Type { "torch.uint8", "fp8" }, Type { "torch.bfloat16", "bf16" },
        Type { "torch.float16", "fp16" }, Type { "torch.float32", "fp32" } };
    switch (row.kind) {
    case NemoValue::Pair:
        strip("(", ")");
        break;
    case NemoValue::Backend:
        strip("AttnBackend.", "");
        break;
    case NemoValue::Type:
        for (const Type &type : types)
            if (value == type.python)
                return std::string(type.word);
        break;
    case NemoValue::Fixed:
        return "True";
    case NemoValue::Same:
        strip("\"", "\"");
        break;
    }
    return std::string(value);
}

/// A setting is told by its fields: all with a fixed value have it, and one of the others is there.
const CallField *tellingField(
    const std::vector<NemoField> &rows, const CallFields &fields, NemoField &by)
{
    const CallField *found = nullptr;
    for (const NemoField &row : rows) {
        if (row.field.empty())
            continue;
        const auto field = fields.find({ std::string(row.section), std::string(row.field) });
        const bool isFixed = row.kind == NemoValue::Fixed;
        if (isFixed && (field == fields.end() || field->second.value != row.python))
            return nullptr;
        if (field != fields.end() && (!found || !isFixed)) {
            found = &field->second;
            by = row;
        }
    }
    return found;
}

void addProgramAdapters(const CallFields &fields, const std::string &file, ConfigFacts &facts)
{
    const auto rank = fields.find({ "peft", "dim" });
    if (rank == fields.end())
        return;
    facts.set("adapters", "true", file, rank->second.line);
    facts.set("adapter_rank", rank->second.value, file, rank->second.line);
    const auto modules = fields.find({ "peft", "target_modules" });
    if (modules == fields.end())
        return;
    std::vector<std::string> names;
    for (Scan scan { modules->second.value }; !scan.rest().empty();)
        names.emplace_back(scan.until(","));
    if (const std::string targets = adapterTargets(names); !targets.empty())
        facts.set("adapter_targets", targets, file, modules->second.line);
}

} // namespace

bool addNemoProgram(
    std::string_view text, const TextPlace &place, ConfigFacts &settings, ConfigFacts &facts)
{
    const CallFields fields = callFields(text);
    for (const books::Key &key : books::megatron::keys().rows()) {
        NemoField by {};
        if (const CallField *field = tellingField(nemoFields(key), fields, by))
            settings.set(
                key.name, megatronWord(by, field->value), place.file, place.line + field->line - 1);
    }
    if (settings.empty())
        return false;
    // What Megatron-Bridge follows from other fields has an argument of its own in Megatron-LM.
    const auto follow = [&](const char *key, const char *from, std::string value) {
        const ConfigFact *fact = settings.find(from);
        if (fact && !settings.has(key))
            settings.set(key, value.empty() ? fact->value : value, fact->file, fact->line);
    };
    follow("group_query_attention", "num_query_groups", "True");
    follow("max_position_embeddings", "seq_length", {});
    addProgramAdapters(fields, place.file, facts);
    addMachineComment(text, place, facts);
    return true;
}

} // namespace headroom
