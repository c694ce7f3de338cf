#include "widgets/search/search_problem.h"

#include "widgets/fields/repair_buttons.h"
#include "widgets/look/flow_layout.h"
#include "widgets/search/search_words.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {

SearchProblem::SearchProblem(QWidget *parent)
    : Card(parent)
    , m_heading(new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, this))
    , m_text(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
    , m_remedyHeading(
          new TextLabel(tr("What would work"), TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_remedies(new QWidget(this))
{
    setTone(Tone::Bad);
    m_text->setObjectName(QStringLiteral("searchProblem"));
    m_remedies->setObjectName(QStringLiteral("searchRemedies"));
    for (TextLabel *label : { m_heading, m_text }) {
        label->setWordWrap(true);
        body()->addWidget(label);
    }
    body()->addWidget(m_remedyHeading);
    body()->addWidget(m_remedies);
    new FlowLayout(m_remedies, gap(2));
    hide();
}

void SearchProblem::clear()
{
    hide();
    m_text->clear();
    while (QLayoutItem *item = m_remedies->layout()->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    m_remedies->hide();
    m_remedyHeading->hide();
}

void SearchProblem::show(const QString &heading, const QString &text)
{
    clear();
    m_heading->setText(heading);
    m_text->setText(text);
    setAccessibleName(heading);
    setAccessibleDescription(text);
    setVisible(true);
}

void SearchProblem::showErrors(const Errors &errors, const std::vector<Repair> &repairs)
{
    QStringList lines;
    for (const Error &error : errors)
        lines.append(error.id == "bad-option" ? errorLineText(error) : errorMessageText(error));
    show(tr("There is nothing to search"), lines.join(QLatin1Char('\n')));
    for (const Repair &repair : repairs)
        offer(*addButton(changesText(repair.changes), repair.changes.front().path), repair.changes);
    m_remedies->setVisible(!repairs.empty());
}

void SearchProblem::showMiss(const NearestMiss &miss, const Plan &plan)
{
    const Estimate &estimate = miss.row.estimate;
    const QString nearest
        = tr("Closest configuration: %1.").arg(differenceText(plan, miss.row.settings));
    if (miss.shortBytes.value() > 0)
        show(tr("No configuration fits"),
            tr("%1 It needs %2 per device; %3 are available: %4 too much.")
                .arg(nearest, gibText(estimate.memory.decisive().bytes),
                    gibText(estimate.memory.budget), bytesText(miss.shortBytes)));
    else
        show(tr("No configuration reaches the deadline"),
            tr("%1 It is late by %2.").arg(nearest, daysText(miss.shortDays)));
    for (const NearestMiss::Remedy &remedy : miss.remedies)
        addRemedy(remedy);
    showRemedies();
}

void SearchProblem::showHelps(const Remedies &helps, const NearestMiss &miss)
{
    for (const Remedy &help : helps.all)
        offer(*addButton(
                  //: A change of the plan, and what a step then takes.
                  tr("%1 (%2 per step)")
                      .arg(changesText(help.changes), secondsText(help.estimate.time.step)),
                  help.changes.front().path),
            help.changes);
    if (helps.all.empty())
        m_text->setText(
            //: %1 is what was said so far, %2 an amount of memory.
            tr("%1 Nothing that was tried makes a plan fit; the nearest still lacks %2.")
                .arg(m_text->text(),
                    bytesText(helps.nearest ? helps.nearest->lacks : miss.shortBytes)));
    showRemedies();
}

/// With their heading, once there are some.
void SearchProblem::showRemedies()
{
    const bool hasSome = m_remedies->layout()->count() > 0;
    m_remedyHeading->setVisible(hasSome);
    m_remedies->setVisible(hasSome);
}

void SearchProblem::addRemedy(const NearestMiss::Remedy &remedy)
{
    const FieldChange &change = remedy.changes.front();
    const bool frees = change.value.empty();
    auto *button = addButton(
        //: A remedy with the step time of the best configuration that it allows.
        tr("%1 (%2 per step)")
            .arg(frees ? tr("Search %1 too").arg(freeSettingText(change.path))
                       : changesText(remedy.changes),
                secondsText(remedy.step)),
        change.path);
    if (frees)
        connect(
            button, &QPushButton::clicked, this,
            [this, path = change.path] { emit freeWanted(path); }, Qt::QueuedConnection);
    else
        offer(*button, remedy.changes);
}

QPushButton *SearchProblem::addButton(const QString &text, const std::string &path)
{
    auto *button = new QPushButton(text, m_remedies);
    button->setObjectName(QStringLiteral("remedy:") + QString::fromStdString(path));
    letBeCut(*button, text);
    m_remedies->layout()->addWidget(button);
    return button;
}

/// What a button does clears the buttons, so it waits until the click is over.
void SearchProblem::offer(QPushButton &button, const std::vector<FieldChange> &changes)
{
    connect(
        &button, &QPushButton::clicked, this, [this, changes] { emit changeWanted(changes); },
        Qt::QueuedConnection);
}

} // namespace headroom
