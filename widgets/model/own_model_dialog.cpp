#include "widgets/model/own_model_dialog.h"

#include "widgets/fields/number_box.h"
#include "widgets/look/panels.h"
#include "widgets/text/typed_number.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include <cmath>

namespace headroom {

OwnModelDialog::OwnModelDialog(
    const ModelShape &shape, std::function<QString(const Document &)> problemOf, QWidget *parent)
    : QDialog(parent)
    , m_problemOf(std::move(problemOf))
    , m_gated(new QCheckBox(tr("Gated MLP (SwiGLU): three matrices instead of two"), this))
    , m_hasExperts(new QCheckBox(tr("Mixture of experts"), this))
    , m_problem(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Bad, this))
{
    setObjectName(QStringLiteral("ownModel"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Describe your model"));
    auto *form = new QFormLayout(this);
    add(form, m_numbers, "layers", tr("Layers"), shape.layers);
    add(form, m_numbers, "hidden", tr("Hidden size"), shape.hidden);
    add(form, m_numbers, "ffn", tr("MLP size"), shape.ffn);
    add(form, m_numbers, "heads", tr("Query heads"), shape.heads);
    add(form, m_numbers, "kv_heads", tr("Key-value heads"), shape.kvHeads);
    add(form, m_numbers, "head_dim", tr("Head size"), shape.headDim);
    add(form, m_numbers, "vocab", tr("Vocabulary"), shape.vocab);
    m_gated->setChecked(shape.gatedMlp);
    form->addRow(m_gated);
    m_hasExperts->setObjectName(QStringLiteral("ownExperts"));
    m_hasExperts->setChecked(shape.moe.has_value());
    form->addRow(m_hasExperts);
    const MoeShape moe = shape.moe.value_or(MoeShape {});
    add(form, m_expertNumbers, "experts", tr("Experts"), moe.experts);
    add(form, m_expertNumbers, "top_k", tr("Experts per token"), moe.topK);
    add(form, m_expertNumbers, "ffn", tr("Expert MLP size"), moe.ffn);
    const auto showExperts = [this] {
        for (const Number &number : m_expertNumbers)
            number.box->setEnabled(m_hasExperts->isChecked());
    };
    connect(m_hasExperts, &QCheckBox::toggled, this, showExperts);
    showExperts();
    m_problem->setObjectName(QStringLiteral("ownModelProblem"));
    m_problem->setWordWrap(true);
    form->addRow(m_problem);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &OwnModelDialog::take);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void OwnModelDialog::add(QFormLayout *form, std::vector<Number> &numbers, const char *key,
    const QString &label, std::int64_t value)
{
    auto *box = new NumberBox(this);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setObjectName(&numbers == &m_numbers
            ? QStringLiteral("own_%1").arg(QLatin1String(key))
            : QStringLiteral("own_moe_%1").arg(QLatin1String(key)));
    box->setAccessibleName(label);
    box->setMinimumWidth(textWidth(20));
    if (value > 0)
        box->setValueText(QString::number(value));
    form->addRow(label, box);
    numbers.push_back({ key, box });
}

bool OwnModelDialog::read(const std::vector<Number> &numbers, Document &into)
{
    for (const Number &number : numbers) {
        const QString text = number.box->valueText().trimmed();
        if (text.isEmpty())
            continue;
        const auto value = typedValue(text);
        if (!value || *value != std::floor(*value)) {
            m_problem->setText(tr("%1: write a whole number.").arg(number.box->accessibleName()));
            number.box->setFocus();
            return false;
        }
        into.set(number.key, static_cast<std::int64_t>(*value));
    }
    return true;
}

void OwnModelDialog::take()
{
    m_problem->clear();
    Document shape = Document::mapping();
    if (!read(m_numbers, shape))
        return;
    shape.set("gated_mlp", m_gated->isChecked());
    if (m_hasExperts->isChecked()) {
        Document experts = Document::mapping();
        if (!read(m_expertNumbers, experts))
            return;
        shape.set("moe", std::move(experts));
    }
    if (const QString problem = m_problemOf(shape); !problem.isEmpty()) {
        m_problem->setText(problem);
        return;
    }
    emit described(shape);
    accept();
}

} // namespace headroom
