#pragma once

#include "model/base/files/read_file.h"
#include "model/tune/tune_files.h"
#include "tests/model/shipped.h"

#include <algorithm>
#include <string>
#include <vector>

namespace headroom {

inline const std::string samples = std::string(HEADROOM_TEST_DATA) + "/sources/";

inline NamedText sample(const std::string &name)
{
    return { name, *readTextFile(samples + name) };
}

inline TuneQuestion questionOf(std::vector<NamedText> files, int nodes = 0)
{
    TuneQuestion question;
    question.files = std::move(files);
    question.chip = "h100-sxm";
    if (nodes > 0)
        question.nodes = nodes;
    return question;
}

inline std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t end = std::min(text.find('\n', from), text.size() - 1) + 1;
        lines.push_back(text.substr(from, end - from));
        from = end;
    }
    return lines;
}

} // namespace headroom
