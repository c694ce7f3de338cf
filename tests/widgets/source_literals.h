#pragma once

#include <QList>
#include <QStringList>

/// The string literals of one argument of a call in C++ source; neighbouring literals are joined,
/// and both arms of a conditional are listed.
using ArgumentLiterals = QStringList;

/// The calls `callee(…)` or `callee { … }` in all sources below a folder, or in one file, with the
/// literals of each argument. `callee` is a regular expression that ends before the bracket.
QList<QList<ArgumentLiterals>> callLiterals(const QString &place, const QString &callee);
