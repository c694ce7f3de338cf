#include "widgets/fields/field_form.h"

#include "widgets/fields/field_editor.h"
#include "widgets/look/spacing.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace headroom {
namespace {

constexpr int labelWidth = 23; ///< characters

} // namespace

Mnemonics windowMnemonics()
{
    Mnemonics letters;
    for (const char letter : { 'f', 'e', 'v', 'g', 'h', 'b', 'x' }) // File … Help, Back, Next
        letters.insert(QLatin1Char(letter));
    return letters;
}

FieldForm::FieldForm(PlanController &controller, Mnemonics &letters, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_grid(new QGridLayout(this))
    , m_usedLetters(letters)
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(gap(2));
    m_grid->setVerticalSpacing(gap(1)); // editors have room for their mark around them
    m_grid->setColumnStretch(1, 1);
    m_grid->setColumnMinimumWidth(0, textWidth(labelWidth));
}

QString FieldForm::withMnemonic(const QString &label)
{
    for (qsizetype i = 0; i < label.size(); ++i) {
        const QChar letter = label.at(i).toLower();
        const bool startsWord = i == 0 || label.at(i - 1) == QLatin1Char(' ');
        if (startsWord && letter.isLetter() && letter.unicode() < 128
            && !m_usedLetters.contains(letter)) {
            m_usedLetters.insert(letter);
            return QString(label).insert(i, QLatin1Char('&'));
        }
    }
    for (qsizetype i = 0; i < label.size(); ++i) {
        const QChar letter = label.at(i).toLower();
        if (letter.isLetter() && letter.unicode() < 128 && !m_usedLetters.contains(letter)) {
            m_usedLetters.insert(letter);
            return QString(label).insert(i, QLatin1Char('&'));
        }
    }
    // Scripts without Latin letters take one from the end of the alphabet, in brackets.
    for (char letter = 'a'; letter <= 'z' && label.size() > 0 && label.at(0).unicode() >= 0x2e80;
         ++letter) {
        if (!m_usedLetters.contains(QLatin1Char(letter))) {
            m_usedLetters.insert(QLatin1Char(letter));
            return QStringLiteral("%1(&%2)").arg(label).arg(QChar(QLatin1Char(letter)).toUpper());
        }
    }
    return label;
}

FieldEditor *FieldForm::addField(const QString &path)
{
    const PlanField *field = planField(path.toStdString());
    Q_ASSERT(field);
    auto *editor = new FieldEditor(m_controller, *field, this);
    QLabel *label = nullptr;
    if (editor->hasOwnLabel()) {
        static_cast<QCheckBox *>(editor->input())->setText(withMnemonic(editor->label()));
    } else {
        label = new QLabel(withMnemonic(editor->label()), this);
        label->setBuddy(editor->input());
        m_labels.insert(path, label);
    }
    add({ label, editor });
    m_editors.append(editor);
    return editor;
}

void FieldForm::addFields(const QStringList &paths)
{
    for (const QString &path : paths)
        addField(path);
}

void FieldForm::addRow(const QString &label, QWidget *widget)
{
    QLabel *text = nullptr;
    if (!label.isEmpty()) {
        text = new QLabel(withMnemonic(label), this);
        text->setBuddy(widget);
        if (const QWidget *box = widget->focusProxy()) // in one line with it
            text->setMinimumHeight(box->sizeHint().height());
    }
    auto *line = new QWidget(this);
    auto *inLine = new QHBoxLayout(line); // with the inputs above, which have room for their mark
    inLine->setContentsMargins(FieldEditor::markWidth, 0, FieldEditor::markWidth, 0);
    const bool isShort = widget->sizePolicy().horizontalPolicy() == QSizePolicy::Maximum;
    inLine->addWidget(widget, 1, isShort ? Qt::AlignLeft : Qt::Alignment());
    add({ text, line });
}

void FieldForm::add(const Line &line)
{
    m_lines.append(line);
    place(static_cast<int>(m_lines.size()) - 1);
}

/// Two rows of the grid belong to each line: the first is the label's where that stands above.
void FieldForm::place(int row)
{
    const auto &[label, input] = m_lines.at(row);
    for (QWidget *widget : { label, input })
        if (widget)
            m_grid->removeWidget(widget);
    if (m_isNarrow) {
        if (label)
            m_grid->addWidget(label, 2 * row, 0, 1, 2);
        m_grid->addWidget(input, 2 * row + 1, 0, 1, 2);
    } else {
        if (label)
            m_grid->addWidget(label, 2 * row + 1, 0, Qt::AlignTop);
        m_grid->addWidget(input, 2 * row + 1, 1);
    }
    // The label stays beside the input when a message opens below it.
    if (auto *editor = qobject_cast<FieldEditor *>(input); editor && label)
        label->setMinimumHeight(
            m_isNarrow ? 0 : editor->input()->sizeHint().height() + 2 * FieldEditor::markWidth);
}

int FieldForm::minInput() const
{
    int least = 0;
    for (const Line &line : m_lines)
        if (!line.input->isHidden())
            least = std::max(least, line.input->minimumSizeHint().width());
    return least;
}

/// Of the labels, with the space before the inputs.
int FieldForm::labelColumn() const
{
    int labels = textWidth(labelWidth);
    for (const Line &line : m_lines)
        if (line.label && !line.label->isHidden())
            labels = std::max(labels, line.label->sizeHint().width());
    return labels + gap(2);
}

QSize FieldForm::minimumSizeHint() const
{
    return { minInput(), QWidget::minimumSizeHint().height() };
}

QSize FieldForm::sizeHint() const
{
    const QSize size = QWidget::sizeHint(); // as it stands now
    return { m_isNarrow ? labelColumn() + size.width() : size.width(), size.height() };
}

void FieldForm::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < wideWidth();
    if (isNarrow == m_isNarrow)
        return;
    m_isNarrow = isNarrow;
    m_grid->setColumnMinimumWidth(0, isNarrow ? 0 : textWidth(labelWidth));
    for (int row = 0; row < m_lines.size(); ++row)
        place(row);
}

void FieldForm::setFieldVisible(const QString &path, bool visible)
{
    if (FieldEditor *field = editor(path))
        field->setVisible(visible);
    if (QWidget *label = m_labels.value(path))
        label->setVisible(visible);
}

FieldEditor *FieldForm::editor(const QString &path) const
{
    for (FieldEditor *editor : m_editors) {
        if (editor->path() == path)
            return editor;
    }
    return nullptr;
}

} // namespace headroom
