#pragma once

#include "model/base/document/document.h"
#include "model/runs/facts/config_facts.h"
#include "model/runs/readers/log_reader.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// Where a text begins.
struct TextPlace
{
    std::string file;
    std::int64_t line = 1;
};

/// Every scalar and list of a tree under its dotted path ("training.seq_len"); lists as "[a, b]".
void addTree(const Document &tree, const TextPlace &place, ConfigFacts &facts);

/// A Python literal (dictionaries, lists, tuples, texts, numbers, True, None) as a tree.
std::optional<Document> pythonLiteral(std::string_view text);
/// The same as facts; nothing is added when it is none.
void addPythonDictionary(std::string_view text, const TextPlace &place, ConfigFacts &facts);

/// The tables of a TOML file: keys, texts, numbers, booleans, arrays over several lines. What it
/// does not understand is told to `onProblem` with its line.
void addToml(std::string_view text, const std::string &file, ConfigFacts &facts,
    const std::function<void(std::int64_t line)> &onProblem);

/// The chip and the number of devices that a comment of an export tells.
void addMachineComment(std::string_view text, const TextPlace &place, ConfigFacts &facts);

/// The settings of a Python program that fills Megatron-Bridge's ConfigContainer, as exports for
/// NeMo do, in Megatron-LM's names; false where it fills none.
bool addNemoProgram(
    std::string_view text, const TextPlace &place, ConfigFacts &settings, ConfigFacts &facts);

/// The same of a recipe of torchtitan's later sources, as exports write it, in the names of its
/// TOML.
bool addTitanProgram(
    std::string_view text, const TextPlace &place, ConfigFacts &settings, ConfigFacts &facts);

/// Reads a JSON object that a log prints over several lines, of which `begun` is the start.
/// Lines of other ranks in between are passed over.
LogReader::Block jsonBlock(
    std::string begun, const CleanLine &first, std::function<ConfigFacts &(LogReader &)> facts);

} // namespace headroom
