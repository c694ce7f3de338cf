#include "widgets/flags/flag_filter_bar.h"

#include "widgets/look/flow_layout.h"
#include "widgets/look/spacing.h"
#include "widgets/text/wording.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int searchWidth = 26; // characters

QString key(const char *part)
{
    return QStringLiteral("flags/") + QLatin1String(part);
}

} // namespace

FlagFilterBar::FlagFilterBar(QSettings &settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_search(new QLineEdit(this))
{
    new FlowLayout(this, gap(2));
    layout()->setContentsMargins(0, 0, 0, 0);
    m_search->setPlaceholderText(tr("Search flags"));
    m_search->setAccessibleName(tr("Search flags"));
    m_search->setObjectName(QStringLiteral("flagSearch"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(textWidth(searchWidth));
    layout()->addWidget(m_search);
    m_show = addBox(tr("Sho&w"), tr("Which flags to show"), QStringLiteral("flagShow"));
    m_show->addItems({ tr("Written by this run"), tr("Relevant to this plan"), tr("Advised"),
        tr("Changed from the default"), tr("Set by you"), tr("Whole catalogue") });
    m_area = addBox(tr("&Area"), tr("Area of the flags"), QStringLiteral("flagArea"));
    m_area->addItem(tr("Any area"), -1);
    for (const FlagArea area : { FlagArea::Communication, FlagArea::Scheduling, FlagArea::Memory,
             FlagArea::Kernels, FlagArea::Codegen, FlagArea::Debug })
        m_area->addItem(areaText(area), static_cast<int>(area));
    m_term = addBox(tr("Effe&ct"), tr("Effect of the flags"), QStringLiteral("flagTerm"));
    m_term->addItem(tr("Any effect"), QString());
    restore();
    connect(m_search, &QLineEdit::textChanged, this, &FlagFilterBar::take);
    for (QComboBox *box : { m_show, m_area, m_term })
        connect(box, &QComboBox::currentIndexChanged, this, &FlagFilterBar::take);
}

QComboBox *FlagFilterBar::addBox(const QString &label, const QString &spoken, const QString &name)
{
    auto *pair = new QWidget(this);
    auto *row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap(1));
    auto *text = new QLabel(label, pair);
    auto *box = new QComboBox(pair);
    box->setAccessibleName(spoken);
    box->setObjectName(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    text->setBuddy(box);
    row->addWidget(text);
    row->addWidget(box);
    layout()->addWidget(pair);
    return box;
}

FlagChoice FlagFilterBar::choice() const
{
    return { m_search->text(), static_cast<FlagChoice::Show>(m_show->currentIndex()),
        m_area->currentData().toInt(), m_term->currentData().toString() };
}

void FlagFilterBar::setChoice(const FlagChoice &choice)
{
    {
        const QSignalBlocker search(m_search), show(m_show), area(m_area), term(m_term);
        m_search->setText(choice.text);
        m_show->setCurrentIndex(static_cast<int>(choice.show));
        m_area->setCurrentIndex(qMax(0, m_area->findData(choice.area)));
        m_term->setCurrentIndex(qMax(0, m_term->findData(choice.term)));
    }
    take();
}

void FlagFilterBar::setTerms(const QStringList &ids)
{
    const QString wanted = m_savedTerm.isEmpty() ? m_term->currentData().toString() : m_savedTerm;
    m_savedTerm.clear();
    const QSignalBlocker blocker(m_term);
    while (m_term->count() > 1)
        m_term->removeItem(1);
    for (const QString &id : ids)
        m_term->addItem(termText(id), id);
    m_term->setCurrentIndex(qMax(0, m_term->findData(wanted)));
}

void FlagFilterBar::restore()
{
    m_search->setText(m_settings.value(key("search")).toString());
    m_show->setCurrentIndex(
        qBound(0, m_settings.value(key("view"), 0).toInt(), m_show->count() - 1));
    m_area->setCurrentIndex(qMax(0, m_area->findData(m_settings.value(key("area"), -1).toInt())));
    m_savedTerm = m_settings.value(key("effect")).toString();
}

void FlagFilterBar::take()
{
    const FlagChoice chosen = choice();
    m_settings.setValue(key("search"), chosen.text);
    m_settings.setValue(key("view"), static_cast<int>(chosen.show));
    m_settings.setValue(key("area"), chosen.area);
    m_settings.setValue(key("effect"), chosen.term);
    emit changed();
}

} // namespace headroom
