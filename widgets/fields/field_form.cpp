#include "widgets/fields/field_form.h"

#include "widgets/fields/field_editor.h"
#include "widgets/look/spacing.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>

namespace headroom {

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
    m_grid->setColumnMinimumWidth(0, textWidth(23));
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
    const int row = m_grid->rowCount();
    if (editor->hasOwnLabel()) {
        static_cast<QCheckBox *>(editor->input())->setText(withMnemonic(editor->label()));
        m_grid->addWidget(editor, row, 1);
    } else {
        auto *label = new QLabel(withMnemonic(editor->label()), this);
        label->setBuddy(editor->input());
        // The label stays beside the input when a message opens below it.
        label->setMinimumHeight(editor->input()->sizeHint().height() + 2 * FieldEditor::markWidth);
        m_labels.insert(path, label);
        m_grid->addWidget(label, row, 0, Qt::AlignTop);
        m_grid->addWidget(editor, row, 1);
    }
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
    const int row = m_grid->rowCount();
    if (!label.isEmpty()) {
        auto *text = new QLabel(withMnemonic(label), this);
        text->setBuddy(widget);
        m_grid->addWidget(text, row, 0);
    }
    auto *inLine = new QHBoxLayout; // with the inputs above, which have room for their mark
    inLine->setContentsMargins(FieldEditor::markWidth, 0, FieldEditor::markWidth, 0);
    const bool isShort = widget->sizePolicy().horizontalPolicy() == QSizePolicy::Maximum;
    inLine->addWidget(widget, 1, isShort ? Qt::AlignLeft : Qt::Alignment());
    m_grid->addLayout(inLine, row, 1);
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
