#pragma once

#include "model/lessons/lesson_plans.h"

#include <QString>

class QTextDocument;

namespace headroom {

/// Builds the printable form of a lesson: goals, every screen, the tasks with boxes to tick, the
/// answers on a page of their own, and the sources of all quoted numbers. Numbers are those of the
/// lesson's start plan.
void buildHandout(QTextDocument &document, const Lesson &lesson, const LessonPlans &plans);

/// The hand-out as an A4 PDF; the error says why it cannot be written.
Problems writeHandout(const Lesson &lesson, const LessonPlans &plans, const QString &file);

} // namespace headroom
