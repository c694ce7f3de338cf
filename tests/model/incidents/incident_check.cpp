#include "tests/model/incidents/incident_rounds.h"

#include <cstdio>
#include <cstdlib>

// 500 incidents, 50 whose fault is in no list and 50 without one through `diagnose`: a table by
// fault. Arguments: the folder to work in, and the count instead of 500.
int main(int argc, char **argv)
{
    using namespace headroom;
    const std::filesystem::path folder = argc > 1 ? argv[1] : "incident-check";
    const int count = argc > 2 ? std::atoi(argv[2]) : 500;
    const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
    const Workbench bench { library };
    const auto engine = IncidentEngine::make(bench);
    const auto diagnoser = Diagnoser::make(bench);
    if (!engine || !diagnoser)
        return 1;
    for (const auto &[wish, share] :
        { std::pair { "listed", 1.0 }, std::pair { "unlisted", 0.1 }, std::pair { "none", 0.1 } }) {
        const IncidentTable table = incidentRound(
            *engine, *diagnoser, wish, 1, std::max(1, static_cast<int>(count * share)), folder);
        std::printf("%s\n%s\n", wish, tableText(table).c_str());
    }
    return 0;
}
