#pragma once

#include "model/flags/advice/flag_advice.h"
#include "model/flags/catalogue/flag_texts.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace headroom {

class PlanController;

/// One flag or variable as the page shows it for the present plan.
struct FlagRow
{
    QString name;
    QString value; ///< that a launch file would write; of a piece of advice that is off: what it
                   ///< would be
    QString defaultValue;
    QString carrier;
    QString reason; ///< why, in the plan's numbers
    QString says; ///< what it does
    const FlagEntry *entry = nullptr; ///< of the catalogue; null for a name that nobody knows
    const FlagTexts *texts = nullptr; ///< the long explanation; null when there is none
    std::optional<AdviceKind> kind; ///< none: no advice concerns it
    bool isOn = false; ///< a launch file would write it
    bool isOwn = false; ///< the plan sets or switches it
    bool isChanged = false; ///< a launch file would write something else than the default
};

/// Advice and own flags of the plan, then, on demand, everything else the catalogue knows. Empty
/// when the plan has no result or its jaxlib is no version.
std::vector<FlagRow> flagRows(
    const PlanController &controller, const FlagTextLibrary *texts, bool everything);

/// How a piece of advice is called: "Set", "Already the default" …
QString adviceKindText(AdviceKind kind);
QString areaText(FlagArea area);

/// What a flag does, in one sentence of the user's language.
QString flagSays(const FlagEntry &entry, const FlagTexts *texts);

/// Language of the long explanations: "zh" or "en".
std::string flagTextLanguage();

} // namespace headroom
