#pragma once

#include "model/base/wording/messages.h"
#include "model/lint/lint.h"

#include <QTest>

namespace headroom {

inline const FlagCatalogue &shippedFlags()
{
    static const auto loaded = FlagCatalogue::load({ HEADROOM_PROFILES, {} });
    if (!loaded)
        qFatal("%s", errorText(loaded.errors().front()).c_str());
    return **loaded;
}

inline LintReport lint(const std::string &text, const char *jaxlib = "0.6.2", const char *file = "")
{
    return lintScript(
        shippedFlags(), text, { *shippedFlags().releases().choose(jaxlib), nullptr, file });
}

/// "id@line:column" of each finding.
inline QStringList places(const LintReport &report)
{
    QStringList list;
    for (const LintFinding &finding : report.findings)
        list << QString("%1@%2:%3")
                    .arg(QString::fromStdString(finding.id))
                    .arg(finding.position.line)
                    .arg(finding.position.column);
    return list;
}

inline QStringList ids(const LintReport &report)
{
    QStringList list;
    for (const LintFinding &finding : report.findings)
        list << QString::fromStdString(finding.id);
    return list;
}

/// Columns of a table whose rows are a text, a release, and the places of what is found in it.
inline void addPlaceColumns()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("jaxlib");
    QTest::addColumn<QStringList>("found");
}

inline void addPlaceRow(
    const char *name, const char *text, const char *jaxlib, const QStringList &found)
{
    QTest::newRow(name) << QByteArray(text) << QString(jaxlib) << found;
}

/// Holds the row of such a table to what lint finds, and each finding to a filled-in message.
inline void checkPlaces()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, jaxlib);
    QFETCH(QStringList, found);
    const LintReport report = lint(text.toStdString(), qPrintable(jaxlib));
    QCOMPARE(places(report), found);
    for (const LintFinding &finding : report.findings) {
        const std::string message = lintMessage(finding);
        QVERIFY2(messageTemplate(finding.id), finding.id.c_str());
        QVERIFY2(message.find('{') == std::string::npos, message.c_str());
        QVERIFY(!message.empty());
    }
}

} // namespace headroom
