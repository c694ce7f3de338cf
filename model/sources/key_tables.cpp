#include "model/sources/key_tables.h"

#include "model/base/files/read_file.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

constexpr std::array kindNames { "switch", "int", "float", "bool", "text", "list", "any" };

/// Programs that take the settings of another one, too.
struct SharedKeys
{
    std::string_view program, of;
};
// @source LLaMA-Factory hparams/training_args.py (Seq2SeqTrainingArguments), trl sft_config.py
constexpr std::array sharedKeys { SharedKeys { "llama-factory", "trainer" },
    SharedKeys { "trainer", "trl" }, SharedKeys { "trainer", "llama-factory" } };

std::vector<std::string> parts(std::string_view text, std::string_view mark)
{
    std::vector<std::string> found;
    for (Scan scan { text }; !scan.rest().empty();)
        found.emplace_back(scan.until(mark));
    return found;
}

} // namespace

Result<KeyTable> KeyTable::read(std::string_view text, const std::string &file)
{
    KeyTable table;
    Scan lines { text };
    lines.until("\n"); // the heading
    for (int number = 2; !lines.rest().empty(); ++number) {
        const std::string_view line = trimmed(lines.until("\n"));
        if (line.empty())
            continue;
        Scan row { line };
        KnownKey key;
        key.name = row.until(",");
        const auto kind = std::ranges::find(kindNames, row.until(","));
        key.values = parts(row.until(","), "|");
        key.since = row.until(",");
        key.until = row.until(",");
        key.fork = row.rest();
        if (key.name.empty() || kind == kindNames.end())
            return Error { "keys-broken", fmt::format("{}:{}", file, number), {} };
        key.kind = static_cast<ValueKind>(kind - kindNames.begin());
        std::string name = key.name;
        table.m_keys.emplace(std::move(name), std::move(key));
    }
    return table;
}

const KnownKey *KeyTable::find(std::string_view name) const
{
    const auto row = m_keys.find(name);
    return row == m_keys.end() ? nullptr : &row->second;
}

std::string KeyTable::nearest(std::string_view name) const
{
    if (!m_index) {
        std::vector<std::string> names;
        for (const auto &[known, key] : m_keys)
            if (key.fork.empty())
                names.push_back(known);
        m_index = std::make_shared<const NameIndex>(std::move(names));
    }
    const std::vector<std::string> found = m_index->nearest(name);
    return found.empty() ? std::string {} : found.front();
}

bool KeyTable::hasBelow(std::string_view prefix) const
{
    const auto row = m_keys.lower_bound(prefix);
    return row != m_keys.end() && row->first.starts_with(prefix);
}

void KeyTable::add(const KeyTable &other)
{
    m_keys.insert(other.m_keys.begin(), other.m_keys.end());
    m_index = nullptr;
}

struct KeyTables::State
{
    DataDirectories directories;
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<const KeyTable>> tables;

    Result<KeyTable> read(const std::string &program) const
    {
        const std::filesystem::path file = directories.find("keys/" + program + ".csv");
        if (file.empty())
            return KeyTable {};
        const Result<std::string> text = readTextFile(file);
        if (!text)
            return text.errors();
        return KeyTable::read(*text, file.string());
    }
};

KeyTables::KeyTables(DataDirectories directories)
    : m_state(std::make_shared<State>())
{
    m_state->directories = std::move(directories);
}

Result<std::shared_ptr<const KeyTable>> KeyTables::of(const std::string &program) const
{
    const std::lock_guard lock(m_state->mutex);
    if (const auto known = m_state->tables.find(program); known != m_state->tables.end())
        return known->second;
    Result<KeyTable> table = program.empty() ? KeyTable {} : m_state->read(program);
    if (!table)
        return table.errors();
    for (const SharedKeys &shared : sharedKeys) {
        if (shared.program != program)
            continue;
        const Result<KeyTable> more = m_state->read(std::string(shared.of));
        if (!more)
            return more.errors();
        table.value().add(*more);
    }
    table.value().nearest({}); // the index, before threads share the table
    auto shared = std::make_shared<const KeyTable>(*std::move(table));
    m_state->tables.emplace(program, shared);
    return shared;
}

} // namespace headroom
