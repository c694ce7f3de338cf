#include "widgets/look/fact_grid.h"

#include "widgets/look/panels.h"

#include <QGridLayout>

namespace headroom {

FactGrid::FactGrid(int columns, QWidget *parent)
    : QWidget(parent)
    , m_columns(columns)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(gap(5));
    grid->setVerticalSpacing(0);
}

void FactGrid::setFacts(const QList<Fact> &facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    auto *grid = static_cast<QGridLayout *>(layout());
    while (m_captions.size() < facts.size()) {
        const int index = static_cast<int>(m_captions.size());
        const int row = index / m_columns * 2;
        auto *caption = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this);
        auto *value = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, this);
        caption->setContentsMargins(0, row > 0 ? gap(2) : 0, 0, 0);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setWordWrap(true);
        grid->addWidget(caption, row, index % m_columns);
        grid->addWidget(value, row + 1, index % m_columns);
        grid->setColumnStretch(index % m_columns, 1);
        m_captions.append(caption);
        m_values.append(value);
    }
    for (qsizetype i = 0; i < m_captions.size(); ++i) {
        const bool used = i < facts.size();
        m_captions.at(i)->setVisible(used);
        m_values.at(i)->setVisible(used);
        if (used) {
            m_captions.at(i)->setText(facts.at(i).caption);
            m_values.at(i)->setText(facts.at(i).value);
            m_values.at(i)->setAccessibleName(facts.at(i).caption);
        }
    }
}

void FactGrid::forgetValues()
{
    QList<Fact> unknown = m_facts;
    for (Fact &fact : unknown)
        fact.value = QStringLiteral("\u2014");
    setFacts(unknown);
}

} // namespace headroom
