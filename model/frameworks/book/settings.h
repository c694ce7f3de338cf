#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headroom::books {

/// What a key has to do with a plan.
enum class KeyPart {
    Decides, ///< its value says what the plan is
    Follows, ///< goes with another key; another value than the written one is told
    Fixed, ///< the same whatever a plan is, or no matter of a plan
};

/// A setting of a framework.
struct Key
{
    std::string_view name; ///< as the program's own dump calls it: "add_bias_linear"
    std::string_view group; ///< in which command lines and files list it
    std::string_view byDefault {}; ///< what the program does without it; empty: off, or nothing
    /// Argument of the command line where that is not the name: "--disable-bias-linear". A switch
    /// that is on by default is switched off by it.
    std::string_view argument {};
    std::string_view since {}, until {}; ///< releases that have it; empty: all that are known
    KeyPart part = KeyPart::Decides;
};

/// The keys of a framework by name.
class KeyTable
{
public:
    explicit KeyTable(std::span<const Key> rows);
    const Key *find(std::string_view name) const;
    std::span<const Key> rows() const { return m_rows; }

private:
    std::span<const Key> m_rows;
    std::unordered_map<std::string_view, const Key *> m_byName;
};

/// A value before any syntax: printers quote it.
struct Value
{
    enum class Kind { Switch, Number, Text, List };

    Value(std::same_as<bool> auto isOn)
        : kind(Kind::Switch)
        , words { isOn ? "True" : "False" }
    { }
    template <std::integral Number>
    requires(!std::same_as<Number, bool>) Value(Number number)
        : kind(Kind::Number)
        , words { std::to_string(number) }
    { }
    Value(std::string text)
        : kind(Kind::Text)
        , words { std::move(text) }
    { }
    Value(std::string_view text)
        : Value(std::string(text))
    { }
    Value(const char *text)
        : Value(std::string(text))
    { }
    Value(std::vector<std::string> list)
        : kind(Kind::List)
        , words(std::move(list))
    { }
    /// A number that is written as in `text`: "3e-4".
    static Value number(std::string text);

    bool isOff() const { return kind == Kind::Switch && words.front() == "False"; }
    bool operator==(const Value &) const = default;

    Kind kind;
    std::vector<std::string> words; ///< one, but of a list
};

struct Setting
{
    const Key *key;
    Value value;
    bool operator==(const Setting &) const = default;
};

/// What a plan is in the words of a framework's release, in the order in which files name it.
class Settings
{
public:
    Settings(const KeyTable &keys, std::string_view release);

    /// Adds a setting, or replaces its value. A key that the release does not have is left out.
    /// @pre the table has the key
    void set(std::string_view name, Value value);
    const Value *find(std::string_view name) const;
    const Value *find(const Key *key) const;
    const std::vector<Setting> &all() const { return m_settings; }
    bool operator==(const Settings &other) const { return m_settings == other.m_settings; }

private:
    const KeyTable &m_keys;
    std::string m_release;
    std::vector<Setting> m_settings;
};

} // namespace headroom::books
