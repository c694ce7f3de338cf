#include "model_texts.h"

#include "model/base/wording/messages.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace {

const QString root = QStringLiteral(HEADROOM_PROFILES "/..");
const QString chineseFile = root + QStringLiteral("/resources/translations/headroom_zh_CN.ts");

struct Message
{
    QString context, source, comment, translation;
    bool isFinished = true;

    QString name() const { return QStringLiteral("%1: %2 %3").arg(context, source, comment); }
};

/// All messages of a translation file; empty when it cannot be read.
QList<Message> messages(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QXmlStreamReader reader(&file);
    QList<Message> all;
    Message message;
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::EndElement && reader.name() == QLatin1String("message"))
            all.append(message);
        if (token != QXmlStreamReader::StartElement)
            continue;
        if (reader.name() == QLatin1String("message"))
            message = { message.context, {}, {}, {} };
        else if (reader.name() == QLatin1String("name"))
            message.context = reader.readElementText();
        else if (reader.name() == QLatin1String("source"))
            message.source = reader.readElementText();
        else if (reader.name() == QLatin1String("comment"))
            message.comment = reader.readElementText();
        else if (reader.name() == QLatin1String("translation")) {
            message.isFinished = !reader.attributes().hasAttribute(QLatin1String("type"));
            message.translation
                = reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return reader.hasError() ? QList<Message>() : all;
}

QString escaped(QString text)
{
    return text.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
        .replace(QLatin1Char('"'), QLatin1String("\\\""))
        .replace(QLatin1Char('\n'), QLatin1String("\\n"));
}

/// The model's texts, wherever they live, as lupdate reads them.
QByteArray listForTranslators()
{
    QString list = QStringLiteral("const char *const modelTexts[] = {\n");
    for (const auto &[context, texts] : modelTexts()) {
        for (const QString &one : texts)
            list += QStringLiteral("QT_TRANSLATE_NOOP(\"%1\", \"%2\"),\n")
                        .arg(context, escaped(one));
    }
    return (list + QStringLiteral("};\n")).toUtf8();
}

/// Brings a translation file to the texts of the model and the windows, as a translator would.
bool updateFile(const QString &path)
{
    const QTemporaryDir folder;
    QFile list(folder.filePath(QStringLiteral("model_texts.cpp")));
    if (!list.open(QIODevice::WriteOnly) || list.write(listForTranslators()) < 0)
        return false;
    list.close();
    QProcess lupdate;
    lupdate.setWorkingDirectory(root);
    lupdate.start(QStringLiteral(HEADROOM_LUPDATE),
        { QStringLiteral("-silent"), QStringLiteral("-I"), root, root + QStringLiteral("/app"),
            root + QStringLiteral("/widgets"), list.fileName(), QStringLiteral("-locations"),
            QStringLiteral("none"), QStringLiteral("-no-obsolete"), QStringLiteral("-ts"), path });
    return lupdate.waitForFinished(120000) && lupdate.exitCode() == 0;
}

/// What a translation must repeat letter by letter: operands, flags, keys and other names in
/// programs, numbers, units of memory. One entry per place where it stands.
QStringList unchangeable(const QString &text)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\{\\d\\}|%L?\\d|%n|--[a-z][a-z-]*|[A-Za-z][A-Za-z0-9.]*_[A-Za-"
                       "z0-9_.]*[A-Za-z0-9]|"
                       "`[^`]*`|\\b\\d+(?:\\.\\d+)*\\b|\\b[KMGTP]i?B\\b"));
    QStringList found;
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        found.append(match.next().captured());
    found.sort();
    return found;
}

bool hasWord(const QString &text)
{
    static const QRegularExpression word(QStringLiteral("[a-z]{3}"));
    return text.contains(word);
}

} // namespace

class TranslationsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (qEnvironmentVariableIsSet("HEADROOM_UPDATE_STRINGS"))
            QVERIFY(updateFile(chineseFile));
    }

    void idsAreUnique()
    {
        std::set<std::string_view> ids;
        for (const headroom::MessageTemplate *row : headroom::messageTemplates())
            QVERIFY2(ids.insert(row->id).second, row->id);
    }

    void theFileHoldsEveryTextOfTheSources()
    {
        const QTemporaryDir folder;
        const QString fresh = folder.filePath(QStringLiteral("headroom_zh_CN.ts"));
        QVERIFY(updateFile(fresh));
        std::set<QString> wanted, present;
        for (const Message &message : messages(fresh))
            wanted.insert(message.name());
        for (const Message &message : messages(chineseFile))
            QVERIFY2(present.insert(message.name()).second,
                qPrintable(QStringLiteral("twice: %1").arg(message.name())));
        QVERIFY(wanted.size() > 1000);
        for (const QString &name : wanted)
            QVERIFY2(present.contains(name), qPrintable(QStringLiteral("missing: %1").arg(name)));
        for (const QString &name : present)
            QVERIFY2(wanted.contains(name), qPrintable(QStringLiteral("obsolete: %1").arg(name)));
    }

    void chineseIsComplete()
    {
        const QList<Message> all = messages(chineseFile);
        QVERIFY(!all.isEmpty());
        QStringList missing;
        for (const Message &message : all) {
            if (!message.isFinished || message.translation.isEmpty())
                missing.append(message.name());
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    /// A text with words that is the same in Chinese was forgotten, unless it consists of names.
    void chineseIsChinese()
    {
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        static const QSet<QString> names { QStringLiteral("PDF (*.pdf)"),
            QStringLiteral("Ctrl+Page Up"), QStringLiteral("Ctrl+Page Down"),
            QStringLiteral("DeepSpeed ZeRO") };
        for (const Message &message : messages(chineseFile))
            QVERIFY2(!hasWord(message.source) || !message.source.contains(QLatin1Char(' '))
                    || message.translation.contains(han) || names.contains(message.source),
                qPrintable(message.name()));
    }

    void namesAndOperandsSurviveTranslation()
    {
        for (const Message &message : messages(chineseFile)) {
            const QString source = unchangeable(message.source).join(QLatin1Char(' '));
            const QString translation = unchangeable(message.translation).join(QLatin1Char(' '));
            QVERIFY2(source == translation,
                qPrintable(QStringLiteral("%1\n%2\n%3").arg(message.name(), source, translation)));
        }
    }

    void everyDifferenceIsFound_data()
    {
        QTest::addColumn<QString>("changed");
        QTest::newRow("operand") << QStringLiteral("{1} sets xla_gpu_x to 4 KiB, see --help %1");
        QTest::newRow("flag") << QStringLiteral("{0} sets xla_gpu_y to 4 KiB, see --help %1");
        QTest::newRow("number") << QStringLiteral("{0} sets xla_gpu_x to 5 KiB, see --help %1");
        QTest::newRow("unit") << QStringLiteral("{0} sets xla_gpu_x to 4 MiB, see --help %1");
        QTest::newRow("option") << QStringLiteral("{0} sets xla_gpu_x to 4 KiB, see --set %1");
        QTest::newRow("Qt operand") << QStringLiteral("{0} sets xla_gpu_x to 4 KiB, see --help %2");
        QTest::newRow("missing") << QStringLiteral("{0} sets xla_gpu_x to 4 KiB, see --help");
    }

    void everyDifferenceIsFound()
    {
        QFETCH(QString, changed);
        const QString text = QStringLiteral("{0} sets xla_gpu_x to 4 KiB, see --help %1");
        QCOMPARE(unchangeable(text).size(), 6);
        QVERIFY(unchangeable(text) != unchangeable(changed));
    }
};

QTEST_MAIN(TranslationsTest)
#include "tst_translations.moc"
