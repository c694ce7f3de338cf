#pragma once

#include "answer_inputs.h"

#include "app/cli/command_spec.h"

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// The shipped profiles and what commands share; made once for a suite.
class AnswerDesk
{
public:
    /// With a user's profiles, if a folder is named.
    explicit AnswerDesk(const std::filesystem::path &user = {});

    const ProfileLibrary &library() const { return m_library; }
    const Workbench &bench() const { return m_bench; }
    /// What a command says to these words, without a process: the first word is its name.
    CommandResult ask(const std::vector<std::string> &words) const;

private:
    ProfileLibrary m_library;
    Workbench m_bench;
    std::vector<CommandSpec> m_commands;
};

/// Answers under their questions, as one text that is compared with a recorded one. A document is
/// written member by member, and only what differs from the first document under the same subject;
/// questions with the same answer share it.
class AnswerBook
{
public:
    /// The answer of a command; folders of the shipped profiles are taken out of it.
    void add(const std::string &question, const CommandResult &answer, const std::string &subject);
    /// A text of any kind.
    void add(const std::string &question, const std::string &text);
    /// A document of any kind.
    void add(const std::string &question, const Document &document, const std::string &subject);

    /// What differs from tests/golden/answers/NAME.txt, or nothing. Numbers may differ by one unit
    /// of their last digit. With HEADROOM_REGENERATE the file is written anew.
    std::string difference(const std::string &name) const;

private:
    static std::string plain(std::string text);

    std::vector<std::pair<std::string, std::vector<std::string>>> m_entries; ///< text, questions
    std::map<std::string, std::size_t> m_known; ///< entries by their text
    std::map<std::string, Document> m_first; ///< documents by subject
};

/// Lines that went (their beginning) and came between two texts, whatever their order.
std::string changedLines(const std::string &before, const std::string &after);

/// How fast this machine is does not belong to an answer.
std::string withoutSpeed(const std::string &text);
/// A document of a search without how long it took.
Document withoutSeconds(const Document &value);

/// Whether two lines say the same, up to one unit of the last digit of numbers that are no whole
/// ones, and to six digits of others.
bool areAlike(const std::string &line, const std::string &other);

/// A digest of a text in which no number is computed. @source FNV-1a, 64 bits
std::string digestOf(const std::string &text);

} // namespace headroom
