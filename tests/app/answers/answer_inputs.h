#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// Makes a folder the current one as long as it lives, so that answers name files without folders.
class InFolder
{
public:
    explicit InFolder(const std::string &folder);
    ~InFolder();
    InFolder(const InFolder &) = delete;
    InFolder &operator=(const InFolder &) = delete;

private:
    std::filesystem::path m_before;
};

/// A text under the name of a file.
struct AnswerInput
{
    std::string name, text;
};

/// The blocks of a file of tests/data/answers, each behind "=== NAME".
std::vector<AnswerInput> blocksOf(const std::string &file);

/// The content of a file; empty where there is none.
std::string contentOf(const std::string &path);
/// Names of the files of a folder, sorted.
std::vector<std::string> namesOf(const std::string &folder);

/// The lines of a text, and the text of lines.
std::vector<std::string> linesIn(const std::string &text);
std::string joined(const std::vector<std::string> &lines);
/// Words of a line as a shell would part them; quotes hold blanks.
std::vector<std::string> wordsOf(const std::string &line);
/// A text without the name of the current folder, which is another one each time.
std::string withoutFolder(std::string text);

} // namespace headroom
