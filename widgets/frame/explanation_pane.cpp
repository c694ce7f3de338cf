#include "widgets/frame/explanation_pane.h"

#include "model/advice/choice_words.h"
#include "model/base/text/plain_number.h"
#include "model/plan/fields/plan_fields.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/frame/window_context.h"
#include "widgets/look/flow_layout.h"
#include "widgets/look/panels.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

namespace headroom {
namespace {
constexpr double minShortened = 1e6; ///< numbers from here on are hard to read in full
constexpr double maxCounted = 1e15; ///< bounds from here on are not written digit by digit
constexpr int calmMilliseconds = 50; ///< several frames
constexpr QLatin1String termPrefix { "term:" };

/// As "From 1 to 1,000,000 T tokens."
QString rangeOf(const PlanField &field)
{
    const auto bound = [](double value) {
        return value < maxCounted ? numberText(value, 4) : shortCountText(value);
    };
    const QString most
        = QStringLiteral("%1 %2").arg(bound(field.range.most), fieldUnit(field)).trimmed();
    return ExplanationPane::tr("From %1 to %2.").arg(bound(field.range.least), most);
}

} // namespace

ExplanationPane::ExplanationPane(WindowContext &context, QWidget *parent)
    : QFrame(parent)
    , m_context(context)
    , m_title(new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, this))
    , m_text(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
    , m_details(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_down(new QPushButton(this))
    , m_up(new QPushButton(this))
    , m_math(new QPushButton(
          themeIcon(QStringLiteral("math"), IconTint::Accent), tr("Show the formula"), this))
{
    setObjectName(QStringLiteral("explanationPane"));
    setAccessibleName(tr("Explanation"));
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(scroll);
    scroll->viewport()->setAutoFillBackground(false);
    auto *inner = new QWidget(scroll);
    auto *layout = new QVBoxLayout(inner);
    layout->setContentsMargins(gap(10), gap(2), gap(10), gap(3));
    layout->setSpacing(gap(1));
    m_text->setWordWrap(true);
    m_details->setWordWrap(true);
    for (QWidget *widget : std::initializer_list<QWidget *> { m_title, m_text, m_details })
        layout->addWidget(widget);
    auto *buttons = new QWidget(inner);
    auto *flow = new FlowLayout(buttons, gap(2));
    for (QPushButton *button : { m_down, m_up, m_math }) {
        button->setFont(textFont(TextRole::Caption));
        button->hide();
        flow->addWidget(button);
    }
    m_down->setIcon(themeIcon(QStringLiteral("down"), IconTint::Muted));
    m_up->setIcon(themeIcon(QStringLiteral("up"), IconTint::Muted));
    m_down->setAccessibleName(tr("Decrease"));
    m_up->setAccessibleName(tr("Increase"));
    m_down->setObjectName(QStringLiteral("stepDown"));
    m_up->setObjectName(QStringLiteral("stepUp"));
    layout->addWidget(buttons);
    layout->addStretch(1);
    scroll->setWidget(inner);
    inner->setAutoFillBackground(false);
    const auto apply = [this](const std::vector<FieldChange> &changes) {
        const std::vector<FieldChange> kept = changes; // applying refreshes this pane
        m_context.controller.apply(kept, tr("Change %1").arg(changesText(kept)));
    };
    connect(m_down, &QPushButton::clicked, this, [this, apply] { apply(m_downChanges); });
    connect(m_up, &QPushButton::clicked, this, [this, apply] { apply(m_upChanges); });
    connect(m_math, &QPushButton::clicked, this,
        [this] { emit m_context.showDerivation(m_math->property("id").toString()); });
    m_calm.setParent(this); // who waits for the page finds it
    m_calm.setSingleShot(true);
    m_calm.setInterval(calmMilliseconds);
    connect(&m_calm, &QTimer::timeout, this, &ExplanationPane::refresh);
    connect(&context.controller, &PlanController::estimateChanged, this, [this] {
        // A number's derivation takes longer than a frame may.
        m_what.startsWith(termPrefix) ? m_calm.start() : refresh();
    });
    clear();
}

void ExplanationPane::clear()
{
    m_what.clear();
    refresh();
    setTexts(tr("Explanation"), tr("Click a field or a number to read what it means."), {});
}

QSize ExplanationPane::sizeHint() const
{
    return { textWidth(60), gap(m_isCompact ? 17 : 26) };
}

void ExplanationPane::paintEvent(QPaintEvent *)
{
    const ThemeColours colours = themeColours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.border, 1));
    painter.setBrush(colours.card);
    // As wide as the cards of the page, which leave room for a scroll bar.
    const int right = gap(6) + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const QRectF surface = QRectF(rect()).adjusted(gap(6) + 0.5, 0.5, -right - 0.5, -gap(1) - 0.5);
    painter.drawRoundedRect(surface, gap(2), gap(2));
}

void ExplanationPane::explainWidget(QWidget *widget)
{
    // The pane's own buttons leave the explanation as it is.
    if (!widget || isAncestorOf(widget))
        return;
    for (QWidget *candidate = widget; candidate; candidate = candidate->parentWidget()) {
        const QString what = candidate->property("explain").toString();
        if (!what.isEmpty()) {
            explain(what);
            return;
        }
    }
}

void ExplanationPane::explain(const QString &what)
{
    m_what = what;
    refresh();
}

void ExplanationPane::refresh()
{
    m_calm.stop();
    for (QPushButton *button : { m_down, m_up, m_math })
        button->hide();
    if (m_what.startsWith(QLatin1String("field:")))
        showField(m_what.mid(6));
    else if (m_what.startsWith(termPrefix))
        showTerm(m_what.mid(termPrefix.size()));
}

void ExplanationPane::setTexts(const QString &title, const QString &text, const QString &details)
{
    m_title->setText(title);
    m_text->setText(text);
    m_details->setText(details);
    showTexts();
}

/// In short a field goes without its name, which stands beside it, and the details are there on
/// hover.
void ExplanationPane::showTexts()
{
    const bool isShort = m_isCompact && m_what.startsWith(QLatin1String("field:"));
    m_title->setVisible(!isShort);
    m_text->setVisible(!m_text->text().isEmpty());
    m_text->setToolTip(isShort ? m_details->text() : QString());
    m_details->setVisible(!isShort && !m_details->text().isEmpty());
}

void ExplanationPane::setCompact(bool isCompact)
{
    if (isCompact == m_isCompact)
        return;
    m_isCompact = isCompact;
    showTexts();
    updateGeometry();
}

/// What the policy or recipe that is chosen does to the plan.
QStringList ExplanationPane::choiceWords(const PlanField &field) const
{
    const PlanController &controller = m_context.controller;
    const ResolvedPlan *resolved = controller.isStale() ? nullptr : controller.resolved();
    if (!resolved)
        return {};
    std::vector<Message> words;
    if (field.ids == IdSource::RematPolicies)
        words = policyWords(
            *resolved, resolved->plan.remat.policy, controller.library(), controller.answer());
    else if (field.ids == IdSource::Recipes)
        words = recipeWords(
            *resolved, resolved->plan.precision.recipe, controller.library(), controller.answer());
    QStringList sentences;
    for (const Message &message : words)
        sentences.append(localMessage(message));
    return sentences;
}

void ExplanationPane::showField(const QString &path)
{
    const PlanField *field = planField(path.toStdString());
    if (!field)
        return;
    static const Plan defaults;
    QStringList details;
    if (field->kind == FieldKind::Integer || field->kind == FieldKind::Real)
        details.append(rangeOf(*field));
    const QString usual = QString::fromStdString(field->get(defaults));
    if (!usual.isEmpty())
        details.append(tr("Default: %1.").arg(usual));
    else if (field->isOptional)
        details.append(tr("Optional."));
    //: How the field is spelt in plan files and on the command line.
    details.append(tr("Key in plan files and on the command line: %1.").arg(path));
    setTexts(fieldLabel(*field),
        inOneParagraph(QStringList { fieldPurpose(*field) } + choiceWords(*field)),
        inOneParagraph(details));
    if (!m_context.controller.isStale()) {
        showStep(m_down, path, -1);
        showStep(m_up, path, 1);
    }
}

void ExplanationPane::showStep(QPushButton *button, const QString &path, int direction)
{
    const PlanController &controller = m_context.controller;
    if (!controller.estimate())
        return;
    const auto step = whatIf(controller.plan(), path.toStdString(),
        direction > 0 ? StepDirection::Up : StepDirection::Down, controller.answer());
    if (!step)
        return;
    const Estimate &now = *controller.estimate();
    const std::string &value = step->changes.front().value;
    const double number = plainNumber(value).value_or(0);
    const QString changes = step->changes.size() > 1 ? changesText(step->changes)
        : number >= minShortened                     ? shortCountText(number)
                                                     : QString::fromStdString(value);
    //: Preview of a step of the focused field: change, then what it does to memory and step time.
    button->setText(tr("%1: %2, %3")
                        .arg(changes, bytesChangeText(step->estimate.memory.peak - now.memory.peak),
                            secondsChangeText(step->estimate.time.step - now.time.step)));
    button->setAccessibleName(tr("Next value of %1, %2").arg(pathLabel(path), button->text()));
    (direction > 0 ? m_upChanges : m_downChanges) = step->changes;
    button->show();
}

void ExplanationPane::showTerm(const QString &id)
{
    const Derivation *derivation = m_context.controller.derivation(id);
    if (!derivation) {
        setTexts(termText(id), {}, {});
        return;
    }
    const QString value = valueText(derivation->value, QString::fromStdString(derivation->unit));
    const QString formula = QString::fromStdString(derivation->formula);
    QStringList details;
    if (!derivation->assumption.empty())
        details.append(tr("Assumes: %1").arg(QString::fromStdString(derivation->assumption)));
    if (!derivation->source.empty())
        details.append(tr("Source: %1").arg(QString::fromStdString(derivation->source)));
    setTexts(tr("%1: %2").arg(QString::fromStdString(derivation->label), value), formula,
        details.join(QStringLiteral("  ")));
    m_math->setProperty("id", id);
    m_math->show();
}

} // namespace headroom
