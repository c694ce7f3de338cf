#include "widgets/your_file/your_file_page.h"

#include "model/estimate/figure_intervals.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/pasted_text.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/look/scroll_pane.h"
#include "widgets/look/style_drawing.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/runs/missing_card.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"
#include "widgets/your_file/file_change.h"
#include "widgets/your_file/file_view.h"
#include "widgets/your_file/hunk_card.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int minPart = 40; ///< characters of a line that are in sight
constexpr int minHeight = 30; ///< gaps
constexpr int roomForBoth = 110; ///< characters: the file and its changes side by side

QString nameOf(const std::string &file)
{
    return QFileInfo(QString::fromStdString(file)).fileName();
}

QString objectiveText(TuneObjective objective)
{
    switch (objective) {
    case TuneObjective::Memory:
        return YourFilePage::tr("Less memory");
    case TuneObjective::Cost:
        return YourFilePage::tr("A lower cost");
    case TuneObjective::Devices:
        return YourFilePage::tr("Fewer devices");
    case TuneObjective::Throughput:
        break;
    }
    return YourFilePage::tr("A shorter step");
}

QString sideText(const Estimate &estimate)
{
    //: Step time, its interval, probability.
    return YourFilePage::tr("%1 per step (%2), fits with %3")
        .arg(secondsText(estimate.time.step),
            rangeText(secondsText(estimate.time.p10), secondsText(estimate.time.p90)),
            localAmount(fitAmount(estimate.memory)));
}

} // namespace

YourFilePage::YourFilePage(WindowContext &context, QWidget *parent)
    : Page(tr("Your file"),
        tr("The launch files of your run, and the change that makes it better. Untick what you do "
           "not want; Save writes the rest."),
        Content::Fills, parent)
    , m_context(context)
    , m_change(new FileChange(context, this))
{
    setObjectName(QStringLiteral("page_your_file"));
    setWantsExplanation(false);
    body()->addWidget(buildEmpty());
    m_missing = new MissingCard(context.controller.library(), this);
    body()->addWidget(m_missing);
    body()->addWidget(buildWishes());
    m_problem = new TextLabel({}, TextRole::Body, TextLabel::Ink::Bad, this);
    m_problem->setObjectName(QStringLiteral("yourFileProblem"));
    m_summary = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, this);
    m_summary->setObjectName(QStringLiteral("yourFileSummary"));
    for (TextLabel *label : { m_problem, m_summary }) {
        label->setWordWrap(true);
        body()->addWidget(label);
    }
    body()->addWidget(buildParts(), 1);
    addButtons();
    body()->addStretch();
    connect(
        m_missing, &MissingCard::answered, this, [this](const QString &fact, const QString &value) {
            m_wantsFocus = true; // the button that was pressed goes
            m_change->answer(fact, value);
        });
    connect(m_change, &FileChange::changed, this, &YourFilePage::refresh);
    connect(&context.controller, &PlanController::planChanged, this, [this] {
        if (isVisible())
            m_change->followPlan();
    });
    refresh();
}

void YourFilePage::takeFiles(const QStringList &files, const PlanIntake &intake)
{
    m_note->clear();
    m_change->begin(files, intake);
}

void YourFilePage::forget()
{
    m_note->clear();
    m_change->forget();
}

void YourFilePage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_change->setWatched(true);
}

void YourFilePage::hideEvent(QHideEvent *event)
{
    Page::hideEvent(event);
    m_change->setWatched(false);
}

void YourFilePage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    const Qt::Orientation orientation
        = width() < textWidth(roomForBoth) ? Qt::Vertical : Qt::Horizontal;
    if (orientation == m_parts->orientation() && m_isArranged)
        return;
    m_isArranged = true;
    m_parts->setOrientation(orientation);
    // The steps are read, the file is looked up.
    m_parts->setSizes(orientation == Qt::Horizontal ? QList<int> { width() / 2, width() / 2 }
                                                    : QList<int> { height() / 3, height() });
}

QWidget *YourFilePage::buildEmpty()
{
    auto *card = new Card(tr("No file of a run is open"), this);
    m_empty = card;
    auto *text = new TextLabel(
        tr("Choose the launch script or configuration of a run, drop it on Start, or paste its "
           "text there: its settings become the plan, and what would be better becomes a change "
           "of its lines."),
        TextRole::Body, TextLabel::Ink::Muted, card);
    text->setWordWrap(true);
    auto *open = new QPushButton(
        themeIcon(QStringLiteral("open")), tr("Choose a &script or configuration…"), card);
    open->setObjectName(QStringLiteral("yourFileOpen"));
    connect(open, &QPushButton::clicked, &m_context, &WindowContext::askOpenRun);
    card->setFocusProxy(open);
    auto *row = new QHBoxLayout;
    row->addWidget(open);
    row->addStretch();
    card->body()->addWidget(text);
    card->body()->addLayout(row);
    return card;
}

/// What is better, and what may change for it.
QWidget *YourFilePage::buildWishes()
{
    m_wishes = new QWidget(this);
    auto *row = new FlowLayout(m_wishes, gap(2));
    m_objective = new QComboBox(m_wishes);
    m_objective->setObjectName(QStringLiteral("yourFileObjective"));
    m_objective->setAccessibleName(tr("What is better"));
    for (const TuneObjective objective : tuneObjectives)
        m_objective->addItem(objectiveText(objective));
    m_numerics = new QCheckBox(tr("Formats of n&umbers may change"), m_wishes);
    m_numerics->setObjectName(QStringLiteral("yourFileNumerics"));
    m_work = new QCheckBox(tr("Batch and length ma&y change"), m_wishes);
    m_work->setObjectName(QStringLiteral("yourFileWork"));
    m_find = new QPushButton(
        themeIcon(QStringLiteral("search")), tr("Fi&nd the best change"), m_wishes);
    m_find->setObjectName(QStringLiteral("yourFileFind"));
    for (QWidget *one :
        std::initializer_list<QWidget *> { m_objective, m_numerics, m_work, m_find })
        row->addWidget(one);
    connect(m_objective, &QComboBox::activated, this, [this](int index) {
        m_change->setObjective(tuneObjectives[static_cast<std::size_t>(index)]);
    });
    const auto allow
        = [this] { m_change->setAllows(m_numerics->isChecked(), m_work->isChecked()); };
    connect(m_numerics, &QCheckBox::toggled, this, allow);
    connect(m_work, &QCheckBox::toggled, this, allow);
    connect(m_find, &QPushButton::clicked, m_change, &FileChange::find);
    return m_wishes;
}

QWidget *YourFilePage::buildParts()
{
    m_parts = new QSplitter(Qt::Horizontal, this);
    m_parts->setChildrenCollapsible(false);
    auto *own = new Card(m_parts);
    m_names = new QTabBar(own);
    m_names->setObjectName(QStringLiteral("yourFileNames"));
    m_names->setAccessibleName(tr("Files of the run"));
    m_names->setExpanding(false);
    m_names->setDrawBase(false);
    m_file = new FileView(FileView::Room::Free, own);
    m_file->setObjectName(QStringLiteral("yourFileText"));
    m_file->setAccessibleName(tr("The file with its changes"));
    own->body()->addWidget(m_names);
    own->body()->addWidget(m_file, 1);
    auto *pane = new ScrollPane(m_parts);
    pane->setFrameShape(QFrame::NoFrame);
    pane->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    pane->setFocusPolicy(Qt::NoFocus); // its cards have the focus, and bring themselves into sight
    m_list = new QWidget(pane);
    m_list->setObjectName(QStringLiteral("yourFileHunks"));
    m_hunks = new QVBoxLayout(m_list);
    m_hunks->setContentsMargins(0, 0, gap(1), 0);
    m_hunks->setSpacing(gap(2));
    m_hunks->addStretch();
    pane->setWidget(m_list);
    pane->viewport()->setAutoFillBackground(false);
    m_list->setAutoFillBackground(false);
    m_parts->addWidget(own);
    m_parts->addWidget(pane);
    own->setMinimumSize(textWidth(minPart), gap(minHeight));
    pane->setMinimumSize(textWidth(minPart), gap(minHeight));
    m_parts->setStretchFactor(0, 1);
    m_parts->setStretchFactor(1, 1);
    connect(m_names, &QTabBar::currentChanged, this, &YourFilePage::showFile);
    return m_parts;
}

void YourFilePage::addButtons()
{
    m_copy = new QPushButton(themeIcon(QStringLiteral("copy")), tr("&Copy the diff"), this);
    m_copy->setObjectName(QStringLiteral("yourFileCopy"));
    m_note = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this);
    m_note->setObjectName(QStringLiteral("yourFileNote"));
    m_note->setWordWrap(true);
    m_save = new QPushButton(
        themeIcon(QStringLiteral("save"), IconTint::OnAccent), tr("Save your fi&le"), this);
    m_save->setObjectName(QStringLiteral("yourFileSave"));
    m_save->setProperty(primaryProperty, true);
    body()->addWidget(m_note);
    setActions({ m_copy }, m_save);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(QString::fromStdString(m_change->diff()));
        emit m_context.message(tr("The diff is on the clipboard."));
    });
    connect(m_save, &QPushButton::clicked, this, &YourFilePage::save);
}

void YourFilePage::refresh()
{
    const bool isEmpty = m_change->isEmpty();
    m_empty->setVisible(isEmpty);
    m_missing->setMissing(m_change->missing());
    const bool isOpen = !isEmpty && m_change->missing().empty() && m_change->problems().empty();
    setInitialFocus(isEmpty                ? m_empty
            : !m_change->missing().empty() ? static_cast<QWidget *>(m_missing)
                                           : m_objective);
    m_problem->setText(errorLinesText(m_change->problems()));
    m_problem->setVisible(!m_change->problems().empty());
    m_wishes->setVisible(isOpen);
    m_summary->setVisible(isOpen);
    m_parts->setVisible(!isEmpty);
    m_parts->widget(1)->setVisible(isOpen); // until then the file has the room
    setActionsVisible(!isEmpty);
    m_copy->setEnabled(m_change->isChanged());
    m_save->setEnabled(m_change->isChanged());
    if (isEmpty)
        return;
    showSummary();
    showHunks();
    const auto &files = m_change->question().files;
    while (m_names->count() > static_cast<int>(files.size()))
        m_names->removeTab(m_names->count() - 1);
    for (int i = 0; i < static_cast<int>(files.size()); ++i) {
        const QString name = nameOf(files[static_cast<std::size_t>(i)].name);
        if (i < m_names->count())
            m_names->setTabText(i, name);
        else
            m_names->addTab(name);
    }
    showFile();
}

void YourFilePage::showSummary()
{
    const TuneChoice &choice = m_change->choice();
    if (!choice.now || !choice.then) {
        m_summary->setText(m_change->isBusy() ? tr("Looking for what is better…") : QString());
        return;
    }
    if (choice.hunks.empty()) {
        m_summary->setText(m_change->isBusy() ? tr("Looking for what is better…")
                : m_change->isSaved()         ? tr("%1, as saved.").arg(sideText(*choice.now))
                : choice.now->memory.fits
                ? tr("%1. Nothing that these files say would be better otherwise.")
                      .arg(sideText(*choice.now))
                : tr("%1. No change of what these files say makes it fit.")
                      .arg(sideText(*choice.now)));
        return;
    }
    m_summary->setText(
        tr("Now %1. With the changes %2: %3.")
            .arg(sideText(*choice.now), sideText(*choice.then),
                fasterText(choice.now->time.step.value(), choice.then->time.step.value())));
}

void YourFilePage::showHunks()
{
    const std::vector<ChosenHunk> &hunks = m_change->choice().hunks;
    while (m_cards.size() > hunks.size()) {
        HunkCard *card = m_cards.back();
        m_cards.pop_back();
        m_hunks->removeWidget(card);
        card->hide();
        card->deleteLater();
    }
    while (m_cards.size() < hunks.size()) {
        const int number = static_cast<int>(m_cards.size());
        auto *card = new HunkCard(number, m_list);
        m_hunks->insertWidget(number, card);
        connect(card, &HunkCard::taken, this, [this, number](bool isTaken) {
            m_change->setTaken(static_cast<std::size_t>(number), isTaken);
        });
        connect(card, &HunkCard::entered, this, [this, number] {
            const auto &shown = m_change->choice().hunks;
            if (static_cast<std::size_t>(number) < shown.size()) {
                const TuneHunk &hunk = shown[static_cast<std::size_t>(number)].hunk;
                point(nameOf(hunk.file), hunk.line);
            }
        });
        card->QWidget::show();
        m_cards.push_back(card);
    }
    for (std::size_t i = 0; i < hunks.size(); ++i)
        m_cards[i]->show(hunks[i], m_change->isWanted(i));
    if (m_wantsFocus && !m_cards.empty()) {
        m_wantsFocus = false;
        m_cards.front()->tick()->setFocus();
    }
}

void YourFilePage::showFile()
{
    const auto &was = m_change->question().files;
    const auto &is = m_change->choice().files;
    const std::size_t i = static_cast<std::size_t>(std::max(0, m_names->currentIndex()));
    if (i >= was.size())
        return;
    const std::string &now = i < is.size() ? is[i].text : was[i].text;
    m_file->showLines(nameOf(was[i].name), diffLines(was[i].text, now));
    m_file->setAccessibleName(tr("%1 with its changes").arg(nameOf(was[i].name)));
}

void YourFilePage::point(const QString &file, std::size_t line)
{
    for (int i = 0; i < m_names->count(); ++i)
        if (m_names->tabText(i) == file)
            m_names->setCurrentIndex(i);
    m_file->showOwnLine(line);
}

void YourFilePage::save()
{
    std::map<std::string, std::string> elsewhere;
    for (const NamedText &file : m_change->question().files)
        if (isPastedText(QString::fromStdString(file.name))) {
            const QString place = m_context.dialogs.saveFile(
                this, tr("launch.sh"), tr("Scripts, configurations (*);;All files (*)"));
            if (place.isEmpty())
                return;
            elsewhere[file.name] = place.toStdString();
        }
    const auto written = m_change->save(elsewhere);
    if (!written) {
        m_context.dialogs.showProblem(
            this, tr("The file cannot be saved"), errorLinesText(written.errors()));
        return;
    }
    QStringList lines;
    for (const ChangedFile &file : *written)
        lines.append(file.backup.empty() ? tr("%1 is saved.").arg(nameOf(file.file))
                                         : tr("%1 is saved; what it was is %2.")
                                               .arg(nameOf(file.file), nameOf(file.backup)));
    m_note->setText(inOneParagraph(lines));
}

} // namespace headroom
