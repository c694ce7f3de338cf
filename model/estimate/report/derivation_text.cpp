#include "model/estimate/report/derivation_text.h"

#include "model/base/units/format_quantity.h"

#include <fmt/format.h>

#include <string_view>

namespace headroom {
namespace {

/// Characters that Markdown would take for markup.
std::string markdownEscaped(std::string_view text)
{
    std::string escaped;
    for (const char letter : text) {
        if (std::string_view("\\`*_[]<>#|").find(letter) != std::string_view::npos)
            escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

struct Replacement
{
    std::string_view from, to;
};

/// Unicode signs of formulas as LaTeX writes them in text or in math.
constexpr Replacement latexSigns[] {
    { "·", "$\\cdot$" },
    { "×", "$\\times$" },
    { "−", "$-$" },
    { "≤", "$\\le$" },
    { "≥", "$\\ge$" },
    { "→", "$\\to$" },
    { "Σ", "$\\Sigma$" },
    { "α", "$\\alpha$" },
    { "η", "$\\eta$" },
    { "κ", "$\\kappa$" },
    { "µ", "$\\mu$" },
    { "±", "$\\pm$" },
    { "½", "$\\tfrac12$" },
    { "²", "$^2$" },
    { "³", "$^3$" },
    { "⌈", "$\\lceil$" },
    { "⌉", "$\\rceil$" },
    { "§", "\\S{}" },
    { "…", "\\ldots{}" },
    { "–", "--" },
    { "\\", "\\textbackslash{}" },
    { "_", "\\_" },
    { "%", "\\%" },
    { "&", "\\&" },
    { "#", "\\#" },
    { "$", "\\$" },
    { "{", "\\{" },
    { "}", "\\}" },
    { "~", "\\textasciitilde{}" },
    { "^", "\\textasciicircum{}" },
};

std::string latexEscaped(std::string_view text)
{
    std::string escaped;
    while (!text.empty()) {
        std::size_t taken = 0;
        for (const Replacement &sign : latexSigns) {
            if (text.starts_with(sign.from)) {
                escaped += sign.to;
                taken = sign.from.size();
                break;
            }
        }
        if (taken == 0) {
            escaped += text.front();
            taken = 1;
        }
        text.remove_prefix(taken);
    }
    return escaped;
}

/// Words for how a number is known, in the order of Evidence.
using EvidenceWords = std::span<const std::string>;

std::string evidenceWord(const Derivation &derivation, EvidenceWords words)
{
    const auto known = static_cast<std::size_t>(derivation.evidence);
    return known < words.size() ? words[known] : evidenceNames[known];
}

void writePlain(const Derivation &derivation, int depth, EvidenceWords words, std::string &out)
{
    const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    out += fmt::format(
        "{}{} = {}", indent, derivation.label, derivationValue(derivation.value, derivation.unit));
    if (!derivation.formula.empty())
        out += fmt::format("  [{}]", derivation.formula);
    if (!derivation.source.empty())
        out += fmt::format("  ({})", derivation.source);
    out += fmt::format("  {}", evidenceWord(derivation, words));
    if (!derivation.assumption.empty())
        out += fmt::format("  assumes {}", derivation.assumption);
    out += '\n';
    for (const Derivation &operand : derivation.operands)
        writePlain(operand, depth + 1, words, out);
}

void writeMarkdown(const Derivation &derivation, int depth, EvidenceWords words, std::string &out)
{
    const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    out += fmt::format("{}- **{}** = {}", indent, markdownEscaped(derivation.label),
        markdownEscaped(derivationValue(derivation.value, derivation.unit)));
    if (!derivation.formula.empty())
        out += fmt::format(" — {}", markdownEscaped(derivation.formula));
    if (!derivation.source.empty())
        out += fmt::format(" — *{}*", markdownEscaped(derivation.source));
    out += fmt::format(" — {}", evidenceWord(derivation, words));
    if (!derivation.assumption.empty())
        out += fmt::format(" — assumes {}", markdownEscaped(derivation.assumption));
    out += '\n';
    for (const Derivation &operand : derivation.operands)
        writeMarkdown(operand, depth + 1, words, out);
}

/// LaTeX lists nest four deep; what lies below goes on at the deepest level.
constexpr int deepestLatexList = 4;

void writeLatex(const Derivation &derivation, int depth, EvidenceWords words, std::string &out)
{
    out += fmt::format("\\item \\textbf{{{}}} = {}", latexEscaped(derivation.label),
        latexEscaped(derivationValue(derivation.value, derivation.unit)));
    if (!derivation.formula.empty())
        out += fmt::format(" --- {}", latexEscaped(derivation.formula));
    if (!derivation.source.empty())
        out += fmt::format(" --- \\emph{{{}}}", latexEscaped(derivation.source));
    out += fmt::format(" --- {}", evidenceWord(derivation, words));
    if (!derivation.assumption.empty())
        out += fmt::format(" --- assumes {}", latexEscaped(derivation.assumption));
    out += '\n';
    if (derivation.operands.empty())
        return;
    const bool opens = depth < deepestLatexList;
    if (opens)
        out += "\\begin{itemize}\n";
    for (const Derivation &operand : derivation.operands)
        writeLatex(operand, depth + 1, words, out);
    if (opens)
        out += "\\end{itemize}\n";
}

} // namespace

std::string derivationValue(double value, const std::string &unit)
{
    if (unit == "bytes")
        return formatBytes(Bytes { value });
    if (unit == "seconds")
        return formatSeconds(Seconds { value });
    if (unit == "FLOP")
        return formatFlop(Flop { value });
    if (unit == "FLOP/s")
        return formatFlopRate(FlopPerSecond { value });
    if (unit == "bytes/s")
        return formatBandwidth(BytesPerSecond { value });
    const std::string number = fmt::format("{:.6g}", value);
    return unit.empty() || unit == "1" ? number : number + " " + unit;
}

std::string derivationText(
    const Derivation &derivation, DerivationFormat format, std::span<const std::string> words)
{
    std::string out;
    switch (format) {
    case DerivationFormat::Text:
        writePlain(derivation, 0, words, out);
        break;
    case DerivationFormat::Markdown:
        writeMarkdown(derivation, 0, words, out);
        break;
    case DerivationFormat::Latex:
        out = "\\begin{itemize}\n";
        writeLatex(derivation, 1, words, out);
        out += "\\end{itemize}\n";
        break;
    }
    return out;
}

} // namespace headroom
