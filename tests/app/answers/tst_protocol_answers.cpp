#include "recorded_answers.h"

#include "app/cli/command_line.h"
#include "app/cli/describe_commands.h"
#include "app/known_trees/shipped_trees.h"
#include "model/base/document/known_trees.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <fstream>

#include <unistd.h>

using namespace headroom;

namespace {

/// Characters of a document that is written member by member; of longer ones, the names alone.
constexpr std::size_t longestInFull = 10000;

/// Standard input and output are files as long as this lives.
class RedirectedStreams
{
public:
    RedirectedStreams(const std::string &input, const std::string &output)
        : m_input(::dup(STDIN_FILENO))
        , m_output(::dup(STDOUT_FILENO))
    {
        std::fflush(stdout);
        redirect(input, "r", STDIN_FILENO);
        redirect(output, "w", STDOUT_FILENO);
        std::clearerr(stdin);
    }
    ~RedirectedStreams()
    {
        std::fflush(stdout);
        ::dup2(m_input, STDIN_FILENO);
        ::dup2(m_output, STDOUT_FILENO);
        ::close(m_input);
        ::close(m_output);
    }
    RedirectedStreams(const RedirectedStreams &) = delete;
    RedirectedStreams &operator=(const RedirectedStreams &) = delete;

private:
    static void redirect(const std::string &path, const char *mode, int stream)
    {
        std::FILE *file = std::fopen(path.c_str(), mode);
        ::dup2(::fileno(file), stream);
        std::fclose(file);
    }

    int m_input, m_output;
};

/// The names of a document's members, two floors deep.
std::string namesText(const Document &document)
{
    std::string text;
    for (const auto &[name, member] : document.members()) {
        text += ' ' + name;
        if (member.isMapping()) {
            text += '(';
            for (const auto &[inner, value] : member.members())
                text += inner + ',';
            text += ')';
        } else if (member.isSequence())
            text += '[' + std::to_string(member.items().size()) + ']';
    }
    return text;
}

} // namespace

/// What the program says to agents and to shells: the protocol over standard input, command lines
/// as a user types them, the manual page and the completion.
class ProtocolAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // Each call reads the profiles anew.
        useKnownTrees(shippedTrees());
        qputenv("HEADROOM_DATA", HEADROOM_PROFILES);
        m_version = QByteArray::fromStdString(said("--version").output).trimmed();
        QVERIFY(m_version.contains('.'));
    }

    void pages()
    {
        AnswerBook book;
        book.add("manual page", manualPage("1.2.3", "2026-01-02"));
        book.add("completion", bashCompletion());
        compare(book, "protocol/pages");
    }

    /// Each line of a file as the words of a command line.
    void lines()
    {
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        std::ofstream { "-dash.yaml" } << "model: llama3.1-8b\n";
        AnswerBook book;
        for (const std::string &line : linesIn(contentOf(HEADROOM_TEST_DATA "/answers/lines.txt")))
            if (!line.starts_with('#')) {
                CommandResult answer = said(line);
                // How the program was built is no part of an answer.
                const std::vector<std::string> all = linesIn(answer.output);
                answer.output
                    = joined({ all.begin(), all.begin() + std::min<long>(12, std::ssize(all)) });
                answer.document.reset();
                answer.output = withoutSpeed(versionless(answer.output));
                book.add(line, answer, {});
            }
        compare(book, "protocol/lines");
    }

    /// Messages of an agent, one a line, and the files that its calls name.
    void messages()
    {
        const QTemporaryDir folder;
        const InFolder inside { folder.path().toStdString() };
        std::string input;
        for (const AnswerInput &block : blocksOf("mcp.txt"))
            if (block.name == "messages")
                input = block.text;
            else
                std::ofstream { block.name } << block.text;
        std::ofstream { "messages" } << input << std::string(5 << 20, 'x') << "\n\n \r\n"
                                     << R"({"jsonrpc": "2.0", "id": "last", "method": "ping"})";
        AnswerBook book;
        {
            const RedirectedStreams streams { "messages", "answers" };
            const CommandResult ended = said("mcp");
            book.add("the end", ended, {});
        }
        std::size_t at = 0;
        for (const std::string &line : linesIn(contentOf("answers")))
            answer(book, std::to_string(++at), versionless(line));
        compare(book, "protocol/messages");
    }

private:
    /// A release changes its number and no answer.
    std::string versionless(const std::string &text) const
    {
        return QByteArray::fromStdString(text).replace(m_version, "VERSION").toStdString();
    }
    static CommandResult said(const std::string &line)
    {
        std::vector<std::string> words;
        for (const QString &word : QString::fromStdString(line).split(' ', Qt::SkipEmptyParts))
            words.push_back(word == "''" ? std::string {} : word.toStdString());
        return runCommandLine(words, HEADROOM_PROFILES);
    }
    /// A result of a tool without what the command answers by itself.
    static void answer(AnswerBook &book, const std::string &question, const std::string &line)
    {
        const Result<Document> read = parseJson(line, "answer");
        const Document *result = read && read->isMapping() ? read->find("result") : nullptr;
        const Document *structure = result ? result->find("structuredContent") : nullptr;
        if (!structure)
            return book.add("answer " + question, *read, question);
        const std::vector<Document> &content = result->find("content")->items();
        std::string said = content.front().find("text")->text() == writeJson(*structure, 0)
            ? "its text is its structure\n"
            : "its text differs from its structure\n";
        for (std::size_t i = 1; i < content.size(); ++i)
            said += content[i].find("text")->text();
        if (line.size() < longestInFull)
            book.add("structure of answer " + question, withoutSeconds(*structure), question);
        else
            said += namesText(*structure);
        book.add("answer " + question, said);
    }
    static void compare(const AnswerBook &book, const std::string &name)
    {
        const std::string difference = book.difference(name);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    QByteArray m_version;
};

QTEST_GUILESS_MAIN(ProtocolAnswersTest)
#include "tst_protocol_answers.moc"
