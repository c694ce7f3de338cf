#include "widgets/runs/next_run_card.h"

#include "widgets/look/table_look.h"
#include "widgets/results/lever_models.h"
#include "widgets/search/search_words.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {
namespace {

ChangeTable::Row rowOf(const NextRun &run, const Plan &plan)
{
    ChangeTable::Row row;
    row.cells = { { differenceText(plan, run.settings), {}, 0 },
        { rangeText(secondsText(run.p10), secondsText(run.p90)), run.step.value(), 0 },
        { shareText(run.expectedGain), run.expectedGain, 0 },
        { numberText(run.deviceHours, 3), run.deviceHours, 0 } };
    row.toolTip = row.cells.front().text;
    return row;
}

} // namespace

NextRunCard::NextRunCard(QWidget *parent)
    : Card(tr("Next run"), parent)
    , m_status(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
    , m_table(new QTableView(this))
    , m_model(new ChangeTable(
          { tr("Against the plan"), tr("Step, 80 %"), tr("Expected gain"), tr("Device-hours") },
          this))
    , m_changes(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
    , m_settles(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_ask(new QPushButton(tr("&Propose next runs"), this))
    , m_open(new QPushButton(tr("&Open as plan"), this))
    , m_export(new QPushButton(tr("Expo&rt…"), this))
{
    setObjectName(QStringLiteral("nextRuns"));
    m_status->setObjectName(QStringLiteral("nextStatus"));
    m_settles->setObjectName(QStringLiteral("nextSettles"));
    m_table->setObjectName(QStringLiteral("nextTable"));
    m_table->setAccessibleName(tr("Proposed runs"));
    m_ask->setObjectName(QStringLiteral("proposeRuns"));
    m_open->setObjectName(QStringLiteral("openNextRun"));
    m_open->setToolTip(tr("Applies the run's settings to the plan (undo reverts)."));
    m_export->setObjectName(QStringLiteral("exportNextRun"));
    m_table->setModel(m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    TableLook::apply(m_table, TableLook::Room::ToColumn, 0);
    for (TextLabel *label : { m_status, m_changes, m_settles })
        label->setWordWrap(true);
    body()->addWidget(m_status);
    body()->addWidget(m_table);
    body()->addWidget(m_changes);
    body()->addWidget(m_settles);
    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : { m_ask, m_open, m_export })
        buttons->addWidget(button);
    buttons->addStretch(1);
    body()->addLayout(buttons);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &NextRunCard::showChosen);
    connect(m_ask, &QPushButton::clicked, this, [this] {
        if (!m_isRunning)
            emit wanted();
    });
    connect(m_open, &QPushButton::clicked, this, &NextRunCard::openWanted);
    connect(m_export, &QPushButton::clicked, this, &NextRunCard::exportWanted);
    clear({});
}

void NextRunCard::clear(const QString &note)
{
    setRuns({}, {});
    m_status->setInk(TextLabel::Ink::Muted);
    m_status->setText(note.isEmpty()
            ? tr("Proposes which configuration to measure next: fast candidates, and runs that "
                 "settle what your logs leave open.")
            : note);
}

void NextRunCard::setRunning()
{
    clear(tr("Searching…"));
    m_isRunning = true; // the button stays enabled and keeps the focus
}

void NextRunCard::setProblem(const QString &text)
{
    clear(text);
    m_status->setInk(TextLabel::Ink::Bad);
}

void NextRunCard::setRuns(std::vector<NextRun> runs, const Plan &plan)
{
    std::vector<ChangeTable::Row> rows;
    for (const NextRun &run : runs)
        rows.push_back(rowOf(run, plan));
    m_runs = std::move(runs);
    m_model->setRows(std::move(rows));
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + m_model->rowCount() * m_table->verticalHeader()->defaultSectionSize() + gap(2));
    m_isRunning = false;
    m_status->setInk(TextLabel::Ink::Muted);
    m_status->setText(m_runs.empty() ? tr("Every best compromise has been measured.")
                                     : tr("The gain is relative to the shortest step measured so "
                                          "far, or to the shortest expected one."));
    m_table->setVisible(!m_runs.empty());
    if (!m_runs.empty())
        m_table->selectRow(0);
    showChosen();
    if (!m_runs.empty() && m_ask->hasFocus())
        m_table->setFocus(Qt::TabFocusReason);
}

const NextRun *NextRunCard::chosen() const
{
    const auto row = static_cast<std::size_t>(m_table->currentIndex().row());
    return m_table->currentIndex().isValid() && row < m_runs.size() ? &m_runs[row] : nullptr;
}

void NextRunCard::showChosen()
{
    const NextRun *run = chosen();
    for (QWidget *widget : std::initializer_list<QWidget *> { m_open, m_export })
        widget->setEnabled(run);
    for (QWidget *widget : std::initializer_list<QWidget *> { m_changes, m_settles })
        widget->setVisible(run);
    if (!run)
        return;
    m_changes->setText(m_model->row(m_table->currentIndex().row()).toolTip);
    Message settles = run->settles;
    if (settles.operands.size() >= 2) {
        settles.operands[0] = settingsText(run->here).toStdString();
        settles.operands[1] = settingsText(run->there).toStdString();
    }
    //: What is known after a proposed run, as a clause.
    m_settles->setText(tr("What it settles: %1.").arg(localMessage(settles)));
}

} // namespace headroom
