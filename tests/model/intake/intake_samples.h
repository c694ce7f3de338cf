#pragma once

#include "model/intake/plan_intake.h"
#include "model/plan/fields/plan_fields.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>
#include <sstream>

/// Texts of tests/data/intake, read, and what became of them.
namespace headroom::intake {

inline const std::string samples = std::string(HEADROOM_TEST_DATA) + "/intake/";

inline PlanIntake intakeOf(const std::vector<std::string> &files, const Plan *base = nullptr)
{
    std::vector<std::string> paths;
    for (const std::string &file : files)
        paths.push_back(samples + file);
    return planFromFiles(paths, shippedLibrary(), base);
}

inline PlanIntake intakeOfText(const std::string &text, const std::string &name = "pasted")
{
    std::istringstream stream(text);
    IntakeTexts texts;
    readIntakeText(stream, name, shippedLibrary(), texts);
    return planOf(std::move(texts), shippedLibrary(), nullptr);
}

inline std::string valueOf(const PlanIntake &intake, const std::string &path)
{
    return path == "model" ? intake.plan.model.id : planFieldText(intake.plan, path);
}

inline std::string originOf(const PlanIntake &intake, const std::string &path)
{
    const auto field
        = std::ranges::find(intake.fields, path, &std::pair<std::string, FieldOrigin>::first);
    return field == intake.fields.end() ? "none" : fieldOriginName(field->second);
}

inline std::string missingPaths(const PlanIntake &intake)
{
    std::string paths;
    for (const MissingField &field : intake.missing)
        paths += (paths.empty() ? "" : " ") + field.path;
    return paths;
}

/// Checks "path=value@origin" of each row.
inline void compareFields(const PlanIntake &intake, const QStringList &rows)
{
    QVERIFY(intake.hasRead);
    for (const QString &row : rows) {
        const QString path = row.section('=', 0, 0), rest = row.section('=', 1);
        QCOMPARE(QString::fromStdString(valueOf(intake, path.toStdString()) + '@'
                     + originOf(intake, path.toStdString())),
            rest);
    }
}

} // namespace headroom::intake
