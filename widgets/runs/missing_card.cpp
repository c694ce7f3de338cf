#include "widgets/runs/missing_card.h"

#include "model/library/profiles/profile_library.h"
#include "widgets/fields/choice_box.h"
#include "widgets/look/flow_layout.h"
#include "widgets/text/wording.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int maxCount = 100'000'000; ///< devices, sequences, tokens
constexpr int chipWidth = 34; ///< characters

QStringList namesOf(const std::vector<std::string> &ids)
{
    QStringList names;
    for (const std::string &id : ids)
        names.append(QString::fromStdString(id));
    return names;
}

} // namespace

MissingCard::MissingCard(const ProfileLibrary &library, QWidget *parent)
    : Card(tr("Missing from the files"), parent)
    , m_library(library)
    , m_box(new QWidget(this))
    , m_flow(new FlowLayout(m_box, gap(2)))
{
    setObjectName(QStringLiteral("missing"));
    setTone(Tone::Warning);
    body()->addWidget(m_box);
    hide();
}

void MissingCard::setMissing(const std::vector<MissingField> &missing)
{
    const bool hadFocus = isAncestorOf(focusWidget());
    for (const QPointer<QWidget> &widget : m_made) {
        m_flow->removeWidget(widget);
        widget->hide();
        widget->deleteLater(); // a button of it may have brought the answer
    }
    m_made.clear();
    for (const MissingField &field : missing) {
        QWidget *widget = question(field);
        m_flow->addWidget(widget);
        widget->show();
        m_made.emplace_back(widget);
    }
    setVisible(!missing.empty());
    setFocusProxy(m_made.empty() ? nullptr : m_made.front().data());
    if (hadFocus && !m_made.empty())
        m_made.front()->setFocus();
}

QWidget *MissingCard::question(const MissingField &field)
{
    const QString name = QString::fromStdString(field.fact), text = localMessage(field.question),
                  guess = QString::fromStdString(field.guess);
    auto *chip = new Card(m_box);
    chip->setObjectName(QStringLiteral("ask_%1").arg(name));
    chip->setFixedWidth(textWidth(chipWidth));
    chip->body()->setContentsMargins(gap(3), gap(2), gap(3), gap(2));
    auto *label = new TextLabel(text, TextRole::Strong, TextLabel::Ink::Normal, chip);
    label->setWordWrap(true);
    chip->body()->addWidget(label);
    auto *row = new QHBoxLayout;
    auto *take = new QPushButton(tr("Use"), chip);
    take->setObjectName(QStringLiteral("answer_%1").arg(name));
    //: Spoken by a screen reader: takes the answer to a question.
    take->setAccessibleName(tr("Use the answer to: %1").arg(text));
    QWidget *editor = nullptr;
    std::function<QString()> value;
    const bool isModel = field.path == "model";
    if (isModel || field.path == "hardware.accelerator") {
        auto *box = new ChoiceBox(
            ChoiceBox::Typing::Name,
            [this, isModel] {
                return namesOf(isModel ? m_library.modelIds() : m_library.acceleratorIds());
            },
            chip);
        box->setChoiceText(guess);
        value = [box] { return box->currentText().trimmed(); };
        editor = box;
    } else {
        auto *box = new QSpinBox(chip);
        box->setRange(1, maxCount);
        box->setValue(guess.toInt());
        value = [box] {
            box->interpretText();
            return QString::number(box->value());
        };
        editor = box;
    }
    editor->setObjectName(QStringLiteral("editor_%1").arg(name));
    editor->setAccessibleName(text);
    label->setBuddy(editor);
    chip->setFocusProxy(editor);
    row->addWidget(editor, 1);
    row->addWidget(take);
    chip->body()->addLayout(row);
    QString why = localMessage(field.reason);
    if (!why.isEmpty())
        why[0] = why.at(0).toUpper(); // elsewhere it ends a sentence
    auto *reason = new TextLabel(why, TextRole::Caption, TextLabel::Ink::Muted, chip);
    reason->setWordWrap(true);
    chip->body()->addWidget(reason);
    const auto answer = [this, name, value] {
        if (const QString taken = value(); !taken.isEmpty())
            emit answered(name, taken);
    };
    connect(take, &QPushButton::clicked, this, answer);
    if (auto *line = editor->findChild<QLineEdit *>())
        connect(line, &QLineEdit::returnPressed, this, answer);
    return chip;
}

} // namespace headroom
