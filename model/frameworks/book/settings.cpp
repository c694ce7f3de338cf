#include "model/frameworks/book/settings.h"

#include "model/base/text/release_number.h"

#include <algorithm>
#include <cassert>

namespace headroom::books {

KeyTable::KeyTable(std::span<const Key> rows)
    : m_rows(rows)
{
    for (const Key &row : rows)
        m_byName.emplace(row.name, &row);
}

const Key *KeyTable::find(std::string_view name) const
{
    const auto row = m_byName.find(name);
    return row == m_byName.end() ? nullptr : row->second;
}

Value Value::number(std::string text)
{
    Value value(std::move(text));
    value.kind = Kind::Number;
    return value;
}

Settings::Settings(const KeyTable &keys, std::string_view release)
    : m_keys(keys)
    , m_release(release)
{
    constexpr std::size_t defaultCount = 80;
    m_settings.reserve(defaultCount);
}

void Settings::set(std::string_view name, Value value)
{
    const Key *const key = m_keys.find(name);
    assert(key);
    if (!key || (!key->since.empty() && !isRelease(m_release, key->since))
        || (!key->until.empty() && isRelease(m_release, key->until)))
        return;
    const auto same = std::ranges::find(m_settings, key, &Setting::key);
    if (same == m_settings.end())
        m_settings.push_back({ key, std::move(value) });
    else
        same->value = std::move(value);
}

const Value *Settings::find(const Key *key) const
{
    const auto same = std::ranges::find(m_settings, key, &Setting::key);
    return same == m_settings.end() ? nullptr : &same->value;
}

const Value *Settings::find(std::string_view name) const
{
    const Key *const key = m_keys.find(name);
    return key ? find(key) : nullptr;
}

} // namespace headroom::books
