#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace headroom {

/// A plan that takes branches of the physics: a name, an example plan and what is set in it.
struct RecordedCase
{
    std::string name, plan;
    std::vector<std::string> settings;
};

/// All of them, one a line of the file.
inline std::vector<RecordedCase> recordedCases()
{
    std::ifstream file(HEADROOM_TEST_DATA "/recorded/cases.txt");
    std::vector<RecordedCase> cases;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        const std::size_t colon = line.find(": ");
        RecordedCase own { line.substr(0, colon), {}, {} };
        std::istringstream words(line.substr(colon + 1));
        for (std::string word; std::getline(words, word, ';');)
            own.settings.push_back(word.substr(1));
        own.plan = own.settings.front();
        own.settings.erase(own.settings.begin());
        cases.push_back(std::move(own));
    }
    return cases;
}

} // namespace headroom
