#include "answer_inputs.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace headroom {

std::vector<AnswerInput> blocksOf(const std::string &file)
{
    std::vector<AnswerInput> blocks;
    std::istringstream stream { contentOf(HEADROOM_TEST_DATA "/answers/" + file) };
    for (std::string line; std::getline(stream, line);)
        if (line.starts_with("=== "))
            blocks.push_back({ line.substr(4), {} });
        else if (!blocks.empty())
            blocks.back().text += line + '\n';
    return blocks;
}

std::string contentOf(const std::string &path)
{
    std::ifstream file { path, std::ios::binary };
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

InFolder::InFolder(const std::string &folder)
    : m_before(std::filesystem::current_path())
{
    std::filesystem::current_path(folder);
}

InFolder::~InFolder()
{
    std::error_code ignored;
    std::filesystem::current_path(m_before, ignored);
}

std::vector<std::string> namesOf(const std::string &folder)
{
    std::vector<std::string> files;
    for (const auto &item : std::filesystem::directory_iterator(folder))
        if (item.is_regular_file())
            files.push_back(item.path().filename().string());
    std::ranges::sort(files);
    return files;
}

std::vector<std::string> linesIn(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream { text };
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::string joined(const std::vector<std::string> &lines)
{
    std::string text;
    for (const std::string &line : lines)
        text += line + '\n';
    return text;
}

std::vector<std::string> wordsOf(const std::string &line)
{
    std::vector<std::string> words;
    std::string word;
    bool isOpen = false, isWord = false;
    for (const char letter : line + ' ')
        if (letter == '\'') {
            isOpen = !isOpen;
            isWord = true;
        } else if (letter != ' ' || isOpen) {
            word += letter;
            isWord = true;
        } else if (std::exchange(isWord, false))
            words.push_back(std::exchange(word, {}));
    return words;
}

std::string withoutFolder(std::string text)
{
    const std::string folder = std::filesystem::current_path().string() + '/';
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
        text.erase(at, folder.size());
    return text;
}

} // namespace headroom
