#include "widgets/text/wording.h"

#include "model/wording/messages.h"

#include <QCoreApplication>
#include <QStringList>

namespace headroom {
namespace {

/// Fills {0}, {1} … of a translated template; operands are already formatted.
QString filled(const char *context, const char *english, const std::vector<std::string> &operands)
{
    const QString translated = QCoreApplication::translate(context, english);
    return QString::fromStdString(fillTemplate(translated.toStdString(), operands));
}

/// Messages are written to follow "FILE:LINE: "; alone they become sentences.
QString sentence(QString text)
{
    if (text.isEmpty())
        return text;
    text[0] = text.at(0).toUpper();
    if (text.back().isLetterOrNumber() || text.back() == QLatin1Char(')')
        || text.back() == QLatin1Char('"'))
        text.append(QCoreApplication::translate("headroom::Wording", ".", "full stop"));
    return text;
}

} // namespace

QString modelText(const char *context, const std::string &english)
{
    return english.empty() ? QString() : QCoreApplication::translate(context, english.c_str());
}

QString findingMessageText(const Finding &finding)
{
    const MessageTemplate *row = findingMessage(finding.id);
    return row ? filled("model/findings", row->message, finding.operands)
               : QString::fromStdString(finding.id);
}

QString findingActionText(const Finding &finding)
{
    const MessageTemplate *row = findingMessage(finding.id);
    return row ? filled("model/findings", row->action, finding.operands) : QString();
}

QString errorMessageText(const Error &error)
{
    const MessageTemplate *row = errorMessage(error.id);
    if (!row)
        return QString::fromStdString(errorText(error));
    const QString message = filled("model/errors", row->message, error.args);
    const QString action
        = row->action ? filled("model/errors", row->action, error.args) : QString();
    //: A problem and what to do about it, as two sentences.
    return action.isEmpty() ? sentence(message)
                            : QCoreApplication::translate("headroom::Wording", "%1 %2")
                                  .arg(sentence(message), sentence(action));
}

QString errorLineText(const Error &error)
{
    const QString message = errorMessageText(error);
    return error.where.empty()
        ? message
        : QStringLiteral("%1: %2").arg(QString::fromStdString(error.where), message);
}

QString errorLinesText(const Errors &errors)
{
    QStringList lines;
    for (const Error &error : errors)
        lines.append(errorLineText(error));
    return lines.join(QLatin1Char('\n'));
}

QString termText(MemoryTerm term)
{
    return QCoreApplication::translate("model/terms", termLabel(term));
}

QString termText(TimeTerm term)
{
    return QCoreApplication::translate("model/terms", termLabel(term));
}

QString termText(const QString &termId)
{
    const std::string id = termId.toStdString();
    if (const auto memory = memoryTermById(id))
        return termText(*memory);
    if (const auto time = timeTermById(id))
        return termText(*time);
    return termId;
}

QString fieldLabel(const PlanField &field)
{
    return modelText("model/fields", field.label);
}

QString fieldPurpose(const PlanField &field)
{
    return modelText("model/fields", field.purpose);
}

QString fieldUnit(const PlanField &field)
{
    return modelText("model/fields", field.unit);
}

QString pathLabel(const QString &path)
{
    if (const PlanField *field = planField(path.toStdString()))
        return fieldLabel(*field);
    if (path.startsWith(QLatin1String("flags.")))
        return QCoreApplication::translate("headroom::Wording", "Flag %1").arg(path.mid(6));
    if (path.startsWith(QLatin1String("remat.tensors.")))
        return QCoreApplication::translate("headroom::Wording", "Tensor %1").arg(path.mid(14));
    if (path.startsWith(QLatin1String("parallelism.mesh.")))
        return QCoreApplication::translate("headroom::Wording", "Mesh %1").arg(path.mid(17));
    return path;
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return QCoreApplication::translate("headroom::Wording", "Error");
    case Severity::Warning:
        return QCoreApplication::translate("headroom::Wording", "Warning");
    case Severity::Hint:
        break;
    }
    return QCoreApplication::translate("headroom::Wording", "Hint");
}

} // namespace headroom
