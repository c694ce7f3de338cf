#include "widgets/flags/flag_detail_pane.h"

#include "model/flags/catalogue/flag_catalogue.h"
#include "widgets/flags/default_strip.h"
#include "widgets/flags/flag_details.h"
#include "widgets/flags/flag_effect.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/fold_button.h"
#include "widgets/look/panels.h"
#include "widgets/planning/plan_controller.h"

#include <QDesktopServices>
#include <QScrollBar>
#include <QUrl>
#include <QVBoxLayout>

namespace headroom {
namespace {

/// Links come from profiles, which a user may have from anywhere: only pages are opened, no files
/// and no programs.
bool isWebAddress(const QUrl &url)
{
    return url.isValid() && !url.host().isEmpty()
        && (url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http"));
}

} // namespace

FlagDetailPane::FlagDetailPane(WindowContext &context, QWidget *parent)
    : QScrollArea(parent)
    , m_context(context)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("About the selected flag"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *card = new Card(this);
    m_name = new TextLabel(
        tr("Select a flag to see what it does."), TextRole::Heading, TextLabel::Ink::Normal, card);
    m_name->setWordWrap(true);
    m_effect = new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, card);
    m_effect->setWordWrap(true);
    m_effect->setObjectName(QStringLiteral("flagEffect"));
    m_text = addText(*card, QStringLiteral("flagDetails"));
    m_more = new FoldButton(tr("More about this flag"), card);
    m_more->setObjectName(QStringLiteral("flagMore"));
    m_stripTitle = new TextLabel(
        tr("Default over the releases of jaxlib"), TextRole::Caption, TextLabel::Ink::Muted, card);
    m_strip = new DefaultStrip(card);
    m_background = addText(*card, QStringLiteral("flagBackground"));
    for (QWidget *part : std::initializer_list<QWidget *> {
             m_name, m_effect, m_text, m_more, m_stripTitle, m_strip, m_background })
        card->body()->addWidget(part);
    card->body()->addStretch(1);
    for (QWidget *part :
        std::initializer_list<QWidget *> { m_effect, m_more, m_stripTitle, m_strip, m_background })
        part->hide();
    setWidget(card);
    connect(m_more, &QToolButton::toggled, this, &FlagDetailPane::showBackground);
}

TextLabel *FlagDetailPane::addText(QWidget &parent, const QString &name)
{
    auto *label = new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, &parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    label->setObjectName(name);
    label->setAccessibleName(tr("About the selected flag"));
    connect(label, &QLabel::linkActivated, this, &FlagDetailPane::follow);
    return label;
}

/// What only some want to read stays folded until they ask.
void FlagDetailPane::showBackground()
{
    const bool isOpen = m_more->isChecked();
    m_background->setVisible(isOpen);
    m_strip->setVisible(isOpen && m_hasStrip);
    m_stripTitle->setVisible(isOpen && m_hasStrip);
}

void FlagDetailPane::showRow(const FlagRow &row)
{
    m_name->setText(row.name);
    const QString effect = flagEffectText(m_context.controller, row);
    m_effect->setText(effect);
    m_effect->setVisible(!effect.isEmpty());
    const auto catalogue
        = m_context.controller.services().flags ? m_context.controller.services().flags() : nullptr;
    const ResolvedPlan *resolved = m_context.controller.resolved();
    if (catalogue && resolved && row.entry) {
        const auto choice = catalogue->releases().choose(resolved->releases.jaxlib);
        m_strip->setHistory(
            *row.entry, catalogue->releases(), choice ? choice->answers : JaxlibVersion {});
    }
    m_hasStrip = row.entry && !m_strip->isEmpty();
    m_text->setText(flagDetails(row));
    const QString background = flagBackground(row);
    m_background->setText(background);
    m_more->setVisible(!background.isEmpty());
    showBackground();
    if (m_shown != row.name)
        verticalScrollBar()->setValue(0);
    m_shown = row.name;
}

void FlagDetailPane::follow(const QString &link)
{
    const QUrl url(link);
    if (url.scheme() == QLatin1String("flag"))
        emit flagRequested(url.path());
    else if (isWebAddress(url))
        QDesktopServices::openUrl(url);
}

} // namespace headroom
