#include "widgets/runs/calibration_card.h"

#include "model/calibration/calibration_report.h"
#include "widgets/look/table_look.h"
#include "widgets/results/lever_models.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr int maxRows = 8; ///< that are shown without scrolling
constexpr int digits = 3;

/// What moves in a mode, as it stands behind an error: "4.1 % with few constants".
QString modeText(CalibrationMode mode, const QString &error)
{
    switch (mode) {
    case CalibrationMode::One:
        return CalibrationCard::tr("%1 with one factor on the step").arg(error);
    case CalibrationMode::Few:
        return CalibrationCard::tr("%1 with few constants").arg(error);
    case CalibrationMode::Many:
        return CalibrationCard::tr("%1 with many constants").arg(error);
    case CalibrationMode::None:
        break;
    }
    return CalibrationCard::tr("%1 by the profiles alone").arg(error);
}

std::optional<double> errorOf(const Calibration &own, CalibrationMode mode)
{
    return own.leftOutMedian.at(static_cast<std::size_t>(mode));
}

QString choiceText(const Calibration &own)
{
    const QString count = own.runs == 1
        ? CalibrationCard::tr("One configuration")
        : CalibrationCard::tr("%n configurations", nullptr, own.runs);
    if (own.runs < 2 && own.chosen == CalibrationMode::None)
        return CalibrationCard::tr("%1: needs at least two configurations to calibrate the step "
                                   "time; one configuration says nothing about another.")
            .arg(count);
    const auto before = errorOf(own, CalibrationMode::None), after = errorOf(own, own.chosen);
    if (own.chosen == CalibrationMode::None || !before || !after)
        return CalibrationCard::tr("%1: the profiles already predict these runs as well as any "
                                   "calibrated constant would; nothing was changed.")
            .arg(count);
    //: Number of configurations; the error before; the error after, with what was moved.
    return CalibrationCard::tr("%1: error on held-out runs %2 → %3.")
        .arg(count, shareText(*before), modeText(own.chosen, shareText(*after)));
}

QString modesText(const Calibration &own)
{
    QStringList parts;
    for (const CalibrationMode mode : { CalibrationMode::None, CalibrationMode::One,
             CalibrationMode::Few, CalibrationMode::Many })
        if (const auto error = errorOf(own, mode))
            parts.append(modeText(mode, shareText(*error)));
    QStringList sentences;
    if (!parts.isEmpty() && own.runs > 1)
        sentences.append(
            CalibrationCard::tr("Median error of each run predicted from the others: %1.")
                .arg(inOneSentence(parts)));
    if (own.plainPeak && own.leftOutPeak)
        sentences.append(
            CalibrationCard::tr("Peak memory: error %1 without a separate factor, %2 with one.")
                .arg(shareText(*own.plainPeak), shareText(*own.leftOutPeak)));
    return inOneParagraph(sentences);
}

ChangeTable::Row rowOf(const CalibratedConstant &own)
{
    const QString unit = QString::fromStdString(own.unit);
    const auto value = [&](double number) {
        return unit == QLatin1String("1") ? numberText(number, digits) : valueText(number, unit);
    };
    ChangeTable::Row row;
    const QString id = QString::fromStdString(constantId(own.constant));
    row.cells = { { modelText("model/constants", own.name), {}, 0 }, { id, {}, 0 },
        { value(own.prior), own.prior, 0 }, { value(own.posterior), own.posterior, 0 },
        { rangeText(value(own.p10), value(own.p90)), own.p10, 0 } };
    row.toolTip = row.cells.front().text;
    return row;
}

} // namespace

CalibrationCard::CalibrationCard(QWidget *parent)
    : Card(tr("Calibration"), parent)
    , m_choice(new TextLabel({}, TextRole::Strong, TextLabel::Ink::Normal, this))
    , m_modes(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_table(new QTableView(this))
    , m_model(new ChangeTable(
          { tr("Constant"), tr("Of"), tr("From"), tr("To"), tr("80 % interval") }, this))
    , m_use(new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this))
    , m_useButton(new QPushButton(tr("&Use for this plan"), this))
    , m_saveButton(new QPushButton(tr("Save as &cluster profile…"), this))
{
    setObjectName(QStringLiteral("calibration"));
    m_choice->setObjectName(QStringLiteral("calibrationChoice"));
    m_use->setObjectName(QStringLiteral("calibrationUse"));
    m_table->setObjectName(QStringLiteral("calibrationTable"));
    m_table->setAccessibleName(tr("Constants that changed"));
    m_useButton->setObjectName(QStringLiteral("useCalibration"));
    m_saveButton->setObjectName(QStringLiteral("saveCalibration"));
    m_table->setModel(m_model);
    TableLook::apply(m_table, TableLook::Room::ToColumn, 0);
    for (TextLabel *label : { m_choice, m_modes, m_use })
        label->setWordWrap(true);
    body()->addWidget(m_choice);
    body()->addWidget(m_modes);
    body()->addWidget(m_table);
    body()->addWidget(m_use);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_useButton);
    buttons->addWidget(m_saveButton);
    buttons->addStretch(1);
    body()->addLayout(buttons);
    connect(m_useButton, &QPushButton::clicked, this, &CalibrationCard::useWanted);
    connect(m_saveButton, &QPushButton::clicked, this, &CalibrationCard::saveWanted);
}

void CalibrationCard::setCalibration(const Calibration &calibration)
{
    m_choice->setText(choiceText(calibration));
    m_modes->setText(modesText(calibration));
    m_modes->setVisible(!m_modes->text().isEmpty());
    std::vector<ChangeTable::Row> rows;
    for (const CalibratedConstant &own : movedConstants(calibration))
        rows.push_back(rowOf(own));
    m_hasMoved = !rows.empty();
    m_model->setRows(std::move(rows));
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + std::min(m_model->rowCount(), maxRows) * m_table->verticalHeader()->defaultSectionSize()
        + gap(2));
    showButtons();
}

void CalibrationCard::setProblem(const QString &why)
{
    m_choice->setText(why);
    m_modes->setVisible(false);
    m_hasMoved = false;
    m_model->setRows({});
    showButtons();
}

void CalibrationCard::setUse(const QString &source, bool isUsed, const QString &problem)
{
    m_isUsed = isUsed;
    m_use->setInk(problem.isEmpty() ? TextLabel::Ink::Muted : TextLabel::Ink::Warning);
    m_use->setText(!problem.isEmpty() ? problem
            : isUsed
            ? tr("The plan is calibrated by %1; the runs above were used to find the constants.")
                  .arg(source)
            : tr("With “Use for this plan” the plan names %1; undo takes it back.").arg(source));
    showButtons();
}

void CalibrationCard::showButtons()
{
    m_table->setVisible(m_hasMoved);
    m_useButton->setEnabled(m_hasMoved && !m_isUsed);
    m_saveButton->setEnabled(m_hasMoved);
    m_use->setVisible(m_hasMoved || m_isUsed);
}

} // namespace headroom
