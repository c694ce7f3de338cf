#pragma once

#include "widgets/planning/pin_board.h"

#include <QString>

class QTextDocument;
class QWidget;

namespace headroom {

class PlanController;

/// A report of the present plan. First what decides: verdict, figures, alternatives with what is
/// pinned, risks; then charts, inputs, assumptions, sources. Fills `document` with text and the
/// pictures it refers to.
void writeReport(
    const PlanController &controller, const std::vector<Pin> &pins, QTextDocument &document);

/// Writes the report as PDF; false when the file cannot be written.
bool saveReport(
    const PlanController &controller, const std::vector<Pin> &pins, const QString &file);
/// Asks for a printer and prints.
void printReport(const PlanController &controller, const std::vector<Pin> &pins, QWidget *parent);

} // namespace headroom
