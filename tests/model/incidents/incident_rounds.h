#pragma once

#include "model/diagnosis/operation_verdicts.h"
#include "model/diagnosis/run_project.h"
#include "model/incidents/incident_answer.h"
#include "model/incidents/incident_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace headroom {

/// What a round of incidents came to, by fault.
struct IncidentTally
{
    int count = 0, first = 0, amongThree = 0, shared = 0, shareRight = 0, notNamed = 0,
        suspected = 0;
    double worstShare = 0;
    std::vector<std::string> missed; ///< the first few, with what was said in their place

    void add(const IncidentTally &other)
    {
        count += other.count;
        first += other.first;
        amongThree += other.amongThree;
        shared += other.shared;
        shareRight += other.shareRight;
        notNamed += other.notNamed;
        suspected += other.suspected;
    }
};
using IncidentTable = std::map<std::string, IncidentTally>;

/// An incident as a stranger's cluster: its files are written, read again and explained.
inline RunDiagnosis diagnosisOf(const IncidentEngine &engine, const Diagnoser &diagnoser,
    const Incident &incident, const std::filesystem::path &folder)
{
    const IncidentRun run = engine.run(incident);
    const auto files = incidentFiles(engine, incident, run);
    if (!files)
        return {};
    std::vector<std::string> names;
    std::filesystem::create_directories(folder);
    for (const ExportFile &file : *files) {
        std::ofstream(folder / file.name) << file.content;
        if (file.name.starts_with("run.") || file.name.starts_with("n"))
            names.push_back((folder / file.name).string());
    }
    RunsReading reading = readRuns(names, engine.library(), &incident.plan);
    reading.verdicts
        = judgeOperations(reading.operations, &incident.plan, engine.library(), engine.estimator());
    noteOperations(reading);
    std::filesystem::remove(folder / "runs.csv");
    if (reading.runs.size() != 1
        || !addToProject(folder / "runs.csv", reading.runs, engine.library()))
        return {};
    const auto runs = listProject(folder / "runs.csv");
    return runs && !runs->empty() ? diagnoser.diagnose(runs->front(), &incident.plan)
                                  : RunDiagnosis {};
}

inline std::string faultsOf(const Incident &incident)
{
    std::string text;
    for (const Fault &fault : incident.faults)
        text += (text.empty() ? "" : "+") + std::string(fault.kind->id);
    return text.empty() ? "none" : text;
}

/// Seeds from `from` on through the diagnosis; levels take turns.
inline IncidentTable incidentRound(const IncidentEngine &engine, const Diagnoser &diagnoser,
    const std::string &wish, std::uint64_t from, int count, const std::filesystem::path &folder)
{
    constexpr double shareBorder = 0.2;
    IncidentTable table;
    for (int i = 0; i < count; ++i) {
        const auto incident = engine.draw(from + static_cast<std::uint64_t>(i),
            wish == "listed" ? 1 + i % maxIncidentLevel : 1, { {}, wish });
        if (!incident)
            continue;
        const RunDiagnosis diagnosis = diagnosisOf(engine, diagnoser, *incident, folder);
        const IncidentScore score = scoreOf(engine, *incident, diagnosis);
        IncidentTally &tally
            = table[incident->faults.size() > 1 ? "two at once" : faultsOf(*incident)];
        ++tally.count;
        tally.first += score.isFirst ? 1 : 0;
        tally.amongThree += score.isAmongThree ? 1 : 0;
        tally.notNamed += diagnosis.conclusion != Conclusion::Named ? 1 : 0;
        tally.suspected += diagnosis.conclusion == Conclusion::Suspected ? 1 : 0;
        if (score.shareError) {
            ++tally.shared;
            tally.shareRight += *score.shareError <= shareBorder ? 1 : 0;
            tally.worstShare = std::max(tally.worstShare, *score.shareError);
        }
        const bool isWrong = wish == "listed" ? !score.isFirst || !score.isAmongThree
                || (score.shareError && *score.shareError > shareBorder)
            : wish == "unlisted" ? diagnosis.conclusion != Conclusion::NotExplained
                                 : !score.isFirst;
        if (!isWrong || tally.missed.size() >= 6)
            continue;
        std::string said = fmt::format("seed {} level {} {} [{}] ratio {:.2f} {}:", incident->seed,
            incident->level, incident->plan.name, faultsOf(*incident), diagnosis.ratio,
            conclusionName(diagnosis.conclusion));
        if (score.shareError)
            said += fmt::format(" share off {:.0f} %,", 100 * *score.shareError);
        for (std::size_t at = 0; at < std::min<std::size_t>(diagnosis.causes.size(), 4); ++at)
            said += fmt::format(" {} {:.2f}", diagnosis.causes[at].id, diagnosis.causes[at].weight);
        tally.missed.push_back(said);
    }
    return table;
}

inline IncidentTally sumOf(const IncidentTable &table)
{
    IncidentTally sum;
    for (const auto &[fault, tally] : table)
        sum.add(tally);
    return sum;
}

inline std::string tableText(const IncidentTable &table)
{
    std::string text = fmt::format("{:<22} {:>5} {:>6} {:>6} {:>8} {:>8} {:>10} {:>10}\n", "fault",
        "count", "first", "three", "share ok", "worst", "not named", "suspected");
    const auto line = [&](const std::string &name, const IncidentTally &tally) {
        text += fmt::format("{:<22} {:>5} {:>6} {:>6} {:>5}/{:<2} {:>7.0f}% {:>10} {:>10}\n", name,
            tally.count, tally.first, tally.amongThree, tally.shareRight, tally.shared,
            100 * tally.worstShare, tally.notNamed, tally.suspected);
    };
    for (const auto &[fault, tally] : table)
        line(fault, tally);
    line("all", sumOf(table));
    for (const auto &[fault, tally] : table)
        for (const std::string &missed : tally.missed)
            text += missed + '\n';
    return text;
}

} // namespace headroom
