#pragma once

#include "model/base/outcome/message.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace headroom {

/// Bad input, in a form that can be worded in any language: `id` names a template in
/// model/base/wording (English) which `args` fill; `where` is "FILE:LINE", a "--option" or a field
/// path.
struct Error
{
    std::string id;
    std::string where;
    Operands args;

    bool operator==(const Error &) const = default;
};

using Errors = std::vector<Error>;

/// A file can hold more problems than anyone reads: of one list, this many are kept.
inline constexpr std::size_t maxProblems = 100;

/// Adds a problem while there are few; then, once, says that there are more.
inline void addProblem(Errors &problems, Error problem)
{
    if (problems.size() < maxProblems)
        problems.push_back(std::move(problem));
    else if (problems.size() == maxProblems)
        problems.push_back({ "more-problems", std::move(problem.where), {} });
}

/// A value, or every problem that kept it from existing (never empty in that case).
template <class T> class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_content(std::move(value))
    { }
    Result(Error error)
        : m_content(Errors { std::move(error) })
    { }
    Result(Errors errors)
        : m_content(std::move(errors))
    { }

    bool hasValue() const { return std::holds_alternative<T>(m_content); }
    explicit operator bool() const { return hasValue(); }

    const T &value() const & { return std::get<T>(m_content); }
    T &value() & { return std::get<T>(m_content); }
    T &&value() && { return std::get<T>(std::move(m_content)); }
    const T *operator->() const { return &value(); }
    const T &operator*() const & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }

    const Errors &errors() const { return std::get<Errors>(m_content); }

private:
    std::variant<T, Errors> m_content;
};

/// The outcome of an action that yields nothing: empty means success.
using Problems = Errors;

} // namespace headroom
