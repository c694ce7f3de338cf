#include "widgets/fields/choice_box.h"

#include "widgets/look/spacing.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>

namespace headroom {

ChoiceBox::ChoiceBox(Typing typing, std::function<QStringList()> choices, QWidget *parent)
    : QComboBox(parent)
    , m_typing(typing)
    , m_choices(std::move(choices))
{
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(typing == Typing::Search ? 30 : 14);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(16);
    if (typing == Typing::Search) {
        setEditable(true);
        completer()->setFilterMode(Qt::MatchContains);
        completer()->setCompletionMode(QCompleter::PopupCompletion);
        completer()->setCaseSensitivity(Qt::CaseInsensitive);
        completer()->setMaxVisibleItems(12);
        connect(lineEdit(), &QLineEdit::textEdited, this, &ChoiceBox::textEdited);
    }
    connect(this, &QComboBox::textActivated, this, &ChoiceBox::textEdited);
}

void ChoiceBox::setChoiceText(const QString &text)
{
    if (m_typing == Typing::Search && lineEdit()->text() == text)
        return;
    const QSignalBlocker blocker(this);
    int index = findText(text);
    if (index < 0 && m_typing == Typing::Fixed) {
        fill();
        index = findText(text);
    }
    setCurrentIndex(index);
    if (m_typing == Typing::Search) {
        const QSignalBlocker lineBlocker(lineEdit());
        lineEdit()->setText(text);
        lineEdit()->home(false); // a long name shows its start
    }
}

void ChoiceBox::fill()
{
    if (m_filled)
        return;
    m_filled = true;
    const QString shown = currentText();
    const bool isSelected = m_typing == Typing::Search && lineEdit()->hasSelectedText();
    const QSignalBlocker blocker(this);
    if (m_isVolatile)
        clear();
    for (const QString &choice : m_choices()) {
        if (choice.isEmpty())
            insertSeparator(count());
        else
            addItem(choice);
    }
    if (m_typing == Typing::Search) {
        const QSignalBlocker lineBlocker(lineEdit());
        setCurrentIndex(findText(shown));
        lineEdit()->setText(shown);
        if (isSelected)
            lineEdit()->selectAll();
        else
            lineEdit()->home(false);
    }
}

void ChoiceBox::showPopup()
{
    if (m_isVolatile)
        m_filled = false;
    fill();
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + gap(8)));
    QComboBox::showPopup();
}

void ChoiceBox::focusInEvent(QFocusEvent *event)
{
    fill();
    QComboBox::focusInEvent(event);
}

void ChoiceBox::keyPressEvent(QKeyEvent *event)
{
    fill();
    QComboBox::keyPressEvent(event);
}

} // namespace headroom
