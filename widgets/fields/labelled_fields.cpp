#include "widgets/fields/labelled_fields.h"

#include "widgets/fields/choice_box.h"
#include "widgets/fields/number_box.h"
#include "widgets/look/panels.h"
#include "widgets/look/spacing.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace headroom {

LabelledFields::LabelledFields(QWidget *parent)
    : QWidget(parent)
    , m_row(new FlowLayout(this, gap(3)))
{ }

void LabelledFields::add(const QString &label, const char *name, QWidget *field)
{
    auto *pair = field->parentWidget();
    auto *column = new QVBoxLayout(pair);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    auto *text = new TextLabel(label, TextRole::Body, TextLabel::Ink::Normal, pair);
    text->setBuddy(field);
    column->addWidget(text);
    column->addWidget(field);
    m_row->addWidget(pair);
}

ChoiceBox *LabelledFields::addNames(
    const QString &label, const char *name, QStringList names, int width)
{
    auto *box = new ChoiceBox(
        ChoiceBox::Typing::Name, [names = std::move(names)] { return names; }, new QWidget(this));
    box->setMinimumContentsLength(width);
    add(label, name, box);
    return box;
}

ChoiceBox *LabelledFields::addChoices(
    const QString &label, const char *name, std::function<QStringList()> choices, int width)
{
    auto *box = new ChoiceBox(ChoiceBox::Typing::Fixed, std::move(choices), new QWidget(this));
    box->setVolatile(true);
    box->setMinimumContentsLength(width);
    add(label, name, box);
    return box;
}

NumberBox *LabelledFields::addNumber(const QString &label, const char *name, int width)
{
    auto *box = new NumberBox(new QWidget(this));
    box->setMinimumWidth(textWidth(width));
    if (const auto *list = findChild<ChoiceBox *>())
        box->setMinimumHeight(list->sizeHint().height()); // one line with the lists
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    add(label, name, box);
    return box;
}

QLineEdit *LabelledFields::lineOf(NumberBox *box)
{
    return box->findChild<QLineEdit *>();
}

QLabel *LabelledFields::labelOf(QWidget *field)
{
    return field->parentWidget()->findChild<QLabel *>(QString(), Qt::FindDirectChildrenOnly);
}

void LabelledFields::setWrong(QWidget *field, bool isWrong)
{
    if (auto *label = qobject_cast<TextLabel *>(labelOf(field)))
        label->setInk(isWrong ? TextLabel::Ink::Bad : TextLabel::Ink::Normal);
}

QString LabelledFields::refuse(NumberBox *box)
{
    box->setFocus();
    box->selectAll();
    return box->text().trimmed().isEmpty()
        ? tr("%1: write a number above 0.").arg(box->accessibleName())
        //: %1 names a field, %2 is what stands in it.
        : tr("%1: \"%2\" is no number above 0 that can be used here.")
              .arg(box->accessibleName(), box->text().trimmed());
}

} // namespace headroom
