#pragma once

#include <QString>

#include <map>
#include <set>

using TextsByContext = std::map<QString, std::set<QString>>;

/// Every English text of model/ that the window shows through a translation, by its context.
TextsByContext modelTexts();
