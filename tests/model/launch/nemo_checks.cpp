#include "export_checks.h"
#include "key_tables.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace headroom {

Findings checkNemo(const std::string &program)
{
    static const std::regex start(R"( +(?:model = (\w+)|(\w+)=(\w+))\($)");
    static const std::regex field(R"( +(\w+)=(.+),)");
    Findings findings;
    std::set<std::string> seen;
    std::string member;
    std::istringstream lines(program);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_match(line, match, start)) {
            member = match[1].matched ? "model" : match[2].str();
            continue;
        }
        if (line.find(")") == line.find_first_not_of(' '))
            member.clear();
        if (member.empty() || !std::regex_match(line, match, field))
            continue;
        const std::string path = member + '.' + match[1].str();
        if (!seen.insert(path).second)
            findings.push_back("field twice: " + path);
        const auto &rows = keyTable("nemo_fields");
        const auto row = std::ranges::find_if(rows, [&](const TableRow &one) {
            return one.at("section") == member && one.at("field") == match[1].str();
        });
        if (row == rows.end()) {
            findings.push_back("no field of ConfigContainer: " + path);
            continue;
        }
        const std::string value = match[2].str();
        const std::set<std::string> choices = row->at("type").starts_with("Literal")
            ? choicesOf(row->at("type").substr(std::string("Literal").size()))
            : std::set<std::string> {};
        const std::string plain
            = value.starts_with('"') ? value.substr(1, value.size() - 2) : value;
        if (!choices.empty() && !choices.contains(plain))
            findings.push_back(path + " cannot be " + value);
        if (row->at("type") == "bool" && value != "True" && value != "False")
            findings.push_back(path + " is a switch, and not " + value);
    }
    if (seen.empty())
        findings.push_back("no field at all");
    return findings;
}

} // namespace headroom
