#include "widgets/results/result_panel.h"

#include "model/advice/verdict.h"
#include "model/estimate/measured_throughput.h"
#include "model/session/plan_remedies.h"
#include "widgets/charts/term_bar.h"
#include "widgets/charts/term_segments.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/frame/no_result.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/planning/pin_board.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/results/figure_button.h"
#include "widgets/results/finding_card.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <QAccessible>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

constexpr int typingPause = 150; ///< milliseconds
constexpr int panelWidth = 54; ///< characters; the page keeps its width whatever the result says
constexpr int longestName = 40; ///< characters, so that a name never widens the panel

} // namespace

ResultPanel::ResultPanel(WindowContext &context, QWidget *parent)
    : ScrollPane(parent)
    , m_context(context)
    , m_workers(new Workers(this))
{
    setObjectName(QStringLiteral("resultPanel"));
    setAccessibleName(tr("Result"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    build();
    m_pause.setParent(this); // who waits for the page finds it
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, &ResultPanel::askRemedies);
    connect(&context.controller, &PlanController::estimateChanged, this, &ResultPanel::refresh);
    connect(&context.pins, &PinBoard::changed, this, &ResultPanel::refresh);
    refresh();
}

ResultPanel::~ResultPanel()
{
    m_stop.request_stop();
    delete m_workers;
}

QSize ResultPanel::minimumSizeHint() const
{
    // Numbers are never cut: a very large font widens the panel.
    return { std::max(textWidth(panelWidth),
                 widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width()),
        gap(40) };
}

QSize ResultPanel::sizeHint() const
{
    return { minimumSizeHint().width(), gap(120) };
}

FigureButton *ResultPanel::figure(const QString &caption, const QString &id, int better)
{
    auto *button = new FigureButton(
        m_context.controller, caption, id, static_cast<FigureButton::Better>(better), widget());
    connect(
        button, &FigureButton::clicked, this, [this, id] { emit m_context.showDerivation(id); });
    return button;
}

void ResultPanel::build()
{
    auto *inner = new QWidget(this);
    setWidget(inner);
    auto *layout = new QVBoxLayout(inner);
    layout->setContentsMargins(gap(1), gap(3), gap(2), gap(3));
    layout->setSpacing(gap(2));

    m_verdictCard = new Card(inner);
    m_verdictCard->setObjectName(QStringLiteral("verdictCard"));
    auto *verdictRow = new QHBoxLayout;
    m_verdictIcon = new IconLabel(QStringLiteral("info"), IconTint::Muted, m_verdictCard);
    m_verdict = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, m_verdictCard);
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    verdictRow->addWidget(m_verdictIcon, 0, Qt::AlignTop);
    verdictRow->addWidget(m_verdict, 1);
    m_verdictCard->body()->addLayout(verdictRow);
    m_doubt = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Normal, m_verdictCard);
    m_doubt->setObjectName(QStringLiteral("doubt"));
    m_doubt->setWordWrap(true);
    m_verdictCard->body()->addWidget(m_doubt);
    layout->addWidget(m_verdictCard);
    layout->addWidget(new NoResult(m_context, NoResult::Place::BesidePage, inner));
    m_before = new TextLabel(tr("The figures below are from before this change."),
        TextRole::Caption, TextLabel::Ink::Muted, inner);
    m_before->setObjectName(QStringLiteral("figuresOfBefore"));
    m_before->setWordWrap(true);
    layout->addWidget(m_before);

    m_figures = new QWidget(inner);
    auto *figures = new QVBoxLayout(m_figures);
    figures->setContentsMargins(0, 0, 0, 0);
    figures->setSpacing(gap(2));
    buildFigures(m_figures, figures);
    layout->addWidget(m_figures);

    m_remarks = new QWidget(inner);
    auto *remarks = new QVBoxLayout(m_remarks);
    remarks->setContentsMargins(0, 0, 0, 0);
    remarks->setSpacing(gap(2));
    remarks->addWidget(
        new TextLabel(tr("Findings"), TextRole::Heading, TextLabel::Ink::Normal, m_remarks));
    m_findings = new FindingList(m_context, m_remarks);
    remarks->addWidget(m_findings);
    layout->addWidget(m_remarks);
    layout->addStretch(1);
}

TextLabel *ResultPanel::noteLabel(QWidget *parent)
{
    auto *note = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, parent);
    note->setContentsMargins(gap(1), 0, gap(1), 0); // in line with the figures
    return note;
}

Card *ResultPanel::barCard(FigureButton *left, FigureButton *right, TermBar *bar, TextLabel *note)
{
    auto *card = new Card(m_figures);
    card->body()->setContentsMargins(gap(3), gap(2), gap(3), gap(2));
    auto *row = new QHBoxLayout;
    row->addWidget(left, 1);
    row->addWidget(right, 1);
    card->body()->addLayout(row);
    card->body()->addWidget(bar);
    card->body()->addWidget(note);
    connect(bar, &TermBar::segmentEntered, &m_context, &WindowContext::termPointed);
    connect(bar, &TermBar::segmentActivated, &m_context, &WindowContext::showDerivation);
    return card;
}

void ResultPanel::buildFigures(QWidget *parent, QVBoxLayout *layout)
{
    using Better = FigureButton::Better;
    m_reference = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, parent);
    m_reference->setWordWrap(true);
    m_reference->hide();
    layout->addWidget(m_reference);

    m_peak = figure(
        tr("Memory per device"), QStringLiteral("peak_bytes"), static_cast<int>(Better::Lower));
    m_headroom = figure(
        tr("Headroom"), QStringLiteral("headroom_bytes"), static_cast<int>(Better::Higher));
    m_memoryBar = new TermBar(parent);
    m_memoryBar->setObjectName(QStringLiteral("memoryBar"));
    m_memoryNote = noteLabel(parent);
    layout->addWidget(barCard(m_peak, m_headroom, m_memoryBar, m_memoryNote));

    m_step
        = figure(tr("Step time"), QStringLiteral("step_seconds"), static_cast<int>(Better::Lower));
    m_mfu = figure(tr("MFU"), QStringLiteral("mfu"), static_cast<int>(Better::Higher));
    m_timeBar = new TermBar(parent);
    m_timeBar->setObjectName(QStringLiteral("timeBar"));
    m_timeNote = noteLabel(parent);
    m_extrapolated
        = new TextLabel(tr("Extrapolated"), TextRole::Caption, TextLabel::Ink::Warning, parent);
    m_extrapolated->setObjectName(QStringLiteral("extrapolated"));
    m_extrapolated->setContentsMargins(gap(1), 0, gap(1), 0);
    Card *time = barCard(m_step, m_mfu, m_timeBar, m_timeNote);
    time->body()->insertWidget(1, m_extrapolated); // under the figures, above their bar
    auto *grid = new QGridLayout;
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    m_tokens = figure(tr("Tokens/s per device"), QStringLiteral("tokens_per_second_per_device"),
        static_cast<int>(Better::Higher));
    m_flops = figure(tr("Model FLOP/s per device"), QStringLiteral("model_tflops_per_device"),
        static_cast<int>(Better::Higher));
    m_days = figure(
        tr("Time to train"), QStringLiteral("days_with_failures"), static_cast<int>(Better::Lower));
    m_cost
        = figure(tr("Cost"), QStringLiteral("cost_with_failures"), static_cast<int>(Better::Lower));
    grid->addWidget(m_tokens, 0, 0);
    grid->addWidget(m_flops, 0, 1);
    grid->addWidget(m_days, 1, 0);
    grid->addWidget(m_cost, 1, 1);
    time->body()->addLayout(grid);
    m_place = noteLabel(time);
    m_place->setObjectName(QStringLiteral("mfuPlace"));
    m_place->setWordWrap(true);
    m_place->hide();
    time->body()->addWidget(m_place);
    layout->addWidget(time);
    connect(&m_context, &WindowContext::termPointed, this, &ResultPanel::pointAt);
}

void ResultPanel::setFolded(bool folded)
{
    m_isFolded = folded;
    m_figures->setVisible(m_context.controller.estimate() && !folded);
}

void ResultPanel::pointAt(const QString &termId)
{
    const bool isMemory = memoryTermById(termId.toStdString()).has_value();
    const bool isTime = timeTermById(termId.toStdString()).has_value();
    m_memoryBar->setHighlighted(isMemory ? QStringList { termId } : QStringList());
    m_timeBar->setHighlighted(isTime ? QStringList { termId } : QStringList());
    const Estimate *estimate = m_context.controller.estimate();
    if (estimate && !m_context.controller.isStale()) {
        m_memoryNote->setText(segmentNote(memorySegments(*estimate, palette()), termId));
        m_timeNote->setText(segmentNote(timeSegments(*estimate, palette()), termId));
    }
}

void ResultPanel::refresh()
{
    const PlanController &controller = m_context.controller;
    const Estimate *estimate = controller.estimate();
    const bool stale = controller.isStale();
    for (FigureButton *button :
        { m_peak, m_headroom, m_step, m_mfu, m_tokens, m_flops, m_days, m_cost })
        button->setDimmed(stale);
    m_memoryBar->setDimmed(stale);
    m_timeBar->setDimmed(stale);
    m_verdictCard->setVisible(!stale);
    m_before->setVisible(stale && estimate);
    m_figures->setVisible(estimate && !m_isFolded);
    m_remarks->setVisible(estimate && !stale);
    if (!estimate) {
        m_verdictCard->setTone(Card::Tone::Plain);
        m_verdictIcon->setIcon(QStringLiteral("info"), IconTint::Muted);
        m_verdict->setText(tr("Computing…"));
        m_doubt->hide();
        return;
    }
    const Pin *pin = m_context.pins.reference();
    const Estimate *reference = pin ? &pin->estimate : controller.estimateBefore();
    m_reference->setVisible(pin);
    if (pin) {
        const QString name = QString::fromStdString(pin->shownName());
        m_reference->setText(tr("Differences are against the pinned plan \u201c%1\u201d.")
                                 .arg(m_reference->fontMetrics().elidedText(
                                     name, Qt::ElideMiddle, textWidth(longestName))));
    }
    if (reference && *reference == *estimate)
        reference = nullptr;
    showVerdict(*estimate);
    showMemory(*estimate, reference);
    showTime(*estimate, reference);
    showThroughput(*estimate, reference);
    showExtrapolation(*estimate);
    showPlace({});
    m_findings->setFindings(estimate->findings);
    m_findings->setComplete(!controller.services().figures && doubt(*estimate) == Doubt::None);
    m_stop.request_stop();
    m_remedies.drop();
    if (stale)
        m_pause.stop();
    else
        m_pause.start();
}

/// Green is for a plan that can be taken as it is.
void ResultPanel::showVerdict(const Estimate &estimate)
{
    const Doubt doubts = doubt(estimate);
    const bool fits = estimate.memory.fits;
    const bool isSound = fits && doubts == Doubt::None;
    m_verdictCard->setTone(isSound ? Card::Tone::Good
            : fits                 ? Card::Tone::Warning
                                   : Card::Tone::Bad);
    m_verdictIcon->setIcon(isSound ? QStringLiteral("check")
            : fits                 ? QStringLiteral("warning")
                                   : QStringLiteral("error"),
        isSound    ? IconTint::Good
            : fits ? IconTint::Warning
                   : IconTint::Bad);
    const QString said = localVerdict(verdict(estimate));
    if (m_verdict->text() != said) {
        m_verdict->setText(said);
        // Whoever listens to the screen hears it without going there.
        QAccessibleEvent changed(m_verdict, QAccessible::NameChanged);
        QAccessible::updateAccessibility(&changed);
        QAccessibleEvent alert(m_verdict, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
        emit verdictAnnounced(said);
    }
    const QString why = doubts == Doubt::MayNotFit
        ? tr("It may not fit: the 80 % interval reaches above the budget.")
        : doubts == Doubt::HardlyUsed ? tr("The devices would be mostly idle.")
        : doubts == Doubt::Warned     ? tr("See the findings below.")
                                      : QString();
    m_doubt->setText(why);
    m_doubt->setVisible(fits && !why.isEmpty());
}

void ResultPanel::changeEvent(QEvent *event)
{
    ScrollPane::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_figures)
        refresh(); // the segments carry their colours
}

/// In a thread of its own: the ladder takes longer than a frame.
void ResultPanel::askRemedies()
{
    const PlanController &controller = m_context.controller;
    const Estimate *estimate = controller.estimate();
    const PlanServices &services = controller.services();
    if (!services.figures || !estimate || !controller.resolved() || controller.isStale())
        return;
    m_stop = {};
    m_remedies.ask(
        *m_workers,
        [library = services.library, whole = services.estimate, figures = services.figures,
            measured = services.measured, plan = *controller.resolved(), now = *estimate,
            folder = controller.folder(), stop = m_stop.get_token()] {
            return std::pair(measured ? measured(plan, now.time.step.value()).place : std::nullopt,
                planRemedies(*library, whole, figures, plan, now, folder, stop));
        },
        [this](const std::pair<std::optional<MfuPlace>, Remedies> &found) {
            if (m_context.controller.isStale())
                return;
            showPlace(found.first);
            showRemedies(found.second);
        });
}

/// That measured runs say little about these figures; why is among the findings.
void ResultPanel::showExtrapolation(const Estimate &estimate)
{
    const auto why = std::ranges::find(
        estimate.findings, std::string("extrapolated"), [](const Finding &one) { return one.id; });
    m_extrapolated->setVisible(estimate.isExtrapolated);
    m_extrapolated->setToolTip(
        why == estimate.findings.end() ? QString() : findingMessageText(*why));
}

/// Whether the MFU is a good one.
void ResultPanel::showPlace(const std::optional<MfuPlace> &place)
{
    m_place->setText(place ? localSentence(mfuMessage(*place)) : QString());
    m_place->setVisible(place.has_value());
}

void ResultPanel::showRemedies(const Remedies &found)
{
    const Estimate *estimate = m_context.controller.estimate();
    if (!estimate || m_context.controller.isStale())
        return;
    std::vector<Finding> findings = estimate->findings;
    findings.insert(findings.end(), found.waste.begin(), found.waste.end());
    m_findings->setFindings(findings);
    m_findings->setComplete(doubt(*estimate) == Doubt::None);
    for (const Finding &finding : findings) {
        std::vector<PricedRepair> offers;
        for (const std::size_t place : found.of(finding.id)) {
            const Remedy &remedy = found.all[place];
            offers.push_back({ remedy.changes,
                secondsChangeText(remedy.estimate.time.step - estimate->time.step) });
        }
        if (offers.empty())
            continue;
        m_findings->setRepairs(finding.id, offers);
        if (!estimate->memory.fits && finding.id == "does-not-fit") {
            const PricedRepair &cheapest = offers.front();
            //: The cheapest change that makes the plan fit, and what a step then takes more or
            //: less.
            m_doubt->setText(tr("%1 makes it fit: %2 per step.")
                                 .arg(changesText(cheapest.changes), cheapest.price));
            m_doubt->show();
        }
    }
}

} // namespace headroom
