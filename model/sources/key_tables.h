#pragma once

#include "model/base/outcome/result.h"
#include "model/base/wording/name_distance.h"
#include "model/library/profiles/data_directories.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What a program makes of the text of a value.
enum class ValueKind { Switch, Integer, Real, Boolean, Text, List, Any };

/// A setting that a program takes, by release.
struct KnownKey
{
    std::string name;
    ValueKind kind = ValueKind::Any;
    std::vector<std::string> values; ///< that it takes; empty: anything of the kind
    std::string since, until; ///< releases that have it: from, before; empty: always, still
    std::string fork; ///< of a program that descends from this one; empty: of the program itself
};

/// The settings of one program. @source profiles/keys, made by packaging/refresh/framework_keys.py
class KeyTable
{
public:
    KeyTable() = default;
    /// Rows "name,kind,values,since,until,program" below a heading; a broken one is an error with
    /// its line.
    static Result<KeyTable> read(std::string_view text, const std::string &file);

    const KnownKey *find(std::string_view name) const;
    bool empty() const { return m_keys.empty(); }
    /// The known name that a misspelt one was probably meant to be; empty: none is near.
    std::string nearest(std::string_view name) const;
    /// Whether some name begins so: "fsdp_config." is a mapping whose members are known.
    bool hasBelow(std::string_view prefix) const;
    /// Takes over what is not known here.
    void add(const KeyTable &other);

private:
    std::map<std::string, KnownKey, std::less<>> m_keys;
    mutable std::shared_ptr<const NameIndex> m_index;
};

/// The tables of all programs, each read when it is first needed. Safe for use from several
/// threads.
class KeyTables
{
public:
    explicit KeyTables(DataDirectories directories);
    /// Of "megatron", "llama-factory" …; an unknown program has an empty table. Errors: the file
    /// cannot be read.
    Result<std::shared_ptr<const KeyTable>> of(const std::string &program) const;

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace headroom
