#include "widgets/validation/expected_table.h"

#include "widgets/look/panels.h"
#include "widgets/text/quantity_text.h"

#include <QGridLayout>

namespace headroom {

ExpectedTable::ExpectedTable(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("expectedErrors"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(gap(4));
    m_grid->setVerticalSpacing(gap(1));
}

QString ExpectedTable::kindName(const std::string &kind)
{
    return kind == "dense_gpu" ? tr("Dense models on GPUs")
        : kind == "dense_tpu"  ? tr("Dense models on TPUs")
        : kind == "adapters"   ? tr("Adapters on frozen models")
                               : tr("Models with experts");
}

void ExpectedTable::setKinds(const std::vector<LeftOutSource> &kinds)
{
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto put = [this](int row, int column, const QString &text, TextRole role,
                         TextLabel::Ink ink = TextLabel::Ink::Normal) {
        auto *label = new TextLabel(text, role, ink, this);
        label->setWordWrap(true);
        m_grid->addWidget(label, row, column);
        m_grid->setColumnStretch(column, column == 0 ? 2 : 1);
    };
    const QStringList headers { tr("Kind of runs"), tr("Half are within"), tr("90 % are within"),
        tr("Within the 80 % interval"), tr("Half, with the source included") };
    for (int column = 0; column < headers.size(); ++column)
        put(0, column, headers.at(column), TextRole::Caption, TextLabel::Ink::Muted);
    int row = 0;
    for (const LeftOutSource &kind : kinds) {
        ++row;
        put(row, 0, kindName(kind.name), TextRole::Body);
        put(row, 1, shareText(kind.leftOut.median), TextRole::Strong);
        put(row, 2, shareText(kind.leftOut.p90), TextRole::Body);
        put(row, 3, shareText(kind.leftOut.inside), TextRole::Body);
        put(row, 4, shareText(kind.fit.median), TextRole::Body);
    }
}

} // namespace headroom
