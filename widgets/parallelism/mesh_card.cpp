#include "widgets/parallelism/mesh_card.h"

#include "model/estimate/axis_traffic.h"
#include "widgets/parallelism/mesh_picture.h"
#include "widgets/text/plan_text.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QButtonGroup>
#include <QEvent>
#include <QRadioButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

QString linkText(Roof roof)
{
    switch (roof) {
    case Roof::ScaleUpLink:
        return MeshCard::tr("fast links");
    case Roof::TorusAxis:
        return MeshCard::tr("torus");
    case Roof::HostBus:
        return MeshCard::tr("host bus");
    case Roof::Network:
        return MeshCard::tr("network");
    case Roof::Memory:
        break;
    }
    return {};
}

} // namespace

bool MeshCard::AxisRow::operator==(const AxisRow &other) const
{
    return name == other.name && text == other.text;
}

MeshCard::MeshCard(QWidget *parent)
    : Card(tr("Devices and groups"), parent)
    , m_picture(new MeshPicture(this))
    , m_list(new QWidget(this))
    , m_buttons(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("meshCard"));
    body()->addWidget(m_picture);
    auto *list = new QVBoxLayout(m_list);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(gap(1));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    body()->addWidget(m_list);
    connect(m_buttons, &QButtonGroup::idClicked, this, &MeshCard::choose);
}

void MeshCard::setResult(const ResolvedPlan &resolved, const Estimate &estimate)
{
    m_picture->setDevices(resolved.plan.hardware.nodes, resolved.plan.hardware.devicesPerNode);
    std::vector<AxisRow> rows;
    for (const AxisTraffic &traffic : axisTraffic(resolved, estimate)) {
        QStringList load;
        if (traffic.link != Roof::Memory)
            //: A kind of link and its rate.
            load.append(tr("%1 at %2").arg(linkText(traffic.link), bandwidthText(traffic.rate)));
        QStringList parts = load;
        if (traffic.bytes.value() > 0) {
            load.append(tr("%1 a step").arg(bytesText(traffic.bytes)));
            parts = load;
            parts.append(traffic.exposed.value() > 0
                    ? tr("%1 exposed").arg(secondsText(traffic.exposed))
                    : tr("fully hidden"));
        }
        rows.push_back({ axisText(traffic.axis.axis, traffic.axis.degree), inOneSentence(parts),
            inOneSentence(load), { traffic } });
    }
    rebuild(std::move(rows));
}

/// Buttons are made anew only where axes came or went, so that the focus stays.
void MeshCard::rebuild(std::vector<AxisRow> rows)
{
    const bool isSame = std::ranges::equal(m_rows, rows, {}, &AxisRow::name, &AxisRow::name);
    m_rows = std::move(rows);
    if (!isSame) {
        for (QAbstractButton *button : m_buttons->buttons())
            delete button->parentWidget();
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            auto *pair = new QWidget(m_list);
            auto *column = new QVBoxLayout(pair);
            column->setContentsMargins(0, 0, 0, 0);
            column->setSpacing(0);
            auto *button = new QRadioButton(m_rows[i].name, pair);
            button->setObjectName(QStringLiteral("axis_%1").arg(
                QString::fromStdString(std::string(m_rows[i].axis.front().axis.axis))));
            button->installEventFilter(this);
            auto *text = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, pair);
            text->setWordWrap(true);
            text->setContentsMargins(gap(5), 0, 0, 0);
            column->addWidget(button);
            column->addWidget(text);
            m_list->layout()->addWidget(pair);
            m_buttons->addButton(button, static_cast<int>(i));
        }
        m_chosen = m_rows.empty() ? -1 : 0;
    }
    for (QAbstractButton *button : m_buttons->buttons()) {
        const AxisRow &row = m_rows[static_cast<std::size_t>(m_buttons->id(button))];
        button->parentWidget()->findChild<TextLabel *>()->setText(row.text);
        button->setAccessibleDescription(row.text);
    }
    choose(m_chosen);
}

void MeshCard::choose(int row)
{
    m_chosen = row;
    if (row < 0) {
        m_picture->setAxis(std::nullopt, {}, {});
        return;
    }
    const AxisRow &chosen = m_rows[static_cast<std::size_t>(row)];
    m_buttons->button(row)->setChecked(true);
    m_picture->setAxis(chosen.axis.front(), chosen.name, chosen.load);
}

bool MeshCard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Enter)
        choose(m_buttons->id(static_cast<QAbstractButton *>(watched)));
    return Card::eventFilter(watched, event);
}

} // namespace headroom
