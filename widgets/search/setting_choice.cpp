#include "widgets/search/setting_choice.h"

#include "model/plan/fields/plan_fields.h"
#include "model/search/search_settings.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/search/search_words.h"
#include "widgets/text/wording.h"

#include <QCheckBox>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

SettingChoice::SettingChoice(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap(1));
    const std::vector<std::string> usual = defaultFreeSettings();
    std::vector<std::string> named;
    for (const std::string &path : freeableSettings())
        if (std::ranges::find(usual, path) == usual.end())
            named.push_back(path);
    named.emplace_back("flags");
    addGroup(tr("Searched by default"), usual, true);
    addGroup(tr("Fixed by default"), named, false);
}

void SettingChoice::addGroup(
    const QString &title, const std::vector<std::string> &paths, bool isFree)
{
    layout()->addWidget(new TextLabel(title, TextRole::Caption, TextLabel::Ink::Muted, this));
    auto *group = new QWidget(this);
    group->setAccessibleName(title);
    auto *flow = new FlowLayout(group, gap(2));
    for (const std::string &path : paths) {
        auto *box = new QCheckBox(freeSettingText(path), group);
        box->setObjectName(QStringLiteral("free:") + QString::fromStdString(path));
        box->setProperty("path", QString::fromStdString(path));
        if (const PlanField *field = planField(path))
            box->setToolTip(fieldPurpose(*field));
        box->setChecked(isFree);
        connect(box, &QCheckBox::toggled, this, &SettingChoice::changed);
        flow->addWidget(box);
        m_boxes.append(box);
    }
    layout()->addWidget(group);
}

std::vector<std::string> SettingChoice::free() const
{
    std::vector<std::string> names;
    for (const QCheckBox *box : m_boxes)
        if (box->isChecked())
            names.push_back(box->property("path").toString().toStdString());
    return settingsByName(names, {}).value();
}

void SettingChoice::setFree(const std::string &path, bool isFree)
{
    for (QCheckBox *box : m_boxes)
        if (box->property("path").toString().toStdString() == path)
            box->setChecked(isFree);
}

} // namespace headroom
