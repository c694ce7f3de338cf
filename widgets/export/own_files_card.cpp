#include "widgets/export/own_files_card.h"

#include "widgets/frame/window_context.h"
#include "widgets/look/spacing.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {

OwnFilesCard::OwnFilesCard(WindowContext &context, QWidget *parent)
    : Card(parent)
    , m_context(context)
    , m_text(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
{
    setObjectName(QStringLiteral("ownFiles"));
    m_text->setWordWrap(true);
    auto *change
        = new QPushButton(themeIcon(QStringLiteral("compare")), tr("Change my files"), this);
    change->setObjectName(QStringLiteral("changeOwnFiles"));
    change->setToolTip(tr("Shows the lines of your files that would say this plan"));
    auto *row = new QHBoxLayout;
    row->setSpacing(gap(2));
    row->addWidget(m_text, 1);
    row->addWidget(change);
    body()->addLayout(row);
    connect(change, &QPushButton::clicked, &context,
        [&context] { emit context.showPage(QStringLiteral("your_file")); });
    connect(&context, &WindowContext::launchFilesChanged, this, &OwnFilesCard::refresh);
    refresh();
}

void OwnFilesCard::refresh()
{
    QStringList names;
    for (const QString &file : m_context.launchFiles())
        names.append(QFileInfo(file).fileName());
    m_text->setText(tr("This plan was read from %1: its lines can say it, too.")
                        .arg(names.join(QStringLiteral(", "))));
    setVisible(!names.isEmpty());
}

} // namespace headroom
