#include "widgets/look/fact_grid.h"

#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"

#include <QVBoxLayout>

namespace headroom {

FactGrid::FactGrid(int columns, QWidget *parent)
    : QWidget(parent)
{
    auto *flow = new FlowLayout(this, gap(2));
    flow->setEven(true, columns);
}

void FactGrid::setFacts(const QList<Fact> &facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    while (m_captions.size() < facts.size()) {
        auto *pair = new QWidget(this);
        auto *column = new QVBoxLayout(pair);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto *caption = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, pair);
        auto *value = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, pair);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setWordWrap(true);
        column->addWidget(caption);
        column->addWidget(value);
        layout()->addWidget(pair);
        m_captions.append(caption);
        m_values.append(value);
    }
    for (qsizetype i = 0; i < m_captions.size(); ++i) {
        const bool used = i < facts.size();
        m_values.at(i)->parentWidget()->setVisible(used);
        if (used) {
            m_captions.at(i)->setText(facts.at(i).caption);
            m_values.at(i)->setText(facts.at(i).value);
            m_values.at(i)->setToolTip(facts.at(i).exact);
            m_values.at(i)->setAccessibleName(facts.at(i).caption);
        }
    }
}

void FactGrid::forgetValues()
{
    QList<Fact> unknown = m_facts;
    for (Fact &fact : unknown)
        fact = { fact.caption, QStringLiteral("\u2014") };
    setFacts(unknown);
}

} // namespace headroom
