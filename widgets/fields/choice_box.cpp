#include "widgets/fields/choice_box.h"

#include "widgets/look/spacing.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <tuple>

namespace headroom {

ChoiceBox::ChoiceBox(Typing typing, std::function<QStringList()> choices, QWidget *parent)
    : QComboBox(parent)
    , m_typing(typing)
    , m_choices(std::move(choices))
{
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(isTyped() ? 30 : 14);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(16);
    if (isTyped()) {
        setEditable(true);
        completer()->setFilterMode(Qt::MatchContains);
        completer()->setCompletionMode(QCompleter::PopupCompletion);
        completer()->setCaseSensitivity(Qt::CaseInsensitive);
        completer()->setMaxVisibleItems(12);
        connect(lineEdit(), &QLineEdit::textEdited, this, &ChoiceBox::textEdited);
        connect(lineEdit(), &QLineEdit::returnPressed, this, &ChoiceBox::answered,
            Qt::QueuedConnection);
        if (typing == Typing::Name) // the list of offers opens after the signal
            connect(lineEdit(), &QLineEdit::textEdited, this, &ChoiceBox::markOffer,
                Qt::QueuedConnection);
    }
    connect(this, &QComboBox::textActivated, this, &ChoiceBox::textEdited);
}

void ChoiceBox::showEvent(QShowEvent *event)
{
    QComboBox::showEvent(event);
    if (isTyped()) // a screen reader asks the line, which does the writing
        lineEdit()->setAccessibleName(accessibleName());
}

void ChoiceBox::setChoiceText(const QString &text)
{
    if (isTyped() && lineEdit()->text() == text)
        return;
    hideOffers(); // what was not typed, as after undo, has none
    const QSignalBlocker blocker(this);
    int index = findText(text);
    if (index < 0 && m_typing == Typing::Fixed) {
        m_filled = m_filled && !m_isVolatile;
        fill();
        index = findText(text);
    }
    setCurrentIndex(index);
    if (isTyped()) {
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
    const bool isSelected = isTyped() && lineEdit()->hasSelectedText();
    const QSignalBlocker blocker(this);
    if (m_isVolatile)
        clear();
    for (const QString &choice : m_choices()) {
        if (choice.isEmpty())
            insertSeparator(count());
        else
            addItem(choice);
    }
    if (isTyped()) {
        const QSignalBlocker lineBlocker(lineEdit());
        setCurrentIndex(findText(shown));
        lineEdit()->setText(shown);
        if (isSelected)
            lineEdit()->selectAll();
        else
            lineEdit()->home(false);
    } else if (m_isVolatile) {
        setCurrentIndex(findText(shown));
    }
}

/// Marks what Tab and Return would take: the name that the text is an alias of, then a name that
/// starts as typed before others, and of those the shortest, which is the name itself once it is
/// typed.
void ChoiceBox::markOffer()
{
    QAbstractItemView *offers = completer()->popup();
    const QAbstractItemModel *names = completer()->completionModel();
    if (!offers->isVisible() || names->rowCount() == 0)
        return;
    const QString meant = m_meaning ? m_meaning(lineEdit()->text()) : QString();
    const auto rank = [this, &meant](const QString &name) {
        return std::tuple(
            name != meant, !name.startsWith(lineEdit()->text(), Qt::CaseInsensitive), name.size());
    };
    int best = 0;
    for (int row = 1; row < names->rowCount(); ++row)
        if (rank(names->index(row, 0).data().toString())
            < rank(names->index(best, 0).data().toString()))
            best = row;
    offers->removeEventFilter(this);
    offers->installEventFilter(this); // before the completer's own, which lets the focus go
    const QSignalBlocker keepsText(completer());
    offers->setCurrentIndex(names->index(best, 0));
}

void ChoiceBox::takeOffer()
{
    const QModelIndex offered = completer()->popup()->currentIndex();
    const QString name = offered.data().toString();
    if (!offered.isValid() || name == lineEdit()->text())
        return;
    setChoiceText(name);
    emit textEdited(name);
}

bool ChoiceBox::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == completer()->popup() && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Tab)
        takeOffer();
    return QComboBox::eventFilter(watched, event);
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
    // As any line does it, which does not hear how the focus came to the list.
    const Qt::FocusReason reason = event->reason();
    if (isTyped()
        && (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason
            || reason == Qt::ShortcutFocusReason))
        lineEdit()->selectAll();
}

/// Another page came by a shortcut: the list of offers goes with its field.
void ChoiceBox::hideEvent(QHideEvent *event)
{
    hideOffers();
    QComboBox::hideEvent(event);
}

void ChoiceBox::hideOffers()
{
    if (QWidget *open = QApplication::activePopupWidget();
        open && isTyped() && open == completer()->popup())
        open->hide();
}

void ChoiceBox::keyPressEvent(QKeyEvent *event)
{
    fill();
    QComboBox::keyPressEvent(event);
    if (!isTyped() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit answered();
}

} // namespace headroom
