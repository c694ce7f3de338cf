#include "widgets/compare/compare_page.h"

#include "widgets/charts/save_chart.h"
#include "widgets/charts/term_chart.h"
#include "widgets/compare/compare_model.h"
#include "widgets/frame/no_result.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/planning/plan_offer.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int compareChartHeight = 60; ///< in steps of gap()
constexpr int longestPinName = 120; ///< characters

} // namespace

ComparePage::ComparePage(WindowContext &context, QWidget *parent)
    : Page(tr("Compare"),
        tr("Compare pinned plans with the current one: what differs, and the effect."),
        Content::Scrolls, parent)
    , m_context(context)
    , m_model(new CompareModel(this))
    , m_table(new QTableView(this))
    , m_memory(new TermChart(TermChart::Kind::Memory, this))
    , m_time(new TermChart(TermChart::Kind::Time, this))
    , m_pinBox(new QWidget(this))
    , m_empty(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
    , m_workers(new Workers(this))
{
    setObjectName(QStringLiteral("page_compare"));
    setWantsExplanation(false);
    auto *pin
        = new QPushButton(themeIcon(QStringLiteral("pin")), tr("&Pin the current plan"), this);
    pin->setObjectName(QStringLiteral("pinPlan"));
    connect(pin, &QPushButton::clicked, &context, &WindowContext::pinRequested);
    auto *row = new QHBoxLayout;
    row->addWidget(pin);
    row->addStretch(1);
    body()->addLayout(row);
    setInitialFocus(pin);
    m_empty->setWordWrap(true);
    body()->addWidget(new NoResult(context, NoResult::Place::OnPage, this));
    m_emptyCard = new Card(this);
    auto *emptyRow = new QHBoxLayout;
    emptyRow->setSpacing(gap(3));
    emptyRow->addWidget(
        new IconLabel(QStringLiteral("compare"), IconTint::Muted, m_emptyCard), 0, Qt::AlignTop);
    emptyRow->addWidget(m_empty, 1);
    m_emptyCard->body()->addLayout(emptyRow);
    body()->addWidget(m_emptyCard);
    auto *pinLayout = new QVBoxLayout(m_pinBox);
    pinLayout->setContentsMargins(0, 0, 0, 0);
    pinLayout->setSpacing(gap(1));
    body()->addWidget(m_pinBox);
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("compareTable"));
    m_table->setAccessibleName(tr("Comparison"));
    TableLook::apply(m_table, TableLook::Room::Even);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    body()->addWidget(m_table);
    for (Chart *chart : std::initializer_list<Chart *> { m_memory, m_time }) {
        auto *card = new Card(this);
        chart->setMinimumHeight(gap(compareChartHeight));
        card->body()->addWidget(chart);
        body()->addWidget(card);
        connect(chart, &Chart::exportRequested, this,
            [this](Chart *wanted) { saveChart(m_context, *wanted, this); });
    }
    body()->addStretch(1);
    const auto stale = [this] {
        m_fresh = false;
        if (isVisible())
            refresh();
    };
    connect(&context.controller, &PlanController::estimateChanged, this, stale);
    connect(&context.pins, &PinBoard::changed, this, stale);
    connect(&context.controller, &PlanController::fileChanged, this, [this] {
        if (isVisible())
            readRuns();
    });
}

ComparePage::~ComparePage()
{
    delete m_workers; // their answers ask for what lives in this page
}

void ComparePage::readRuns()
{
    const std::filesystem::path &plan = m_context.controller.file();
    m_read.ask(
        *m_workers,
        [file = plan.empty() ? std::filesystem::path {} : projectFileBeside(plan)] {
            std::error_code failure;
            std::vector<PlannedRun> runs;
            if (std::filesystem::exists(file, failure))
                if (auto list = listProject(file))
                    runs = plannedRuns(*std::move(list));
            return runs;
        },
        [this](std::vector<PlannedRun> runs) {
            if (runs.empty() && m_runs.empty())
                return;
            m_runs = std::move(runs);
            refresh();
        });
}

void ComparePage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    readRuns(); // some may have been added meanwhile
    if (!m_fresh)
        refresh();
}

/// The name of a pin, to be written over.
QLineEdit *ComparePage::nameField(std::size_t index, QChar letter, QWidget *parent)
{
    const QString name = QString::fromStdString(m_context.pins.pins()[index].shownName());
    auto *field = new QLineEdit(name, parent);
    field->setObjectName(QStringLiteral("pinName%1").arg(letter));
    field->setAccessibleName(tr("Name of pin %1").arg(letter));
    field->setToolTip(tr("Type here to rename the pin."));
    field->setMaxLength(longestPinName);
    field->setCursorPosition(0);
    // Renaming rebuilds these rows, so it waits until the field is done.
    connect(
        field, &QLineEdit::editingFinished, this,
        [this, index, field = QPointer<QLineEdit>(field)] {
            if (field && !field->text().trimmed().isEmpty())
                m_context.pins.rename(index, field->text().trimmed().toStdString());
        },
        Qt::QueuedConnection);
    return field;
}

void ComparePage::rebuildPins()
{
    while (QLayoutItem *item = m_pinBox->layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto &pins = m_context.pins.pins();
    for (std::size_t i = 0; i < pins.size(); ++i) {
        auto *line = new QWidget(m_pinBox);
        auto *row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        const QString name = QString::fromStdString(pins[i].shownName());
        const QChar letter(u'A' + static_cast<char16_t>(i));
        //: The letter of a pinned plan before its name.
        row->addWidget(new TextLabel(tr("%1:").arg(letter),
            i == 0 ? TextRole::Strong : TextRole::Body, TextLabel::Ink::Normal, line));
        row->addWidget(nameField(i, letter, line), 1);
        const auto button
            = [&](const QString &text, const QString &spoken, auto action, bool isPlan = false) {
                  auto *made = new QPushButton(text, line);
                  made->setFont(textFont(TextRole::Caption));
                  made->setAccessibleName(spoken.arg(name));
                  made->setEnabled(!isPlan);
                  // The action rebuilds these buttons, so it waits until the click is over.
                  connect(made, &QPushButton::clicked, this, action, Qt::QueuedConnection);
                  row->addWidget(made);
              };
        if (i > 0)
            button(tr("Make reference"), tr("Make %1 the reference"),
                [this, i] { m_context.pins.makeReference(i); });
        const bool isPlan = isAtHand(m_context.controller, pins[i].plan);
        button(
            isPlan ? tr("The plan now") : tr("Restore it"),
            isPlan ? tr("%1 is the plan now") : tr("Restore %1"),
            [this, plan = pins[i].plan, name] {
                m_context.controller.replacePlan(plan, tr("Restore %1").arg(name));
            },
            isPlan);
        button(tr("Remove"), tr("Remove %1"), [this, i] { m_context.pins.remove(i); });
        m_pinBox->layout()->addWidget(line);
    }
}

void ComparePage::refresh()
{
    const auto &pins = m_context.pins.pins();
    const Estimate *estimate = m_context.controller.estimate();
    const bool isKnown = estimate && !m_context.controller.isStale();
    const bool any = !pins.empty();
    const bool isSame = pins.size() == 1 && isAtHand(m_context.controller, pins.front().plan);
    m_empty->setText(
        isSame ? tr(
            "The plan now is identical to A. Change something, and this page shows the difference.")
               : tr("Nothing is pinned yet. Pin the plan, change something, and this page "
                    "shows the difference."));
    m_emptyCard->setVisible(!any || isSame);
    m_table->setVisible(any);
    m_memory->parentWidget()->setVisible(any);
    m_time->parentWidget()->setVisible(any);
    rebuildPins();
    m_fresh = true;
    if (!any)
        return;
    const auto column = [this](const QString &title, const Plan &plan, const Estimate &own) {
        const ProjectRun *run = measuredRunOf(m_runs, plan, m_context.controller.library());
        return run ? CompareModel::Column { title, plan, own, QString::fromStdString(run->id),
            Seconds { *run->stepSeconds } }
                   : CompareModel::Column { title, plan, own };
    };
    std::vector<CompareModel::Column> columns;
    std::vector<TermChart::Bar> bars;
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const QString title = tr("%1: %2")
                                  .arg(QChar(u'A' + static_cast<char16_t>(i)))
                                  .arg(QString::fromStdString(pins[i].shownName()));
        columns.push_back(column(title, pins[i].plan, pins[i].estimate));
        bars.push_back({ title, pins[i].estimate });
    }
    if (isKnown) {
        columns.push_back(column(tr("Now"), m_context.controller.resolved()->plan, *estimate));
        bars.push_back({ tr("Now"), *estimate });
    }
    m_model->setColumns(std::move(columns));
    m_memory->setBars(bars);
    m_time->setBars(std::move(bars));
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + m_model->rowCount() * m_table->verticalHeader()->defaultSectionSize()
        + 2 * m_table->frameWidth());
}

} // namespace headroom
