#pragma once

#include <QString>

class QTextDocument;
class QWidget;

namespace headroom {

class PlanController;

/// A report of the present plan: verdict, inputs, charts, findings, assumptions, sources. Fills
/// `document` with text and the pictures it refers to.
void writeReport(const PlanController &controller, QTextDocument &document);

/// Writes the report as PDF; false when the file cannot be written.
bool saveReport(const PlanController &controller, const QString &file);
/// Asks for a printer and prints.
void printReport(const PlanController &controller, QWidget *parent);

} // namespace headroom
