#include "widgets/text/wording.h"

#include "model/base/wording/messages.h"
#include "widgets/text/model_strings.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <vector>

namespace headroom {
namespace {

/// Where the model fills in names and values: "{}", "{:.0f}".
const QRegularExpression &blank()
{
    static const QRegularExpression pattern(QStringLiteral("\\{(?::[^}]*)?\\}"));
    return pattern;
}

/// An English clause as a pattern that finds what stands at its blanks.
struct Clause
{
    const char *english;
    QRegularExpression pattern;
};

QRegularExpression patternOf(const QString &clause)
{
    QString pattern;
    qsizetype from = 0;
    for (auto match = blank().globalMatch(clause); match.hasNext();) {
        const auto found = match.next();
        pattern += QRegularExpression::escape(clause.mid(from, found.capturedStart() - from))
            + QStringLiteral("(.*?)");
        from = found.capturedEnd();
    }
    pattern += QRegularExpression::escape(clause.mid(from));
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern));
}

/// The clauses with blanks; the others are found by their text.
const std::vector<Clause> &clauses()
{
    static const std::vector<Clause> all = [] {
        std::vector<Clause> found;
        for (const char *english : quotedModelTexts()) {
            const QString text = QString::fromUtf8(english);
            if (text.contains(blank()))
                found.push_back({ english, patternOf(text) });
        }
        return found;
    }();
    return all;
}

/// An operand that is a word or clause, in the user's language; others stay.
QString operandText(const std::string &operand)
{
    constexpr auto context = "model/operands";
    const QString english = QString::fromStdString(operand);
    const QString whole = QCoreApplication::translate(context, operand.c_str());
    if (whole != english || !english.contains(QLatin1Char(' ')))
        return whole;
    for (const Clause &clause : clauses()) {
        const auto match = clause.pattern.match(english);
        if (!match.hasMatch())
            continue;
        QString text = QCoreApplication::translate(context, clause.english);
        for (int i = 1; i <= match.lastCapturedIndex(); ++i) {
            const auto next = blank().match(text);
            text.replace(next.capturedStart(), next.capturedLength(), match.captured(i));
        }
        return text;
    }
    return english;
}

/// Fills {0}, {1} … of a translated template; operands are already formatted, and those that are
/// words are translated too.
QString filled(const char *context, const char *english, const std::vector<std::string> &operands)
{
    std::vector<std::string> words;
    words.reserve(operands.size());
    for (const std::string &operand : operands)
        words.push_back(operandText(operand).toStdString());
    const QString translated = QCoreApplication::translate(context, english);
    return QString::fromStdString(fillTemplate(translated.toStdString(), words));
}

const char *findingContext(const Finding &finding)
{
    return flagMessage(finding.id) ? "model/flags" : "model/findings";
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

QString findingMessageText(const Finding &finding)
{
    const MessageTemplate *row = findingMessage(finding.id);
    return row ? filled(findingContext(finding), row->message, finding.operands)
               : QString::fromStdString(finding.id);
}

QString findingActionText(const Finding &finding)
{
    const MessageTemplate *row = findingMessage(finding.id);
    return row ? filled(findingContext(finding), row->action, finding.operands) : QString();
}

QString errorMessageText(const Error &error)
{
    const MessageTemplate *row = errorMessage(error.id);
    if (!row)
        return QString::fromStdString(errorText(error));
    const QString message = filled("model/errors", row->message, error.args);
    const QString action
        = row->action ? filled("model/errors", row->action, error.args) : QString();
    return inOneParagraph({ sentence(message), sentence(action) });
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
