#pragma once

#include <QRegularExpression>

/// The first English sentence in a text; empty when there is none. Three English words in a row are
/// a sentence that was forgotten; flags, keys, names and what profiles cite are not.
inline QString englishIn(QString text)
{
    static const QRegularExpression source(QStringLiteral("profiles/[^\\n]*"));
    static const QRegularExpression words(
        QStringLiteral("(?<![\\w.-])[A-Za-z]?[a-z]+ [a-z]{2,} [a-z]{2,}(?![\\w.-])"));
    return words.match(text.remove(source)).captured();
}
