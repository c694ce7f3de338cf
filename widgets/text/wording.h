#pragma once

#include "model/base/outcome/finding.h"
#include "model/base/outcome/result.h"
#include "model/physics/trace/terms.h"
#include "model/plan/fields/plan_fields.h"

#include <QString>
#include <QStringList>

namespace headroom {

// The words of model/ in the user's language. English templates live in model/ (the command line
// fills them); translations are looked up by template in the contexts "model/…".

/// "message", or "message; action" where there is something to do.
QString localMessage(const Message &message);
/// The same with a capital and a full stop.
QString localSentence(const Message &message);
QString findingMessageText(const Finding &finding);
QString findingActionText(const Finding &finding);
/// The message without the place: in the window it stands beside the field.
QString errorMessageText(const Error &error);
/// With the place in front, for lists and dialogs.
QString errorLineText(const Error &error);
QString errorLinesText(const Errors &errors);

QString termText(MemoryTerm term);
QString termText(TimeTerm term);
QString termText(const QString &termId);

QString fieldLabel(const PlanField &field);
QString fieldPurpose(const PlanField &field);
QString fieldUnit(const PlanField &field);
/// The unit behind a value: "1 sequence", "2 sequences".
QString fieldUnit(const PlanField &field, const QString &value);
/// Label of a path, also of the open mappings ("Flag xla_…").
QString pathLabel(const QString &path);

QString severityText(Severity severity);

/// Sentences one after the other, as the language sets them apart.
QString inOneParagraph(const QStringList &sentences);
/// Parts of a sentence one after the other, with the comma of the language.
QString inOneSentence(const QStringList &parts);

/// Any English template of the model under a translation context.
QString modelText(const char *context, const std::string &english);

} // namespace headroom
