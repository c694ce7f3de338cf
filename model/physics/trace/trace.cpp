#include "model/physics/trace/trace.h"

#include <algorithm>

namespace headroom {
namespace {

/// Fields of the plan by the id of the leaf that shows them.
struct FieldOfLeaf
{
    std::string_view id;
    const char *path;
};
constexpr FieldOfLeaf leafFields[] {
    { "tensor", "parallelism.tensor" },
    { "context", "parallelism.context" },
    { "expert", "parallelism.expert" },
    { "pipeline", "parallelism.pipeline" },
    { "stages", "parallelism.pipeline" },
    { "chunks", "parallelism.pipeline_chunks" },
    { "micro_batch", "parallelism.micro_batch_sequences" },
    { "sequence_length", "workload.sequence_length" },
    { "vocabulary_chunks", "options.vocab_tiling" },
};

const char *fieldOf(std::string_view id)
{
    const auto found = std::ranges::find(leafFields, id, &FieldOfLeaf::id);
    return found == std::end(leafFields) ? "" : found->path;
}

/// A derived number knows no better than what it is made of.
void weaken(Derivation &number)
{
    for (const Derivation &operand : number.operands)
        number.evidence = weaker(number.evidence, operand.evidence);
}

} // namespace

Traced DerivationTrace::input(
    const char *id, const char *label, double value, const char *unit, Origin origin)
{
    auto leaf = std::make_shared<Derivation>();
    leaf->id = id;
    leaf->label = label;
    leaf->value = value;
    leaf->unit = unit;
    leaf->source = originText(origin);
    leaf->evidence = originEvidence(origin);
    leaf->isOwn = origin == Origin::Plan || origin == Origin::Derived;
    if (origin == Origin::Plan)
        leaf->field = fieldOf(leaf->id);
    if (!m_open.empty())
        m_open.back().operands.push_back(*leaf);
    return Traced(std::move(leaf));
}

Traced DerivationTrace::number(const char *id, const char *label, const char *formula,
    const char *source, const char *unit, const Traced &value, Evidence own)
{
    auto number = std::make_shared<Derivation>();
    number->id = id;
    number->label = label;
    number->formula = formula;
    number->value = value.value();
    number->unit = unit;
    number->source = source;
    number->evidence = own;
    for (const auto &operand : value.operands())
        number->operands.push_back(*operand);
    if (!number->operands.empty())
        number->expression = value.expression();
    weaken(*number);
    return Traced(std::move(number));
}

Traced DerivationTrace::reference(const Traced &number)
{
    auto leaf = std::make_shared<Derivation>(*number.operands().front());
    leaf->formula.clear();
    leaf->expression.clear();
    leaf->operands.clear();
    return Traced(std::move(leaf));
}

void DerivationTrace::keep(const Traced &number)
{
    if (!number.operands().empty())
        m_roots.push_back(*number.operands().front());
}

void DerivationTrace::keep(const Traced &number, double value)
{
    keep(number);
    m_roots.back().value = value;
}

std::optional<Traced> DerivationTrace::found(std::string_view id) const
{
    const auto root = std::ranges::find(m_roots, id, &Derivation::id);
    if (root == m_roots.end())
        return std::nullopt;
    return Traced(std::make_shared<const Derivation>(*root));
}

void DerivationTrace::open(const char *id, const char *label, const char *formula,
    const char *source, const char *expression)
{
    Derivation number;
    number.id = id;
    number.label = label;
    number.formula = formula;
    number.source = source;
    number.expression = expression;
    m_open.push_back(std::move(number));
}

void DerivationTrace::adopt(const char *id)
{
    const auto root = std::ranges::find(m_roots, id, &Derivation::id);
    if (root != m_roots.end() && !m_open.empty())
        m_open.back().operands.push_back(*root);
}

void DerivationTrace::assume(const char *text)
{
    if (m_open.empty())
        return;
    std::string &assumption = m_open.back().assumption;
    if (!assumption.empty())
        assumption += "; ";
    assumption += text;
}

double DerivationTrace::close(double value, const char *unit)
{
    Derivation number = std::move(m_open.back());
    m_open.pop_back();
    number.value = value;
    number.unit = unit;
    weaken(number);
    (m_open.empty() ? m_roots : m_open.back().operands).push_back(std::move(number));
    return value;
}

std::string DerivationTrace::originText(Origin origin) const
{
    switch (origin) {
    case Origin::Plan:
        return "plan";
    case Origin::Model:
        return m_context.modelSource;
    case Origin::Hardware:
        return m_context.hardwareSource;
    case Origin::Chip:
        return m_context.chipSource;
    case Origin::Stack:
        return m_context.stackSource;
    case Origin::Flags:
        return "effective flags";
    case Origin::Cited:
        return "constant of the formula";
    case Origin::Assumed:
        return "assumed constant";
    case Origin::Derived:
        break;
    }
    return "derived from the plan";
}

Evidence DerivationTrace::originEvidence(Origin origin) const
{
    switch (origin) {
    case Origin::Hardware:
    case Origin::Cited:
        return Evidence::Cited;
    case Origin::Chip:
        return m_context.chipEvidence;
    case Origin::Stack:
        return m_context.stackEvidence;
    case Origin::Assumed:
        return Evidence::Assumed;
    case Origin::Plan:
    case Origin::Model:
    case Origin::Flags:
    case Origin::Derived:
        break;
    }
    return Evidence::Exact;
}

} // namespace headroom
