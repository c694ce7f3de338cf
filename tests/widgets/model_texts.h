#pragma once

#include <QString>

#include <map>
#include <set>

using TextsByContext = std::map<QString, std::set<QString>>;

/// Every English text of model/ that the window shows through a translation, by its context.
TextsByContext modelTexts();

/// The context whose texts the application also needs at run time: "{}" in them stands for what the
/// model has filled in before the words reach the window.
inline const QString quotedContext = QStringLiteral("model/operands");
