// The results of the suggest page: the answer, the chart, and the list that folds equals.
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/search/front_chart.h"
#include "widgets/search/search_words.h"
#include "widgets/search/suggest_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int resultsHeight = 82; ///< in steps of gap()
constexpr int tableShare = 2; ///< of the width, against the chart's
constexpr int chartShare = 1;

} // namespace

void SuggestPage::buildTable()
{
    m_sorted->setSourceModel(m_model);
    m_table->setModel(m_sorted);
    m_table->setObjectName(QStringLiteral("searchTable"));
    m_table->setAccessibleName(tr("Configurations"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(CandidateModel::Rank, Qt::AscendingOrder);
    m_columns = TableLook::apply(m_table, TableLook::Room::ToColumn, CandidateModel::Configuration);
    m_table->setWordWrap(true); // a configuration is read whole
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, m_table, [this](int column) {
        if (column == CandidateModel::Configuration)
            fitRows();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &SuggestPage::selectionChanged);
    connect(m_table, &QTableView::activated, this, &SuggestPage::apply);
}

/// Chart and table show the same candidates side by side; selecting in one selects in the other.
QWidget *SuggestPage::buildResults()
{
    buildTable();
    auto *parts = new QWidget(this);
    m_results = parts;
    auto *row = new QHBoxLayout(parts);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap(2));
    auto *card = new Card(parts);
    card->body()->addWidget(m_chart);
    row->addWidget(card, chartShare);
    auto *list = new QVBoxLayout;
    list->setSpacing(gap(1));
    list->addWidget(m_table, 1);
    m_equals = new QToolButton(parts);
    m_equals->setObjectName(QStringLiteral("searchEquals"));
    m_equals->setAccessibleName(tr("Results equal to the best"));
    m_equals->setToolTip(
        tr("Configurations that are as fast as the best, within the error of the estimate"));
    m_equals->setFocusPolicy(Qt::StrongFocus);
    m_equals->hide(); // until the search has ended
    list->addWidget(m_equals);
    row->addLayout(list, tableShare);
    connect(m_equals, &QToolButton::clicked, this, [this] { fold(!m_sorted->isFolded()); });
    parts->setFixedHeight(gap(resultsHeight));
    return parts;
}

/// Hides or shows the candidates that are equal to the best.
void SuggestPage::fold(bool folded)
{
    m_sorted->setFolded(folded);
    const int equals = m_sorted->equals();
    m_equals->setVisible(equals > 0);
    m_equals->setText(equalsText(equals, folded));
    fitRows();
}

/// Rows of several lines keep the distance that those of one line have.
void SuggestPage::fitRows()
{
    m_table->resizeRowsToContents();
    for (int row = 0; row < m_sorted->rowCount(); ++row)
        if (const int lines = m_table->rowHeight(row);
            lines > m_table->verticalHeader()->defaultSectionSize())
            m_table->setRowHeight(row, lines + gap(2));
}

/// The answer in one sentence; while there is none yet, that it is being worked out.
void SuggestPage::showAnswer()
{
    QString text;
    if (m_isSearching)
        text = tr("Searching…");
    else if (m_outcome)
        text = answerText(
            *m_outcome, m_request.objective, m_context.controller.plan(), ownEstimate());
    m_answer->setText(text);
    m_answer->setVisible(!text.isEmpty());
}

/// Columns that the question is about; the others leave their room to the configuration.
void SuggestPage::showColumns()
{
    const Objective objective = m_request.objective;
    m_table->setColumnHidden(CandidateModel::Mfu, true); // the step time again; the card says it
    m_table->setColumnHidden(CandidateModel::Headroom, objective != Objective::Memory);
    m_table->setColumnHidden(CandidateModel::Price,
        (objective != Objective::Cost && objective != Objective::Devices)
            || m_model->items().empty() || !m_model->items().front().row.estimate.run);
    m_columns->fit();
    fitRows(); // rows that stream in are as wide as those before
}

const CandidateItem *SuggestPage::selected() const
{
    const QModelIndex at = m_sorted->mapToSource(m_table->currentIndex());
    return at.isValid() ? &m_model->items()[static_cast<std::size_t>(at.row())] : nullptr;
}

void SuggestPage::select(int row)
{
    if (row < 0)
        return;
    QModelIndex at = m_sorted->mapFromSource(m_model->index(row, 0));
    if (!at.isValid()) {
        fold(false); // a point of the chart that the list hides
        at = m_sorted->mapFromSource(m_model->index(row, 0));
    }
    m_table->setCurrentIndex(at);
    m_table->scrollTo(at);
}

} // namespace headroom
