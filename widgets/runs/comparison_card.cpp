#include "widgets/runs/comparison_card.h"

#include "widgets/look/spacing.h"
#include "widgets/look/table_look.h"
#include "widgets/text/quantity_text.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {

ComparisonCard::ComparisonCard(const QString &title, const char *name,
    const QString &accessibleName, const QStringList &headers, QWidget *parent)
    : Card(title, parent)
    , m_note(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_model(new ChangeTable(headers, this))
    , m_table(new QTableView(this))
{
    setObjectName(QLatin1String(name));
    m_table->setObjectName(QStringLiteral("%1Table").arg(objectName()));
    m_table->setAccessibleName(accessibleName);
    m_table->setModel(m_model);
    TableLook::apply(m_table, TableLook::Room::ToColumn, 0);
    m_table->setSortingEnabled(false);
    m_note->setWordWrap(true);
    body()->addWidget(m_note);
    body()->addWidget(m_table);
    setVisible(false);
}

void ComparisonCard::showRows(const QString &note, std::vector<ChangeTable::Row> rows)
{
    setVisible(!rows.empty());
    m_note->setText(note);
    m_model->setRows(std::move(rows));
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + m_model->rowCount() * m_table->verticalHeader()->defaultSectionSize() + gap(2));
}

ChangeTable::Row ComparisonCard::row(const QString &label, ChangeTable::Cell seen,
    ChangeTable::Cell predicted, std::optional<double> ratio)
{
    constexpr int ratioDigits = 3;
    ChangeTable::Row row;
    row.cells = { { label, {}, 0 }, std::move(seen), std::move(predicted),
        ratio ? ChangeTable::Cell { numberText(*ratio, ratioDigits), *ratio, 0 }
              : ChangeTable::notTold() };
    row.toolTip = label;
    return row;
}

} // namespace headroom
