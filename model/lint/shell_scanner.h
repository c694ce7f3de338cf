#pragma once

#include "model/lint/lint_script.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One shell word, decoded.
struct ShellWord
{
    DecodedText decoded;
    std::size_t from = 0;
    std::vector<std::string> references;
    bool isQuoted = false;
};

/// Reads words and separators one after the other.
class ShellScanner
{
public:
    /// Quotes that do not close are reported to the script's problems; both must outlive this.
    ShellScanner(std::string_view text, Script &script)
        : m_text(text)
        , m_script(script)
    { }

    enum class Token { Word, Separator, OpenArray, CloseParen, End };

    /// Fills the word only where it returns Token::Word.
    Token next(ShellWord &word);
    bool atEnd() const { return m_at >= m_text.size(); }

private:
    void skipBlanksAndComments();
    void readWord(ShellWord &word);
    void readSingleQuoted(ShellWord &word);
    void readDoubleQuoted(ShellWord &word);
    void readExpansion(ShellWord &word);
    void skipNested(char open, char close);
    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }

    std::string_view m_text;
    Script &m_script;
    std::size_t m_at = 0;
    bool m_wasArrayStart = false;
};

bool isShellNameStart(char letter); ///< may begin the name of a variable
bool isShellNameLetter(char letter); ///< may stand inside one

} // namespace headroom
