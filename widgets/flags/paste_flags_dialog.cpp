#include "widgets/flags/paste_flags_dialog.h"

#include "widgets/flags/flag_changes_view.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/wrapped_rows.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTableView>
#include <QTextBlock>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

constexpr int typingPause = 150; // milliseconds
constexpr int pasteWidth = 170; // characters
constexpr int pasteHeight = 160; // steps of gap()
enum FindingColumn { SeverityColumn, PlaceColumn, MessageColumn, FixColumn };
constexpr int lineRole = Qt::UserRole;
constexpr int columnRole = Qt::UserRole + 1;

QIcon severityIcon(Severity severity)
{
    return severity == Severity::Error  ? themeIcon(QStringLiteral("error"), IconTint::Bad)
        : severity == Severity::Warning ? themeIcon(QStringLiteral("warning"), IconTint::Warning)
                                        : themeIcon(QStringLiteral("hint"), IconTint::Accent);
}

Finding findingOf(const LintFinding &finding)
{
    return { finding.severity, finding.id, finding.operands, {}, {} };
}

} // namespace

PasteFlagsDialog::PasteFlagsDialog(
    WindowContext &context, std::shared_ptr<const FlagTextLibrary> texts, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_texts(std::move(texts))
    , m_findingModel(new QStandardItemModel(this))
    , m_wait(new QTimer(this))
{
    setObjectName(QStringLiteral("pasteFlags"));
    setWindowTitle(tr("Paste your flags"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *layout = new QVBoxLayout(this);
    auto *purpose = new TextLabel(tr("Paste a shell, sbatch or Python script, or the text of "
                                     "XLA_FLAGS. Nothing is executed."),
        TextRole::Body, TextLabel::Ink::Muted, this);
    purpose->setWordWrap(true);
    layout->addWidget(purpose);
    auto *parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(buildText());
    parts->addWidget(buildFindings());
    parts->addWidget(buildChanges());
    layout->addWidget(parts, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_import = buttons->addButton(tr("&Import into the plan"), QDialogButtonBox::AcceptRole);
    m_import->setObjectName(QStringLiteral("importFlags"));
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &PasteFlagsDialog::import);
    m_wait->setSingleShot(true);
    m_wait->setInterval(typingPause);
    connect(m_wait, &QTimer::timeout, this, &PasteFlagsDialog::check);
    connect(m_text, &QPlainTextEdit::textChanged, m_wait, qOverload<>(&QTimer::start));
    resize(textWidth(pasteWidth), gap(pasteHeight));
    check();
    m_text->setFocus();
}

QWidget *PasteFlagsDialog::buildText()
{
    m_text = new QPlainTextEdit(this);
    m_text->setObjectName(QStringLiteral("flagText"));
    m_text->setAccessibleName(tr("Flags to check"));
    m_text->setPlaceholderText(tr("Paste here"));
    m_text->setFont(textFont(TextRole::Code));
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    return m_text;
}

QWidget *PasteFlagsDialog::buildFindings()
{
    auto *part = new QWidget(this);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, gap(1), 0, 0);
    auto *row = new QHBoxLayout;
    m_verdict = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, part);
    m_verdict->setObjectName(QStringLiteral("lintVerdict"));
    m_fix
        = new QPushButton(themeIcon(QStringLiteral("fix"), IconTint::Accent), tr("&Fix all"), part);
    m_fix->setObjectName(QStringLiteral("fixFlags"));
    connect(m_fix, &QPushButton::clicked, this, [this] { applyFixes(m_report.edits()); });
    m_fixSelected = new QPushButton(tr("Fix the &selected finding"), part);
    m_fixSelected->setObjectName(QStringLiteral("fixSelectedFlag"));
    connect(m_fixSelected, &QPushButton::clicked, this, &PasteFlagsDialog::applySelectedFix);
    row->addWidget(m_verdict, 1);
    row->addWidget(m_fixSelected);
    row->addWidget(m_fix);
    layout->addLayout(row);
    m_findings = new QTableView(part);
    m_findings->setModel(m_findingModel);
    m_findings->setObjectName(QStringLiteral("lintFindings"));
    m_findings->setAccessibleName(tr("Findings"));
    m_findings->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_findings->setSelectionMode(QAbstractItemView::SingleSelection);
    m_findings->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_findings->setAlternatingRowColors(true);
    m_findings->setShowGrid(false);
    m_findings->setTabKeyNavigation(false);
    m_findings->verticalHeader()->hide();
    m_findings->verticalHeader()->setDefaultSectionSize(gap(7));
    m_findings->horizontalHeader()->setHighlightSections(false);
    m_findings->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    wrapRows(*m_findings);
    connect(m_findings->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        const LintFinding *finding = selectedFinding();
        m_fixSelected->setEnabled(finding && !finding->edits.empty());
    });
    connect(m_findings, &QTableView::activated, this, &PasteFlagsDialog::goTo);
    connect(m_findings, &QTableView::clicked, this, &PasteFlagsDialog::goTo);
    layout->addWidget(m_findings, 1);
    return part;
}

QWidget *PasteFlagsDialog::buildChanges()
{
    auto *part = new QWidget(this);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, gap(1), 0, 0);
    m_summary = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, part);
    m_summary->setObjectName(QStringLiteral("importSummary"));
    m_changes = new FlagChangesView(m_context.controller, m_texts, part);
    layout->addWidget(m_summary);
    layout->addWidget(m_changes, 1);
    return part;
}

void PasteFlagsDialog::check()
{
    m_report = {};
    m_result.reset();
    const auto catalogue
        = m_context.controller.services().flags ? m_context.controller.services().flags() : nullptr;
    const ResolvedPlan *resolved = m_context.controller.resolved();
    const std::string text = m_text->toPlainText().toStdString();
    if (catalogue && resolved && !text.empty()) {
        const auto jaxlib = catalogue->releases().choose(resolved->releases.jaxlib);
        if (jaxlib) {
            m_report = lintScript(*catalogue, text, { *jaxlib, &resolved->accelerator, {} });
            m_result = flagImport(m_context.controller, m_report.settings);
        }
    }
    showFindings();
    m_changes->setChanges(m_result ? m_result->changes : std::vector<FlagImportChange> {});
    m_summary->setText(m_result ? flagImportSummary(*m_result) : QString());
    m_import->setEnabled(m_result && m_result->changesPlan);
}

void PasteFlagsDialog::showFindings()
{
    m_findingModel->clear();
    m_findingModel->setHorizontalHeaderLabels(
        { tr("Severity"), tr("Line:column"), tr("Finding"), tr("What to do") });
    for (const LintFinding &finding : m_report.findings) {
        auto *severity
            = new QStandardItem(severityIcon(finding.severity), severityText(finding.severity));
        severity->setData(finding.position.line, lineRole);
        severity->setData(finding.position.column, columnRole);
        const QString message = findingMessageText(findingOf(finding));
        const QString action = findingActionText(findingOf(finding));
        auto *messageItem = new QStandardItem(message);
        messageItem->setToolTip(message);
        auto *actionItem = new QStandardItem(action);
        actionItem->setToolTip(action);
        m_findingModel->appendRow({ severity,
            new QStandardItem(
                QStringLiteral("%1:%2").arg(finding.position.line).arg(finding.position.column)),
            messageItem, actionItem });
    }
    m_findings->setColumnWidth(SeverityColumn, textWidth(16));
    m_findings->setColumnWidth(PlaceColumn, textWidth(16));
    m_findings->horizontalHeader()->setSectionResizeMode(MessageColumn, QHeaderView::Stretch);
    m_findings->setColumnWidth(FixColumn, textWidth(48));
    const auto count = [this](Severity severity) {
        return std::ranges::count(m_report.findings, severity, &LintFinding::severity);
    };
    const bool isEmpty = m_text->document()->isEmpty();
    m_verdict->setText(isEmpty          ? QString()
            : m_report.findings.empty() ? tr("No problems found.")
                                        : tr("Errors: %1. Warnings: %2. Hints: %3.")
                                              .arg(count(Severity::Error))
                                              .arg(count(Severity::Warning))
                                              .arg(count(Severity::Hint)));
    m_fix->setEnabled(!m_report.edits().empty());
    m_fixSelected->setEnabled(false);
}

const LintFinding *PasteFlagsDialog::selectedFinding() const
{
    const int row = m_findings->currentIndex().row();
    const bool isThere = row >= 0 && static_cast<std::size_t>(row) < m_report.findings.size();
    return isThere ? &m_report.findings[static_cast<std::size_t>(row)] : nullptr;
}

void PasteFlagsDialog::applySelectedFix()
{
    if (const LintFinding *finding = selectedFinding())
        applyFixes(std::vector<TextEdit>(finding->edits));
}

/// Replaces the text in one step of the editor's own history.
void PasteFlagsDialog::applyFixes(const std::vector<TextEdit> &edits)
{
    const std::string text = m_text->toPlainText().toStdString();
    QTextCursor cursor(m_text->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(QString::fromStdString(applyEdits(text, edits)));
    check();
}

void PasteFlagsDialog::goTo(const QModelIndex &finding)
{
    const QModelIndex severity = finding.siblingAtColumn(SeverityColumn);
    const QTextBlock block
        = m_text->document()->findBlockByNumber(severity.data(lineRole).toInt() - 1);
    if (!block.isValid())
        return;
    QTextCursor cursor(block);
    const int column = severity.data(columnRole).toInt() - 1;
    cursor.movePosition(
        QTextCursor::Right, QTextCursor::MoveAnchor, qMin(column, block.length() - 1));
    cursor.select(QTextCursor::WordUnderCursor);
    m_text->setTextCursor(cursor);
    m_text->ensureCursorVisible();
}

void PasteFlagsDialog::import()
{
    if (m_wait->isActive()) {
        m_wait->stop();
        check();
    }
    if (!m_result || !m_result->changesPlan)
        return;
    applyFlagImport(m_context.controller, *m_result, tr("Import pasted flags"));
    emit m_context.message(flagImportSummary(*m_result));
    accept();
}

} // namespace headroom
