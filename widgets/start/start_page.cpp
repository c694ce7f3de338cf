#include "widgets/start/start_page.h"

#include "model/plan/plan_file.h"
#include "model/session/skipped_files.h"
#include "widgets/frame/plan_files.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/start/example_button.h"
#include "widgets/text/wording.h"

#include <QDir>
#include <QFileInfo>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace headroom {

StartPage::StartPage(WindowContext &context, PlanFiles &files, QWidget *parent)
    : Page(tr("Plan a training run"),
        tr("Start from an example, open a plan, or walk through the steps on the left; the result "
           "on the right "
           "follows every edit."),
        Content::Scrolls, parent)
    , m_context(context)
    , m_files(files)
{
    setObjectName(QStringLiteral("page_start"));
    addExamples();
    addRecent();
    addProfileProblems();
    body()->addStretch(1);
}

void StartPage::addExamples()
{
    body()->addWidget(
        new TextLabel(tr("Example plans"), TextRole::Heading, TextLabel::Ink::Normal, this));
    auto *box = new QWidget(this);
    auto *flow = new FlowLayout(box, gap(3));
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
        if (!initialFocus())
            setInitialFocus(button);
        flow->addWidget(button);
    }
    body()->addWidget(box);
}

void StartPage::addRecent()
{
    auto *row = new QHBoxLayout;
    row->addWidget(
        new TextLabel(tr("Recent plans"), TextRole::Heading, TextLabel::Ink::Normal, this));
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
    const QStringList recent = m_files.recentFiles();
    if (recent.isEmpty())
        m_recentLayout->addWidget(new TextLabel(tr("Plans that you open or save appear here."),
            TextRole::Body, TextLabel::Ink::Muted, m_recent));
    for (const QString &file : recent) {
        const QFileInfo info(file);
        auto *button = new QPushButton(themeIcon(QStringLiteral("workload"), IconTint::Muted),
            QStringLiteral("%1  —  %2")
                .arg(info.fileName(), QDir::toNativeSeparators(info.absolutePath())),
            m_recent);
        button->setFlat(true);
        button->setStyleSheet(QStringLiteral("text-align: left"));
        button->setAccessibleName(tr("Open %1").arg(file));
        button->setToolTip(file);
        connect(button, &QPushButton::clicked, &m_context,
            [this, file] { emit m_context.openPlanFile(file); });
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
