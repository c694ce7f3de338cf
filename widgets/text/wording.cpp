#include "widgets/text/wording.h"

#include "model/base/wording/messages.h"
#include "model/flags/catalogue/flag_texts.h"
#include "widgets/text/quantity_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <vector>

namespace headroom {
namespace {

/// An operand in the user's language and number format; names stay.
QString localOperand(const Operand &operand)
{
    if (const auto *amount = std::get_if<Amount>(&operand))
        return localAmount(*amount);
    if (const auto *phrase = std::get_if<Phrase>(&operand)) {
        const QString text = modelText("model/phrases", phrase->english);
        const bool isTerm = text == QString::fromStdString(phrase->english); // or it is a label
        return isTerm ? modelText("model/terms", phrase->english) : text;
    }
    if (const auto *message = std::get_if<Message>(&operand))
        return localMessage(*message);
    return QString::fromStdString(std::get<std::string>(operand));
}

/// Fills {0}, {1} … of a translated template.
QString filled(const char *english, const Operands &operands)
{
    std::vector<std::string> words;
    words.reserve(operands.size());
    for (const Operand &operand : operands)
        words.push_back(localOperand(operand).toStdString());
    const QString translated = modelText("model/messages", english);
    return QString::fromStdString(fillTemplate(translated.toStdString(), words));
}

/// Messages are written to follow "FILE:LINE: "; alone they become sentences.
QString sentence(QString text)
{
    if (text.isEmpty())
        return text;
    static const QRegularExpression plainWord(QStringLiteral("^[a-z]+[ ,;:?!)]"));
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    if (text.contains(plainWord) && !text.contains(han))
        text[0] = text.at(0).toUpper();
    if (text.back().isLetterOrNumber() || QStringLiteral(")\"`]）”").contains(text.back()))
        text.append(QCoreApplication::translate("headroom::Wording", ".", "full stop"));
    return text;
}

} // namespace

QString modelText(const char *context, const std::string &english)
{
    return english.empty() ? QString() : QCoreApplication::translate(context, english.c_str());
}

QString localMessage(const Message &message)
{
    const MessageTemplate *row = messageTemplate(message.id);
    if (!row)
        return QString::fromStdString(message.id);
    const QString text = filled(row->message, message.operands);
    const QString action = filled(row->action, message.operands);
    //: What is the case, and what to do about it.
    return action.isEmpty()
        ? text
        : QCoreApplication::translate("headroom::Wording", "%1; %2").arg(text, action);
}

QString localSentence(const Message &message)
{
    return sentence(localMessage(message));
}

QString findingMessageText(const Finding &finding)
{
    const MessageTemplate *row = messageTemplate(finding.id);
    return row ? filled(row->message, finding.operands) : QString::fromStdString(finding.id);
}

QString findingActionText(const Finding &finding)
{
    const MessageTemplate *row = messageTemplate(finding.id);
    return row ? filled(row->action, finding.operands) : QString();
}

QString errorMessageText(const Error &error)
{
    const MessageTemplate *row = messageTemplate(error.id);
    if (!row)
        return QString::fromStdString(error.id);
    return inOneParagraph(
        { sentence(filled(row->message, error.args)), sentence(filled(row->action, error.args)) });
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
    for (const MemorySize &size : memorySizes)
        if (id == size.id)
            return QCoreApplication::translate("model/terms", size.label);
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

QString fieldUnit(const PlanField &field, const QString &value)
{
    if (value == QLatin1String("1") && field.unit == "sequences")
        return QCoreApplication::translate("headroom::Wording", "sequence");
    if (value == QLatin1String("1") && field.unit == "tokens")
        return QCoreApplication::translate("headroom::Wording", "token");
    return fieldUnit(field);
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

QString inOneParagraph(const QStringList &sentences)
{
    QString text;
    for (const QString &one : sentences) {
        if (text.isEmpty() || one.isEmpty())
            text += one;
        else
            //: Two sentences, one after the other.
            text = QCoreApplication::translate("headroom::Wording", "%1 %2").arg(text, one);
    }
    return text;
}

QString inOneSentence(const QStringList &parts)
{
    //: Between parts of a sentence.
    return parts.join(QCoreApplication::translate("headroom::Wording", ", "));
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
