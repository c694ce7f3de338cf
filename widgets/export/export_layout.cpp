// What the export page is made of.
#include "model/launch/targets/prepare_export.h"
#include "widgets/export/code_view.h"
#include "widgets/export/export_page.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/panels.h"
#include "widgets/look/style_drawing.h"
#include "widgets/look/wrapped_rows.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QListView>
#include <QPushButton>
#include <QSplitter>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace headroom {

QWidget *ExportPage::buildControls()
{
    auto *controls = new QWidget(this);
    auto *column = new QVBoxLayout(controls);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap(1));
    auto *row = new QHBoxLayout;
    row->setSpacing(gap(3));
    column->addLayout(row);
    auto *label = new QLabel(tr("&Target"), controls);
    m_target = new QComboBox(controls);
    m_target->setObjectName(QStringLiteral("exportTarget"));
    m_target->setAccessibleName(tr("Target"));
    m_target->setMinimumContentsLength(18);
    for (const ExportTarget &target : exportTargets())
        m_target->addItem(QString::fromStdString(target.id));
    label->setBuddy(m_target);
    m_benchmark = new QCheckBox(tr("Bench&mark run"), controls);
    m_benchmark->setObjectName(QStringLiteral("exportBenchmark"));
    m_benchmark->setToolTip(
        tr("Synthetic data, a fixed number of steps, no checkpoints, a profiler window."));
    m_purpose = new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, controls);
    m_purpose->setWordWrap(true);
    column->addWidget(m_purpose);
    row->addWidget(label);
    row->addWidget(m_target);
    row->addWidget(m_benchmark);
    row->addStretch(1);
    connect(m_target, &QComboBox::currentIndexChanged, this, &ExportPage::refresh);
    connect(m_benchmark, &QCheckBox::toggled, this, &ExportPage::refresh);
    return controls;
}

QWidget *ExportPage::buildPreview()
{
    auto *parts = new QSplitter(Qt::Horizontal, this);
    m_preview = parts;
    parts->setChildrenCollapsible(false);
    m_list = new QListView(parts);
    m_list->setModel(m_names);
    m_list->setObjectName(QStringLiteral("exportFiles"));
    m_list->setAccessibleName(tr("Files of the export"));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setResizeMode(QListView::Adjust); // names have the width that the list has now
    addAir(*m_list);
    auto *file = new QWidget(parts);
    auto *column = new QVBoxLayout(file);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap(1));
    m_folderText = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Warning, file);
    m_folderText->setObjectName(QStringLiteral("exportFolder"));
    m_folderText->setWordWrap(true);
    m_folderText->setSizePolicy(wrappingPolicy());
    m_folderText->hide(); // until a folder is compared
    m_sentence = new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, file);
    m_sentence->setObjectName(QStringLiteral("exportSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setSizePolicy(wrappingPolicy());
    column->addWidget(m_folderText);
    column->addWidget(m_sentence);
    m_code = new CodeView(file);
    column->addWidget(m_code, 1);
    m_code->setObjectName(QStringLiteral("exportPreview"));
    m_code->setAccessibleName(tr("Preview"));
    parts->addWidget(m_list);
    parts->addWidget(file);
    parts->setStretchFactor(1, 1);
    parts->setSizes({ textWidth(26), textWidth(80) });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &ExportPage::showFile);
    return parts;
}

void ExportPage::addButtons()
{
    m_copy = new QPushButton(themeIcon(QStringLiteral("copy")), tr("&Copy file"), this);
    auto *compare
        = new QPushButton(themeIcon(QStringLiteral("compare")), tr("Compa&re folder…"), this);
    m_save = new QPushButton(
        themeIcon(QStringLiteral("save"), IconTint::OnAccent), tr("Save a&ll…"), this);
    m_save->setObjectName(QStringLiteral("exportSave"));
    m_save->setProperty(primaryProperty, true);
    setActions({ m_copy, compare }, m_save);
    connect(m_copy, &QPushButton::clicked, this, &ExportPage::copyFile);
    connect(compare, &QPushButton::clicked, this, &ExportPage::chooseFolder);
    connect(m_save, &QPushButton::clicked, this, &ExportPage::save);
}

/// Where the walk ends: what was written, how it is run, and the way back with its log.
QWidget *ExportPage::buildFinish()
{
    m_finish = new Card(this);
    m_finish->setObjectName(QStringLiteral("exportFinish"));
    m_finish->setTone(Card::Tone::Good);
    auto *row = new QHBoxLayout;
    row->setSpacing(gap(2));
    row->addWidget(
        new IconLabel(QStringLiteral("check"), IconTint::Good, m_finish), 0, Qt::AlignTop);
    m_finishText = new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, m_finish);
    m_finishText->setObjectName(QStringLiteral("exportFinishText"));
    m_finishText->setWordWrap(true);
    row->addWidget(m_finishText, 1);
    auto *copy
        = new QPushButton(themeIcon(QStringLiteral("copy")), tr("Cop&y the command"), m_finish);
    copy->setObjectName(QStringLiteral("exportCopyCommand"));
    auto *back = new QPushButton(themeIcon(QStringLiteral("open")), tr("Add its lo&g…"), m_finish);
    back->setObjectName(QStringLiteral("exportLogBack"));
    row->addWidget(copy);
    row->addWidget(back);
    m_finish->body()->addLayout(row);
    m_finish->hide();
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(commandText());
        emit m_context.message(tr("The command is on the clipboard."));
    });
    connect(back, &QPushButton::clicked, &m_context, &WindowContext::askOpenRun);
    return m_finish;
}

} // namespace headroom
