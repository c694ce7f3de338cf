#include "widgets/start/start_page.h"

#include "model/plan/fields/plan_file.h"
#include "model/session/skipped_files.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/start/example_button.h"
#include "widgets/start/plan_finder.h"
#include "widgets/text/wording.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace headroom {
namespace {

/// Examples in sight from the start: one for each way in.
constexpr std::array firstExamples { "llama3.1-8b-h100-node", "mixtral-8x7b-h100-8-nodes",
    "llama3.1-70b-qlora-node", "llama3.1-8b-v6e-16" };

/// A line that is cut in its middle where there is no room for it.
class LineButton : public QPushButton
{
public:
    LineButton(const QIcon &icon, const QString &line, QWidget *parent)
        : QPushButton(icon, line, parent)
        , m_line(line)
    {
        setFlat(true);
        setStyleSheet(QStringLiteral("text-align: left"));
    }

    QSize minimumSizeHint() const override { return { gap(30), sizeHint().height() }; }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QPushButton::resizeEvent(event);
        const int room = width() - iconSize().width() - gap(6);
        setText(fontMetrics().elidedText(m_line, Qt::ElideMiddle, room));
    }

private:
    QString m_line;
};

} // namespace

StartPage::StartPage(WindowContext &context, PlanFiles &files, QWidget *parent)
    : Page(tr("Plan a training run"),
        tr("Answer one question, start from an example, or walk through the numbered steps on the "
           "left."),
        Content::Scrolls, parent)
    , m_context(context)
    , m_files(files)
{
    setObjectName(QStringLiteral("page_start"));
    setWantsExplanation(false);
    setWantsResultPanel(false); // plans to come are the matter, not the one at hand
    addQuestion();
    addRecent();
    addExamples();
    addProfileProblems();
    body()->addStretch(1);
}

void StartPage::addQuestion()
{
    auto *finder = new PlanFinder(m_context, m_files, this);
    setInitialFocus(finder->firstField());
    body()->addWidget(finder);
}

void StartPage::addExamples()
{
    auto *row = new QHBoxLayout;
    row->addWidget(
        new TextLabel(tr("Example plans"), TextRole::Heading, TextLabel::Ink::Normal, this));
    row->addStretch(1);
    auto *all = new QPushButton(tr("All examples"), this);
    all->setObjectName(QStringLiteral("allExamples"));
    all->setCheckable(true);
    row->addWidget(all);
    body()->addLayout(row);
    auto *box = new QWidget(this);
    auto *flow = new FlowLayout(box, gap(2));
    flow->setEven(true);
    for (const std::string &id : m_context.controller.library().planIds()) {
        // A file that cannot be read is listed below with the other ones that cannot be used.
        const auto path = m_context.controller.library().planPath(id);
        if (!path)
            continue;
        const auto loaded = loadPlan(*path);
        if (!loaded)
            continue;
        const Plan &plan = loaded->plan;
        auto *button = new ExampleButton(QString::fromStdString(plan.name),
            //: An example plan: devices, accelerator, framework.
            tr("%1 × %2, %3")
                .arg(plan.hardware.nodes * plan.hardware.devicesPerNode)
                .arg(QString::fromStdString(plan.hardware.accelerator),
                    QString::fromStdString(plan.framework)),
            box);
        button->setObjectName(QStringLiteral("example_%1").arg(QString::fromStdString(id)));
        connect(button, &ExampleButton::clicked, &m_context,
            [this, id] { emit m_context.openExample(QString::fromStdString(id)); });
        flow->addWidget(button);
        if (std::ranges::find(firstExamples, id) == firstExamples.end()) {
            button->hide();
            connect(all, &QPushButton::toggled, button, &QWidget::setVisible);
        }
        m_unknown.append({ button, plan });
    }
    body()->addWidget(box);
    // The plan at hand comes first: its estimate says that the window is up and has the time.
    connect(&m_context.controller, &PlanController::estimateChanged, this, &StartPage::estimateNext,
        Qt::QueuedConnection);
}

void StartPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_context.controller.estimate())
        QTimer::singleShot(0, this, &StartPage::estimateNext);
}

/// One example a turn of the event loop, so that the window goes on answering.
void StartPage::estimateNext()
{
    if (m_unknown.isEmpty() || !isVisible())
        return;
    const Example example = m_unknown.takeFirst();
    if (const auto resolved = resolvePlan(example.plan, m_context.controller.library()))
        example.button->setEstimate(m_context.controller.services().estimate(*resolved));
    QTimer::singleShot(0, this, &StartPage::estimateNext);
}

void StartPage::addRecent()
{
    auto *row = new QHBoxLayout;
    m_recentHeading
        = new TextLabel(tr("Recent plans"), TextRole::Heading, TextLabel::Ink::Normal, this);
    m_recentHint = new TextLabel(tr("Plans that you open or save appear here."), TextRole::Body,
        TextLabel::Ink::Muted, this);
    row->addWidget(m_recentHeading);
    row->addWidget(m_recentHint);
    row->addStretch(1);
    auto *open = new QPushButton(themeIcon(QStringLiteral("open")), tr("&Open a plan…"), this);
    open->setObjectName(QStringLiteral("openPlan"));
    connect(open, &QPushButton::clicked, &m_context, &WindowContext::askOpen);
    row->addWidget(open);
    body()->addLayout(row);
    m_recent = new QWidget(this);
    m_recentLayout = new QVBoxLayout(m_recent);
    m_recentLayout->setContentsMargins(0, 0, 0, 0);
    m_recentLayout->setSpacing(gap(1));
    body()->addWidget(m_recent);
    connect(
        &m_files, &PlanFiles::recentChanged, this, &StartPage::refreshRecent, Qt::QueuedConnection);
    refreshRecent();
}

void StartPage::refreshRecent()
{
    while (QLayoutItem *item = m_recentLayout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const QList<RecentPlan> recents = m_files.recentPlans();
    m_recentHeading->setVisible(!recents.isEmpty());
    m_recentHint->setVisible(recents.isEmpty());
    m_recent->setVisible(!recents.isEmpty());
    for (const RecentPlan &recent : recents) {
        const QFileInfo info(recent.file);
        QStringList parts { info.fileName() };
        if (!recent.model.isEmpty())
            parts.append(recent.model);
        if (recent.date.isValid())
            parts.append(QLocale().toString(recent.date, QLocale::ShortFormat));
        parts.append(QDir::toNativeSeparators(info.path()));
        auto *button = new LineButton(themeIcon(QStringLiteral("workload"), IconTint::Muted),
            parts.join(QStringLiteral("  ·  ")), m_recent);
        button->setAccessibleName(tr("Open %1").arg(recent.file));
        button->setToolTip(recent.file);
        connect(button, &QPushButton::clicked, &m_context,
            [this, file = recent.file] { emit m_context.openPlanFile(file); });
        m_recentLayout->addWidget(button);
    }
}

void StartPage::addProfileProblems()
{
    auto *card = new Card(tr("Profile files that are skipped"), this);
    card->setObjectName(QStringLiteral("profileProblems"));
    card->setTone(Card::Tone::Warning);
    auto *text = new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, card);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setAccessibleName(tr("Profile files that are skipped"));
    card->body()->addWidget(text);
    card->hide();
    body()->addWidget(card);
    // Reading every profile takes a moment; the window is painted first.
    QTimer::singleShot(0, card, [this, card, text] {
        QStringList lines;
        for (const SkippedProfile &skipped : skippedFiles(m_context.controller.library())) {
            for (const Error &error : skipped.problems)
                lines.append(error.where.empty() ? QStringLiteral("%1: %2").arg(
                                 QString::fromStdString(skipped.file), errorMessageText(error))
                                                 : errorLineText(error));
        }
        text->setText(lines.join(QLatin1Char('\n')));
        card->setVisible(!lines.isEmpty());
    });
}

} // namespace headroom
