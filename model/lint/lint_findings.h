#pragma once

#include "model/lint/lint.h"
#include "model/lint/source_text.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace headroom {

/// The findings about one script, with places in its text; the same thing is said once.
class LintFindings
{
public:
    /// The text must outlive this; empty where findings have no place in a text.
    explicit LintFindings(std::string_view text);

    /// `at` is a byte of the text; names and operands are made printable.
    void add(Severity severity, const char *id, std::size_t at, std::string_view name,
        Operands operands = {}, std::vector<TextEdit> edits = {});
    /// Takes back what --fix would do at that byte about a finding of that id.
    void keepAsWritten(const char *id, std::size_t at);
    /// Removes source bytes with the blanks or the line around them.
    TextEdit removal(std::size_t from, std::size_t to) const;
    /// Hands over what was found since the last time, by place.
    std::vector<LintFinding> take();

private:
    std::string_view m_text;
    TextLines m_lines;
    std::vector<LintFinding> m_findings;
    std::unordered_set<std::size_t> m_seen; ///< hash of id, name and offset: said once
};

} // namespace headroom
