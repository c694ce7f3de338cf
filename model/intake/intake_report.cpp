#include "model/intake/intake_report.h"

#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_file.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t longestText = 200;

/// The path of each line of block-style YAML, as its indentation tells it.
class PathOfLines
{
public:
    /// Empty: the line begins no key.
    std::string next(std::string_view line)
    {
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        const std::string_view text = line.substr(indent);
        if (text.empty() || text.front() == '-' || text.front() == '#')
            return {};
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos)
            return {};
        while (!m_open.empty() && m_open.back().first >= indent)
            m_open.pop_back();
        std::string path = m_open.empty() ? std::string {} : m_open.back().second + '.';
        path += text.substr(0, colon);
        m_open.emplace_back(indent, path);
        return path;
    }

private:
    std::vector<std::pair<std::size_t, std::string>> m_open;
};

std::string commentOf(const PlanIntake &intake, const std::string &path)
{
    const auto origin
        = std::ranges::find(intake.fields, path, &std::pair<std::string, FieldOrigin>::first);
    if (origin == intake.fields.end())
        return {};
    std::string comment = fieldOriginName(origin->second);
    if (const auto source = intake.evidence.find(path); source != intake.evidence.end())
        comment += " (" + displayLine(source->second, longestText) + ')';
    return "  # " + comment;
}

} // namespace

Document intakeDocument(const PlanIntake &intake)
{
    Document fields = Document::mapping(), evidence = Document::mapping();
    for (const auto &[path, origin] : intake.fields)
        fields.set(path, fieldOriginName(origin));
    for (const auto &[path, source] : intake.evidence)
        evidence.set(path, displayLine(source, longestText));
    Document missing = Document::sequence(), unrecognised = Document::sequence();
    for (const MissingField &field : intake.missing)
        missing.append(
            Document::mapping({ { "path", field.path }, { "question", messageText(field.question) },
                { "guess", field.guess }, { "reason", messageText(field.reason) } }));
    for (const Unrecognised &what : intake.unrecognised)
        unrecognised.append(Document::mapping({ { "file", displayLine(what.file, longestText) },
            { "line", what.line }, { "reason", messageText(what.reason) } }));
    std::vector<std::string> notes;
    for (const Message &note : intake.notes)
        notes.push_back(messageText(note));
    return Document::mapping({ { "plan", planDocument(intake.plan, PlanDetail::Complete) },
        { "fields", std::move(fields) }, { "missing", std::move(missing) },
        { "unrecognised", std::move(unrecognised) }, { "evidence", std::move(evidence) },
        { "notes", Document::texts(notes) } });
}

std::string intakeYaml(const PlanIntake &intake)
{
    std::string text;
    for (const MissingField &field : intake.missing)
        text += fmt::format("# {} {}: {}\n", messageText(field.question),
            displayLine(field.guess, longestText),
            displayLine(messageText(field.reason), longestText));
    for (const Message &note : intake.notes)
        text += fmt::format("# {}\n", displayLine(messageText(note), longestText));
    PathOfLines paths;
    const std::string plan = writeYaml(planDocument(intake.plan, PlanDetail::Complete));
    for (Scan lines { plan }; !lines.rest().empty();) {
        const std::string_view line = lines.until("\n");
        const std::string path = paths.next(line);
        text
            += std::string(line) + (path.empty() ? std::string {} : commentOf(intake, path)) + '\n';
    }
    return text;
}

} // namespace headroom
