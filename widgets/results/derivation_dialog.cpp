#include "widgets/results/derivation_dialog.h"

#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/wrapped_rows.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/derivation_model.h"
#include "widgets/results/formula_text.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace headroom {

DerivationDialog::DerivationDialog(WindowContext &context, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_model(new DerivationModel(this))
    , m_tree(new QTreeView(this))
    , m_title(new TextLabel({}, TextRole::Title, TextLabel::Ink::Normal, this))
    , m_formula(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
{
    setObjectName(QStringLiteral("derivationDialog"));
    setWindowTitle(tr("Show the formula"));
    resize(QSize(textWidth(190), gap(160))
               .boundedTo(parent ? parent->size() - QSize(gap(10), gap(10)) : QSize(9999, 9999)));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(gap(4), gap(4), gap(4), gap(4));
    layout->setSpacing(gap(2));
    layout->addWidget(m_title);
    m_formula->setWordWrap(true);
    layout->addWidget(m_formula);
    m_tree->setModel(m_model);
    m_tree->setObjectName(QStringLiteral("derivationTree"));
    m_tree->setAccessibleName(tr("Derivation"));
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    addAir(*m_tree);
    m_tree->header()->setStretchLastSection(true);
    layout->addWidget(m_tree, 1);
    auto *hint = new TextLabel(
        tr("Double-click a plan input to go to its field, or a source to read the formula."),
        TextRole::Caption, TextLabel::Ink::Muted, this);
    layout->addWidget(hint);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    const auto addCopy = [&](const QString &text, DerivationFormat format) {
        auto *button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setIcon(themeIcon(QStringLiteral("copy")));
        connect(button, &QPushButton::clicked, this, [this, format] { copy(format); });
    };
    addCopy(tr("Copy as &text"), DerivationFormat::Text);
    addCopy(tr("Copy as &Markdown"), DerivationFormat::Markdown);
    addCopy(tr("Copy as &LaTeX"), DerivationFormat::Latex);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_tree, &QTreeView::activated, this, &DerivationDialog::goToInput);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        if (isVisible())
            refresh();
    });
}

void DerivationDialog::showNumber(const QString &id)
{
    m_id = id;
    refresh();
    show();
    raise();
    activateWindow();
    m_tree->setFocus();
}

void DerivationDialog::refresh()
{
    const Derivation *derivation = m_context.controller.derivation(m_id);
    m_tree->setVisible(derivation);
    if (!derivation) {
        m_title->setText(termText(m_id));
        m_formula->setText(tr("No derivation yet: the plan has no result."));
        return;
    }
    m_title->setText(tr("%1: %2").arg(QString::fromStdString(derivation->label),
        valueText(derivation->value, QString::fromStdString(derivation->unit))));
    m_formula->setText(QString::fromStdString(derivation->formula));
    if (*derivation == m_model->derivation())
        return;
    m_model->setDerivation(*derivation);
    m_tree->expandToDepth(1);
    m_tree->setCurrentIndex(m_model->index(0, 0));
    for (int column = 0; column < DerivationModel::SourceColumn; ++column) {
        m_tree->resizeColumnToContents(column);
        m_tree->setColumnWidth(column, std::min(m_tree->columnWidth(column), textWidth(60)));
    }
}

QString DerivationDialog::copyText(DerivationFormat format) const
{
    std::vector<std::string> words;
    for (const char *known : evidenceNames)
        words.push_back(modelText("model/derivations", known).toStdString());
    return QString::fromStdString(derivationText(m_model->derivation(), format, words));
}

void DerivationDialog::copy(DerivationFormat format)
{
    QGuiApplication::clipboard()->setText(copyText(format));
    emit m_context.message(tr("The derivation is on the clipboard."));
}

void DerivationDialog::goToInput(const QModelIndex &index)
{
    const QString source = index.siblingAtColumn(DerivationModel::SourceColumn).data().toString();
    const QString field = index.data(DerivationModel::FieldRole).toString();
    const bool isOfSource = index.column() == DerivationModel::SourceColumn || field.isEmpty();
    if (isOfSource
        && showFormulaSection(m_context.controller.library().directories(), source, this))
        return;
    if (!field.isEmpty())
        emit m_context.showField(field);
}

} // namespace headroom
