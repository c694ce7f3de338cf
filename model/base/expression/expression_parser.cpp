#include "model/base/expression/expression_node.h"
#include "model/base/text/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace headroom {
namespace {

using Node = Expression::Node;
using NodePointer = std::shared_ptr<const Node>;

struct Token
{
    enum class Kind { Number, Text, Word, Symbol, End };
    Kind kind = Kind::End;
    std::string text;
    double number = 0;
};

bool isWordStart(char c)
{
    return isAsciiLetter(c) || c == '_';
}

bool isWordPart(char c, ExpressionNames names)
{
    return isAsciiLetterOrDigit(c) || c == '_'
        || (names == ExpressionNames::Dotted && (c == '.' || c == '-'));
}

class Lexer
{
public:
    Lexer(std::string_view text, ExpressionNames names)
        : m_rest(text)
        , m_names(names)
    { }

    Token next()
    {
        while (!m_rest.empty() && isAsciiSpace(m_rest.front()))
            m_rest.remove_prefix(1);
        if (m_rest.empty())
            return {};
        if (isAsciiDigit(m_rest.front()))
            return number();
        if (isWordStart(m_rest.front()))
            return { Token::Kind::Word, take(wordLength()), 0 };
        if (m_rest.front() == '"')
            return quoted();
        static constexpr std::array<std::string_view, 4> pairs { "<=", ">=", "==", "!=" };
        for (const std::string_view pair : pairs)
            if (m_rest.starts_with(pair))
                return { Token::Kind::Symbol, take(2), 0 };
        return { Token::Kind::Symbol, take(1), 0 };
    }

private:
    std::string take(std::size_t length)
    {
        std::string text { m_rest.substr(0, length) };
        m_rest.remove_prefix(length);
        return text;
    }

    std::size_t wordLength() const
    {
        std::size_t length = 1;
        while (length < m_rest.size() && isWordPart(m_rest[length], m_names))
            ++length;
        return length;
    }

    Token number()
    {
        Token token { Token::Kind::Number, {}, 0 };
        const auto [end, status]
            = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), token.number);
        static_cast<void>(status);
        token.text = take(static_cast<std::size_t>(end - m_rest.data()));
        return token;
    }

    Token quoted()
    {
        const std::size_t close = m_rest.find('"', 1);
        if (close == std::string_view::npos)
            return { Token::Kind::Symbol, take(m_rest.size()), 0 };
        Token token { Token::Kind::Text, std::string { m_rest.substr(1, close - 1) }, 0 };
        m_rest.remove_prefix(close + 1);
        return token;
    }

    std::string_view m_rest;
    ExpressionNames m_names;
};

/// One level of nesting while it lives.
class Nesting
{
public:
    explicit Nesting(int &depth)
        : m_depth(++depth)
    { }
    ~Nesting() { --m_depth; }
    Nesting(const Nesting &) = delete;
    Nesting &operator=(const Nesting &) = delete;
    bool isTooDeep() const { return m_depth > 200; }

private:
    int &m_depth;
};

/// Recursive descent, one function per level of precedence.
class Parser
{
public:
    Parser(std::string_view text, ExpressionNames names)
        : m_lexer(text, names)
    {
        advance();
    }

    NodePointer parse(Message &error)
    {
        NodePointer root = disjunction();
        if (m_error.id.empty() && m_token.kind != Token::Kind::End)
            m_error = { "expression-surplus", { m_token.text } };
        error = m_error;
        return m_error.id.empty() ? root : nullptr;
    }

private:
    void advance() { m_token = m_lexer.next(); }

    bool accept(Token::Kind kind, std::string_view text)
    {
        if (m_token.kind != kind || m_token.text != text)
            return false;
        advance();
        return true;
    }

    static NodePointer node(Node::Kind kind, std::string word, std::vector<NodePointer> operands)
    {
        auto made = std::make_shared<Node>();
        made->kind = kind;
        made->word = std::move(word);
        made->operands = std::move(operands);
        return made;
    }

    static NodePointer literal(ExpressionValue value)
    {
        auto made = std::make_shared<Node>();
        made->value = std::move(value);
        return made;
    }

    NodePointer disjunction()
    {
        NodePointer left = conjunction();
        while (accept(Token::Kind::Word, "or"))
            left = node(Node::Kind::Binary, "or", { left, conjunction() });
        return left;
    }

    NodePointer conjunction()
    {
        NodePointer left = negation();
        while (accept(Token::Kind::Word, "and"))
            left = node(Node::Kind::Binary, "and", { left, negation() });
        return left;
    }

    NodePointer negation()
    {
        const Nesting level(m_depth);
        if (level.isTooDeep())
            return fail({ "expression-nested" });
        if (accept(Token::Kind::Word, "not"))
            return node(Node::Kind::Unary, "not", { negation() });
        return comparison();
    }

    NodePointer comparison()
    {
        NodePointer left = sum();
        for (const char *word : { "contains", "lacks" }) {
            if (!accept(Token::Kind::Word, word))
                continue;
            if (m_token.kind != Token::Kind::Word)
                return fail({ "expression-id", { std::string { word } } });
            NodePointer list = node(Node::Kind::Membership, m_token.text, { left });
            advance();
            return std::string_view { word } == "lacks" ? node(Node::Kind::Unary, "not", { list })
                                                        : list;
        }
        for (const char *symbol : { "<=", ">=", "==", "!=", "<", ">" })
            if (accept(Token::Kind::Symbol, symbol))
                return node(Node::Kind::Binary, symbol, { left, sum() });
        return left;
    }

    NodePointer sum()
    {
        NodePointer left = product();
        while (
            m_token.kind == Token::Kind::Symbol && (m_token.text == "+" || m_token.text == "-")) {
            const std::string symbol = m_token.text;
            advance();
            left = node(Node::Kind::Binary, symbol, { left, product() });
        }
        return left;
    }

    NodePointer product()
    {
        NodePointer left = unary();
        while (
            m_token.kind == Token::Kind::Symbol && (m_token.text == "*" || m_token.text == "/")) {
            const std::string symbol = m_token.text;
            advance();
            left = node(Node::Kind::Binary, symbol, { left, unary() });
        }
        return left;
    }

    NodePointer unary()
    {
        const Nesting level(m_depth);
        if (level.isTooDeep())
            return fail({ "expression-nested" });
        if (accept(Token::Kind::Symbol, "-"))
            return node(Node::Kind::Unary, "-", { unary() });
        return power();
    }

    /// The exponent may have a sign, and a power of its own.
    NodePointer power()
    {
        NodePointer base = primary();
        if (accept(Token::Kind::Symbol, "^"))
            return node(Node::Kind::Binary, "^", { base, unary() });
        return base;
    }

    NodePointer primary()
    {
        const Token token = m_token;
        if (accept(Token::Kind::Symbol, "(")) {
            NodePointer inside = disjunction();
            return accept(Token::Kind::Symbol, ")") ? inside : fail({ "expression-parenthesis" });
        }
        if (token.kind == Token::Kind::End)
            return fail({ "expression-end" });
        if (token.kind == Token::Kind::Symbol)
            return fail({ "expression-token", { token.text } });
        advance();
        if (token.kind == Token::Kind::Number)
            return literal(token.number);
        if (token.kind == Token::Kind::Text)
            return literal(token.text);
        if (token.text == "true" || token.text == "false")
            return literal(token.text == "true");
        if (accept(Token::Kind::Symbol, "("))
            return call(token.text);
        return node(Node::Kind::Name, token.text, {});
    }

    NodePointer call(const std::string &function)
    {
        std::vector<NodePointer> arguments { disjunction() };
        while (accept(Token::Kind::Symbol, ","))
            arguments.push_back(disjunction());
        if (!accept(Token::Kind::Symbol, ")"))
            return fail({ "expression-parenthesis" });
        struct Function
        {
            std::string_view name;
            std::size_t least, most; ///< operands
        };
        constexpr std::size_t any = 1000;
        static constexpr std::array<Function, 11> known { { { "min", 2, any }, { "max", 2, any },
            { "abs", 1, 1 }, { "round", 1, 1 }, { "ceil", 1, 1 }, { "floor", 1, 1 },
            { "sqrt", 1, 1 }, { "exp", 1, 1 }, { "ln", 1, 1 }, { "log2", 1, 1 }, { "if", 3, 3 } } };
        const auto found = std::ranges::find(known, function, &Function::name);
        if (found == known.end())
            return fail({ "expression-call", { function } });
        if (arguments.size() < found->least || arguments.size() > found->most)
            return fail({ "expression-operands", { function } });
        return node(Node::Kind::Call, function, std::move(arguments));
    }

    NodePointer fail(Message message)
    {
        if (m_error.id.empty())
            m_error = std::move(message);
        m_token = {};
        return literal(0.0);
    }

    Lexer m_lexer;
    Token m_token;
    Message m_error; ///< without id: none
    int m_depth = 0;
};

} // namespace

std::shared_ptr<const Expression::Node> parseExpression(
    std::string_view text, ExpressionNames names, Message &error)
{
    return Parser { text, names }.parse(error);
}

} // namespace headroom
