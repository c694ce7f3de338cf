#include "widgets/fields/field_editor.h"

#include "model/advice/field_steps.h"
#include "model/base/text/plain_number.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/framework_traits.h"
#include "model/session/known_releases.h"
#include "widgets/fields/choice_box.h"
#include "widgets/fields/number_box.h"
#include "widgets/fields/profile_picker.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/fields/text_choices.h"
#include "widgets/look/panels.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/planning/plan_steps.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace headroom {
namespace {

/// What the list of an empty field says; empty where a field is just empty.
QString wordOfNone(const PlanField &field)
{
    if (field.ids == IdSource::Machines)
        return FieldEditor::tr("none");
    //: In an empty field whose value is then chosen by the program.
    return hasTextChoices(QString::fromStdString(field.path)) ? FieldEditor::tr("automatic")
                                                              : QString();
}

} // namespace

FieldEditor::FieldEditor(PlanController &controller, const PlanField &field, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_field(field)
    , m_path(QString::fromStdString(field.path))
    , m_label(fieldLabel(field))
{
    createInput(field);
    setObjectName(QStringLiteral("field_%1").arg(m_path));
    m_input->setObjectName(m_path);
    m_input->setAccessibleName(m_label);
    m_input->setAccessibleDescription(fieldPurpose(field));
    m_input->setToolTip(fieldPurpose(field));
    m_input->setProperty("explain", QStringLiteral("field:%1").arg(m_path));
    m_input->installEventFilter(this);
    for (auto *line : m_input->findChildren<QLineEdit *>()) {
        line->installEventFilter(this);
        if (field.isOptional && field.path.starts_with("hardware."))
            line->setPlaceholderText(tr("profile value"));
    }

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(markWidth, markWidth, markWidth, markWidth);
    layout->setSpacing(gap(1));
    if (m_ownLabel) {
        layout->addWidget(m_input, 0, Qt::AlignLeft);
    } else {
        auto *row = new QHBoxLayout;
        row->setSpacing(gap(2));
        const bool isText = m_input->inherits("QLineEdit");
        m_input->setMinimumWidth(textWidth(26));
        m_input->setMaximumWidth(textWidth(isText ? 60 : 52));
        row->addWidget(m_input, isText ? 4 : 0);
        m_unit = new TextLabel(fieldUnit(field), TextRole::Body, TextLabel::Ink::Muted, this);
        row->addWidget(m_unit);
        if (field.ids == IdSource::Models || field.ids == IdSource::Accelerators)
            row->addWidget(browseButton());
        row->addStretch(1);
        layout->addLayout(row);
    }
    m_problem = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Bad, this);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("problem_%1").arg(m_path));
    // A message takes the width that there is: the form does not move under the hand that types.
    m_problem->setSizePolicy(wrappingPolicy());
    m_problem->hide();
    layout->addWidget(m_problem);
    connect(&controller, &PlanController::planChanged, this, &FieldEditor::readBack);
    connect(&controller, &PlanController::problemsChanged, this, &FieldEditor::showProblem);
    readBack();
    showProblem();
}

/// Opens a table with the figures by which one chooses.
QPushButton *FieldEditor::browseButton()
{
    auto *button = new QPushButton(themeIcon(QStringLiteral("table")), tr("Table…"), this);
    button->setObjectName(QStringLiteral("browse_%1").arg(m_path));
    button->setAccessibleName(tr("%1 from a table").arg(m_label));
    connect(button, &QPushButton::clicked, this, [this] {
        auto *picker = new ProfilePicker(
            m_controller.library(), m_field.ids, m_controller.text(m_path), window());
        connect(picker, &ProfilePicker::chosen, this, [this](const QString &id) {
            m_controller.endEdit();
            m_controller.edit(m_path, id);
        });
        picker->open();
    });
    return button;
}

void FieldEditor::createInput(const PlanField &field)
{
    if (field.kind == FieldKind::Boolean) {
        auto *box = new QCheckBox(m_label, this);
        connect(box, &QCheckBox::toggled, this,
            [this](bool on) { takeText(on ? QStringLiteral("true") : QStringLiteral("false")); });
        m_ownLabel = true;
        m_input = box;
        return;
    }
    const bool isList = field.kind == FieldKind::WordList || hasTextChoices(m_path);
    if (field.kind == FieldKind::Choice || isList || field.ids != IdSource::None
        || field.isRelease) {
        const auto typing = field.kind == FieldKind::Choice ? ChoiceBox::Typing::Fixed
            : field.ids != IdSource::None                   ? ChoiceBox::Typing::Name
                                                            : ChoiceBox::Typing::Search;
        auto *box = new ChoiceBox(
            typing, [this] { return choices(); }, this);
        connect(box, &ChoiceBox::textEdited, this, &FieldEditor::takeText);
        box->setVolatile(field.isRelease || hasTextChoices(m_path)); // they change with the plan
        if (field.ids != IdSource::None)
            box->setMeaning([this](const QString &text) { return idOf(text); });
        m_input = box;
        return;
    }
    if (field.kind == FieldKind::Integer || field.kind == FieldKind::Real) {
        auto *box = new NumberBox(this);
        const auto direction
            = [](int steps) { return steps > 0 ? StepDirection::Up : StepDirection::Down; };
        box->setStepper({ [this, direction](int steps) {
                             return nextFieldValue(
                                 m_controller.plan(), m_field.path, direction(steps))
                                 .has_value();
                         },
            [this, direction](int steps) { m_controller.stepField(m_path, direction(steps)); } });
        connect(box, &NumberBox::textEdited, this, &FieldEditor::takeNumber);
        connect(box, &NumberBox::editingFinished, this, &FieldEditor::readBack);
        m_input = box;
        return;
    }
    auto *line = new QLineEdit(this);
    line->setMinimumWidth(textWidth(22));
    connect(line, &QLineEdit::textEdited, this, &FieldEditor::takeText);
    m_input = line;
}

/// The id that a text is an alias of; empty when it is none.
QString FieldEditor::idOf(const QString &text) const
{
    const ProfileLibrary &library = m_controller.library();
    const std::string alias = text.trimmed().toLower().toStdString();
    if (m_field.ids == IdSource::Models) {
        const auto model = library.model(alias);
        return model ? QString::fromStdString((*model)->id) : QString();
    }
    if (m_field.ids != IdSource::Accelerators)
        return {};
    const auto chip = library.accelerator(alias);
    return chip ? QString::fromStdString((*chip)->id) : QString();
}

/// Known releases, those that go together with the plan above a line.
QStringList FieldEditor::releases() const
{
    QStringList texts;
    const PlanServices &services = m_controller.services();
    const auto table = services.releases ? services.releases() : nullptr;
    const ResolvedPlan *resolved = m_controller.resolved();
    if (!table || !resolved)
        return texts;
    const auto catalogue = services.flags();
    bool fitted = false;
    for (const KnownRelease &known : knownReleases(*table, catalogue.get(), m_controller.plan(),
             resolved->accelerator.kind == AcceleratorKind::Tpu, m_field.path)) {
        if (fitted && !known.fits)
            texts.append(QString()); // the line
        fitted = known.fits;
        texts.append(QString::fromStdString(known.release));
    }
    return texts;
}

QStringList FieldEditor::choices() const
{
    if (m_field.isRelease)
        return releases();
    if (hasTextChoices(m_path))
        return QStringList(wordOfNone(m_field)) + textChoices(m_path, m_controller);
    std::vector<std::string> ids;
    switch (m_field.ids) {
    case IdSource::Models:
        ids = m_controller.library().modelIds();
        break;
    case IdSource::Accelerators:
        ids = m_controller.library().acceleratorIds();
        break;
    case IdSource::Machines:
        ids = m_controller.library().machineIds();
        break;
    case IdSource::RematPolicies:
        ids = m_controller.library().rematPolicyIds();
        break;
    case IdSource::Recipes:
        ids = m_controller.library().recipeIds();
        break;
    case IdSource::None:
        ids = m_field.choices;
        break;
    }
    QStringList texts;
    if (m_field.ids == IdSource::Machines)
        texts.append(wordOfNone(m_field));
    for (const std::string &id : ids)
        texts.append(QString::fromStdString(id));
    return texts;
}

void FieldEditor::readBack()
{
    const QString text = m_controller.text(m_path);
    if (m_isTaking) {
        // An input is not rewritten under the hands of its user.
    } else if (auto *box = qobject_cast<QCheckBox *>(m_input)) {
        const QSignalBlocker blocker(box);
        box->setChecked(text == QLatin1String("true"));
    } else if (auto *choice = qobject_cast<ChoiceBox *>(m_input)) {
        choice->setChoiceText(text.isEmpty() ? wordOfNone(m_field) : text);
    } else if (auto *number = qobject_cast<NumberBox *>(m_input)) {
        // What the user types stays as it is until the focus leaves, as long as it means the same.
        const bool isRefused = m_controller.isRefused(m_path);
        const auto typed = typedValue(number->text(), thousand());
        if (isRefused || !number->hasFocus() || !typed || typed != plainNumber(text.toStdString()))
            number->setValueText(isRefused ? text : shownNumber(text));
        m_unit->setText(unitBeside());
    } else if (auto *line = qobject_cast<QLineEdit *>(m_input); line && line->text() != text) {
        line->setText(text);
        line->home(false); // a long text shows its start
    }
    // An option that the framework lacks can be taken back, but not set.
    const Plan &plan = m_controller.plan();
    const bool isForeign = isForeignOption(plan, m_field);
    m_input->setEnabled(!isForeign || m_field.get(plan) != m_field.get(Plan {}));
    const std::string framework { frameworkTraits(plan.framework).title };
    //: %1 is a framework, as Megatron-LM.
    const QString why = tr("%1 does not have this option.").arg(QString::fromStdString(framework));
    m_input->setToolTip(m_input->isEnabled() ? fieldPurpose(m_field) : why);
}

/// Zeros are hard to count: a large number is named beside its unit, "tokens (1 T)", and a number
/// that was typed in short is written out, "= 1,000,000,000,000 tokens".
QString FieldEditor::unitBeside() const
{
    constexpr double hardToCount = 1e6, worthWritingOut = 1e3;
    const QString plain = m_controller.text(m_path);
    const QString unit = fieldUnit(m_field, plain);
    const auto *box = qobject_cast<NumberBox *>(m_input);
    const auto value = plainNumber(plain.toStdString());
    if (!box || !value || m_controller.isRefused(m_path))
        return unit;
    if (box->valueText() != shownNumber(plain) && *value >= worthWritingOut)
        return QStringLiteral("= %1 %2").arg(countText(*value), unit).trimmed();
    return *value < hardToCount ? unit
                                : QStringLiteral("%1 (%2)").arg(unit, shortCountText(*value));
}

/// A context of 8k has 8192 tokens; everything else is counted in thousands.
Thousand FieldEditor::thousand() const
{
    return m_field.path == "workload.sequence_length" ? Thousand::Binary : Thousand::Decimal;
}

void FieldEditor::setPlaceholder(const QString &text)
{
    for (auto *line : m_input->findChildren<QLineEdit *>())
        line->setPlaceholderText(text);
    if (auto *line = qobject_cast<QLineEdit *>(m_input))
        line->setPlaceholderText(text);
}

void FieldEditor::takeText(const QString &text)
{
    const QScopedValueRollback taking(m_isTaking, true);
    const QString none = wordOfNone(m_field);
    m_controller.edit(m_path, !none.isEmpty() && text == none ? QString() : text);
    if (m_unit)
        m_unit->setText(m_field.kind == FieldKind::Integer || m_field.kind == FieldKind::Real
                ? unitBeside()
                : fieldUnit(m_field));
}

void FieldEditor::takeNumber(const QString &text)
{
    const TypedNumber number = typedNumber(text, thousand());
    if (!number.isAmbiguous)
        return takeText(number.plain);
    const QScopedValueRollback taking(m_isTaking, true);
    QString joined = text.trimmed();
    joined.remove(QLatin1Char('.'));
    QString fraction = text.trimmed();
    fraction.replace(QLatin1Char('.'), QLocale().decimalPoint());
    m_controller.refuse(m_path, text,
        { "ambiguous-number", {},
            { text.toStdString(), joined.toStdString(), fraction.toStdString() } });
}

void FieldEditor::showProblem()
{
    // What a later step has to answer is told where it was caused, but nothing is wrong here.
    const PlanProblem *own = nullptr;
    const PlanProblem *shared = nullptr;
    bool marked = false;
    for (const PlanProblem &problem : m_controller.problems()) {
        const bool isHere = latestStep(problem.paths) <= stepOf(m_path);
        if (problem.primaryPath == m_path && !own) {
            own = &problem;
            marked = isHere;
        } else if (problem.paths.contains(m_path) && isHere && !shared) {
            shared = &problem; // its frame is at the field that tells it
        }
    }
    if (!own && !shared && !m_isTold)
        return;
    m_isTold = own || shared;
    m_marked = marked;
    m_problem->setInk(marked ? TextLabel::Ink::Bad : TextLabel::Ink::Warning);
    m_problem->setText(own ? own->text : QString());
    m_problem->setVisible(own);
    const QString purpose = fieldPurpose(m_field);
    const PlanProblem *any = own ? own : shared;
    m_input->setAccessibleDescription(any ? inOneParagraph({ any->text, purpose }) : purpose);
    m_input->setToolTip(any ? any->text : purpose);
    delete m_repairs;
    m_repairs = own && !own->repairs.empty()
        ? new RepairButtons(m_controller, priceless(own->repairs), this)
        : nullptr;
    if (m_repairs)
        layout()->addWidget(m_repairs);
    update();
}

void FieldEditor::setHighlighted(bool highlighted)
{
    if (highlighted == m_highlighted)
        return;
    m_highlighted = highlighted;
    update();
}

void FieldEditor::paintEvent(QPaintEvent *)
{
    if (!m_marked && !m_highlighted)
        return;
    const ThemeColours colours = themeColours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_marked ? colours.bad : colours.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(m_input->geometry()).adjusted(-1, -1, 1, 1), 3, 3);
}

bool FieldEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Undo and redo belong to the plan's history, not to the text field.
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    } else if (event->type() == QEvent::FocusIn) {
        // A list that closes, or the window that comes back, gives the focus to the same visit.
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            m_controller.endEdit();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headroom
