#include "widgets/search/search_form.h"

#include "widgets/fields/choice_box.h"
#include "widgets/fields/number_box.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/look/style_drawing.h"
#include "widgets/search/search_words.h"
#include "widgets/search/setting_choice.h"
#include "widgets/text/typed_number.h"

#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr int progressSteps = 1000;
constexpr int maxResults = 1000;
constexpr int defaultResults = 20;

QWidget *labelled(const QString &text, QWidget *field, QWidget *parent)
{
    auto *pair = new QWidget(parent);
    auto *row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap(2));
    auto *label = new QLabel(text, pair);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    return pair;
}

} // namespace

SearchForm::SearchForm(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap(1));
    layout->addWidget(buildQuestion());
    m_settings = new SettingChoice(this);
    m_settings->hide();
    layout->addWidget(m_settings);
    layout->addWidget(buildReport());
    connect(m_settingButton, &QToolButton::toggled, this, [this](bool isOpen) {
        m_settings->setVisible(isOpen);
        m_settingButton->setIcon(
            themeIcon(isOpen ? QStringLiteral("down") : QStringLiteral("next"), IconTint::Muted));
    });
    connect(m_settings, &SettingChoice::changed, this, &SearchForm::updateSettings);
    connect(m_settings, &SettingChoice::changed, this, &SearchForm::questionChanged);
    connect(m_objective, &QComboBox::activated, this, &SearchForm::questionChanged);
    updateSettings();
    setRunning(false);
}

QWidget *SearchForm::buildQuestion()
{
    auto *line = new QWidget(this);
    auto *flow = new FlowLayout(line, gap(3));
    m_objective = new ChoiceBox(
        ChoiceBox::Typing::Fixed, [] { return QStringList(); }, line);
    m_objective->setObjectName(QStringLiteral("searchObjective"));
    m_objective->setAccessibleName(tr("Objective of the search"));
    for (const Objective objective :
        { Objective::Throughput, Objective::Memory, Objective::Cost, Objective::Devices })
        m_objective->addItem(objectiveText(objective), static_cast<int>(objective));
    flow->addWidget(labelled(tr("Best &in"), m_objective, line));

    m_deadline = new NumberBox(line);
    m_deadline->setObjectName(QStringLiteral("searchDeadline"));
    m_deadline->setAccessibleName(tr("Deadline in days, empty for none"));
    m_deadline->setToolTip(
        tr("Only configurations that finish the training tokens within this time"));
    m_deadline->setFixedWidth(textWidth(12));
    m_deadline->setButtonSymbols(QAbstractSpinBox::NoButtons);
    flow->addWidget(labelled(tr("&Deadline, days"), m_deadline, line));

    m_top = new NumberBox(line);
    m_top->setObjectName(QStringLiteral("searchTop"));
    m_top->setAccessibleName(tr("How many results to list"));
    m_top->setFixedWidth(textWidth(10));
    m_top->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_top->setValueText(QString::number(defaultResults));
    flow->addWidget(labelled(tr("&Results"), m_top, line));

    m_settingButton = new QToolButton(line);
    m_settingButton->setObjectName(QStringLiteral("searchKnobs"));
    m_settingButton->setCheckable(true);
    m_settingButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_settingButton->setIcon(themeIcon(QStringLiteral("next"), IconTint::Muted));
    m_settingButton->setFocusPolicy(Qt::StrongFocus);
    flow->addWidget(m_settingButton);
    m_start = new QPushButton(themeIcon(QStringLiteral("search")), tr("&Search again"), line);
    m_start->setObjectName(QStringLiteral("searchStart"));
    m_cancel = new QPushButton(themeIcon(QStringLiteral("close")), tr("&Cancel"), line);
    m_cancel->setObjectName(QStringLiteral("searchCancel"));
    m_cancel->setAccessibleName(tr("Cancel the search"));
    connect(m_start, &QPushButton::clicked, this, &SearchForm::startRequested);
    connect(m_cancel, &QPushButton::clicked, this, &SearchForm::cancelRequested);
    flow->addWidget(m_start);
    flow->addWidget(m_cancel);
    return line;
}

/// How far the search is, and what it looked at.
QWidget *SearchForm::buildReport()
{
    auto *line = new QWidget(this);
    auto *report = new QVBoxLayout(line);
    report->setContentsMargins(0, 0, 0, 0);
    report->setSpacing(gap(1));
    m_progress = new QProgressBar(line);
    m_progress->setObjectName(QStringLiteral("searchProgress"));
    m_progress->setAccessibleName(tr("Progress of the search"));
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(gap(1));
    m_status = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, line);
    m_status->setObjectName(QStringLiteral("searchStatus"));
    m_status->setWordWrap(true);
    report->addWidget(m_status);
    report->addWidget(m_progress);
    return line;
}

void SearchForm::setObjective(Objective objective)
{
    m_objective->setCurrentIndex(m_objective->findData(static_cast<int>(objective)));
}

QWidget *SearchForm::startButton() const
{
    return m_start;
}

void SearchForm::updateSettings()
{
    m_settingButton->setText(
        tr("Se&ttings searched: %1 of %2").arg(m_settings->free().size()).arg(m_settings->count()));
}

Errors SearchForm::fill(SearchRequest &request) const
{
    Errors problems;
    request.objective = static_cast<Objective>(m_objective->currentData().toInt());
    request.free = m_settings->free();
    const double top = typedValue(m_top->text()).value_or(0);
    if (!(top >= 1 && top <= maxResults && top == std::floor(top)))
        problems.push_back({ "bad-option", tr("Results").toStdString(),
            { tr("must be a whole number from 1 to %1").arg(maxResults).toStdString() } });
    request.top = static_cast<std::size_t>(std::clamp(top, 1.0, double(maxResults)));
    request.deadlineDays.reset();
    if (const QString days = m_deadline->valueText().trimmed(); !days.isEmpty()) {
        request.deadlineDays = typedValue(days).value_or(0);
        if (!(*request.deadlineDays > 0))
            problems.push_back({ "bad-option", tr("Deadline").toStdString(),
                { tr("must be a number of days above 0").toStdString() } });
    }
    return problems;
}

void SearchForm::setRunning(bool isRunning)
{
    const bool hadFocus = isRunning ? m_start->hasFocus() : m_cancel->hasFocus();
    // One place for both: what can be done now.
    m_start->setVisible(!isRunning);
    m_cancel->setVisible(isRunning);
    if (hadFocus)
        (isRunning ? m_cancel : m_start)->setFocus();
    if (isRunning)
        m_progress->setValue(0);
    m_progress->setVisible(isRunning);
}

void SearchForm::setProgress(const SearchProgress &progress)
{
    if (progress.blocks > 0)
        m_progress->setValue(
            static_cast<int>(progress.blocksDone * progressSteps / progress.blocks));
    m_status->setText(progressText(progress));
}

void SearchForm::setStatus(const QString &text)
{
    m_status->setText(text);
}

} // namespace headroom
