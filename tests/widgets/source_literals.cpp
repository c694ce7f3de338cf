#include "source_literals.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace {

/// The characters that a literal stands for; the sources use these escapes only.
QString unescaped(QString literal)
{
    return literal.replace(QLatin1String("\\n"), QLatin1String("\n"))
        .replace(QLatin1String("\\\""), QLatin1String("\""))
        .replace(QLatin1String("\\\\"), QLatin1String("\\"));
}

/// Reads arguments from behind the opening bracket to the closing one.
class ArgumentReader
{
public:
    ArgumentReader(const QString &text, qsizetype start)
        : m_text(text)
        , m_at(start)
    { }

    QList<ArgumentLiterals> read()
    {
        for (int depth = 0; m_at < m_text.size(); ++m_at) {
            const QChar letter = m_text.at(m_at);
            if (letter == QLatin1Char('"')) {
                readLiteral();
                continue;
            }
            if (letter == QLatin1Char('\'') && m_at + 2 < m_text.size()) {
                m_at += m_text.at(m_at + 1) == QLatin1Char('\\') ? 3 : 2;
                continue;
            }
            if (QLatin1String("({[").contains(letter))
                ++depth;
            if (QLatin1String(")}]").contains(letter) && depth-- == 0)
                break;
            if (letter == QLatin1Char(',') && depth == 0)
                m_arguments.append(ArgumentLiterals {});
            m_joins = m_joins && letter.isSpace();
        }
        return m_arguments;
    }

private:
    void readLiteral()
    {
        const qsizetype start = ++m_at;
        while (m_at < m_text.size() && m_text.at(m_at) != QLatin1Char('"'))
            m_at += m_text.at(m_at) == QLatin1Char('\\') ? 2 : 1;
        const QString literal = unescaped(m_text.mid(start, m_at - start));
        if (m_joins)
            m_arguments.last().last() += literal;
        else
            m_arguments.last().append(literal);
        m_joins = true;
    }

    const QString &m_text;
    qsizetype m_at;
    QList<ArgumentLiterals> m_arguments { ArgumentLiterals {} };
    bool m_joins = false; ///< a literal has just ended
};

} // namespace

QList<QList<ArgumentLiterals>> callLiterals(const QString &place, const QString &callee)
{
    QStringList paths;
    if (QFileInfo(place).isFile())
        paths.append(place);
    QDirIterator below(place, { QStringLiteral("*.h"), QStringLiteral("*.cpp") }, QDir::Files,
        QDirIterator::Subdirectories);
    while (below.hasNext())
        paths.append(below.next());
    QList<QList<ArgumentLiterals>> calls;
    const QRegularExpression pattern(callee + QStringLiteral("\\s*[({]"));
    for (const QString &path : paths) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromUtf8(file.readAll());
        for (auto match = pattern.globalMatch(text); match.hasNext();)
            calls.append(ArgumentReader(text, match.next().capturedEnd()).read());
    }
    return calls;
}
