#include "window_fixture.h"

#include "model/launch/export_targets.h"
#include "model/plan/plan_fields.h"
#include "model/wording/sentences.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <map>
#include <set>

using namespace headroom;

namespace {

using Strings = std::map<QString, std::set<QString>>; ///< by context

void add(Strings &strings, const char *context, std::string_view text)
{
    if (!text.empty())
        strings[QString::fromLatin1(context)].insert(
            QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
}

void addTable(Strings &strings, const char *context, std::span<const MessageTemplate> rows)
{
    for (const MessageTemplate &row : rows) {
        add(strings, context, row.message ? row.message : "");
        add(strings, context, row.action ? row.action : "");
    }
}

/// Every English text of the model that the window shows through a translation.
Strings modelStrings()
{
    Strings strings;
    addTable(strings, "model/errors", errorMessages());
    addTable(strings, "model/findings", findingMessages());
    addTable(strings, "model/flags", flagMessages());
    addTable(strings, "model/sentences", sentenceMessages());
    for (const PlanField &field : planFields()) {
        add(strings, "model/fields", field.label);
        add(strings, "model/fields", field.purpose);
        add(strings, "model/fields", field.unit);
    }
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        add(strings, "model/terms", termLabel(static_cast<MemoryTerm>(i)));
    for (std::size_t i = 0; i < timeTermCount; ++i)
        add(strings, "model/terms", termLabel(static_cast<TimeTerm>(i)));
    for (const ExportTarget &target : exportTargets())
        add(strings, "model/targets", target.purpose);
    return strings;
}

QString escaped(QString text)
{
    return text.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
        .replace(QLatin1Char('"'), QLatin1String("\\\""))
        .replace(QLatin1Char('\n'), QLatin1String("\\n"));
}

/// Writes the list that lupdate reads.
bool writeList(const Strings &strings, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    QString text = QStringLiteral(
        "// Texts of model/ that the window translates, for lupdate. Written by\n"
        "// HEADROOM_UPDATE_STRINGS=1 build/tests/tst_translations\n// clang-format off\n"
        "#include <QCoreApplication>\n\n[[maybe_unused]] static const char *const modelStrings[] = "
        "{\n");
    for (const auto &[context, texts] : strings) {
        for (const QString &one : texts)
            text += QStringLiteral("    QT_TRANSLATE_NOOP(\"%1\", \"%2\"),\n")
                        .arg(context, escaped(one));
    }
    file.write((text + QStringLiteral("};\n")).toUtf8());
    return true;
}

} // namespace

class TranslationsTest : public QObject
{
    Q_OBJECT

private slots:
    void theListForTranslatorsIsComplete()
    {
        const QString path = QStringLiteral(HEADROOM_PROFILES "/../widgets/text/model_strings.cpp");
        if (qEnvironmentVariableIsSet("HEADROOM_UPDATE_STRINGS"))
            QVERIFY(writeList(modelStrings(), path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString list = QString::fromUtf8(file.readAll());
        for (const auto &[context, texts] : modelStrings()) {
            for (const QString &text : texts)
                QVERIFY2(
                    list.contains(QStringLiteral("(\"%1\", \"%2\")").arg(context, escaped(text))),
                    qPrintable(text));
        }
    }

    void chineseIsComplete()
    {
        QFile file(
            QStringLiteral(HEADROOM_PROFILES "/../resources/translations/headroom_zh_CN.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&file);
        QStringList missing;
        // Long messages of the model fall back to English until their wording has settled.
        const QStringList inEnglish { QStringLiteral("model/errors"),
            QStringLiteral("model/findings"), QStringLiteral("model/flags"),
            QStringLiteral("model/targets") };
        QString source, context;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (reader.name() == QLatin1String("name"))
                context = reader.readElementText();
            else if (reader.name() == QLatin1String("source"))
                source = reader.readElementText();
            else if (reader.name() == QLatin1String("translation") && !inEnglish.contains(context)
                && reader.attributes().value(QLatin1String("type")) == QLatin1String("unfinished"))
                missing.append(source);
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    void operandsSurviveTranslation()
    {
        QFile file(
            QStringLiteral(HEADROOM_PROFILES "/../resources/translations/headroom_zh_CN.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&file);
        static const QRegularExpression operand(QStringLiteral("\\{\\d\\}|%L?\\d|%n"));
        const auto operands = [](const QString &text) {
            std::set<QString> found;
            for (auto match = operand.globalMatch(text); match.hasNext();)
                found.insert(match.next().captured());
            return found;
        };
        QString source;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (reader.name() == QLatin1String("source"))
                source = reader.readElementText();
            else if (reader.name() == QLatin1String("translation")) {
                const QString text = reader.readElementText(QXmlStreamReader::IncludeChildElements);
                if (!text.trimmed().isEmpty())
                    QVERIFY2(operands(source) == operands(text), qPrintable(source));
            }
        }
    }
};

QTEST_MAIN(TranslationsTest)
#include "tst_translations.moc"
