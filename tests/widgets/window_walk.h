#pragma once

#include <QStringList>

class QWidget;

namespace headroom {

class MainWindow;

/// Adds everything that is shown below a widget, in the order in which it was made: a line for each
/// label, value, row of a table and number of a chart.
void addShown(const QWidget &widget, QStringList &lines);

/// The same, with what it shows only when asked: tooltips, what is disabled, what is selected.
void addDetails(const QWidget &widget, QStringList &lines);

/// Lines of the first that the second lacks, with a minus, and the other way round, with a plus.
QStringList differences(const QStringList &before, const QStringList &after);

/// Whether everything that is worked out aside has been shown.
bool isQuiet(const MainWindow &window);

/// Fails at the first line that differs from tests/golden/window/`name`; HEADROOM_REGENERATE=1
/// writes the file anew. `isSame` says of two lines, the recorded one first, whether they are the
/// same; without it they are where they are equal.
void compareWithRecorded(const QStringList &lines, const QString &name,
    bool (*isSame)(const QString &was, const QString &is) = nullptr);

} // namespace headroom
