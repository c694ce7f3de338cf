// What the style of the program draws of each control in each state, its sizes and its colours.
#include "fixed_look.h"
#include "paint_recorder.h"
#include "window_walk.h"

#include "widgets/look/series_colours.h"
#include "widgets/look/spacing.h"
#include "widgets/look/style_drawing.h"
#include "widgets/look/theme_icon.h"

#include <QDialog>
#include <QMenuBar>
#include <QPushButton>
#include <QStyleOption>
#include <QTableView>

using namespace headroom;

namespace {

constexpr QRect room { 10, 20, 120, 28 };
constexpr const char *letters = "&Find a plan";

const QList<std::pair<QStyle::State, const char *>> states {
    { QStyle::State_None, "off" },
    { QStyle::State_Enabled, "on" },
    { QStyle::State_Enabled | QStyle::State_MouseOver, "under the mouse" },
    { QStyle::State_Enabled | QStyle::State_HasFocus, "with focus" },
    { QStyle::State_Enabled | QStyle::State_On, "checked" },
    { QStyle::State_Enabled | QStyle::State_Sunken, "pressed" },
    { QStyle::State_Enabled | QStyle::State_Selected, "selected" },
};

const QList<std::pair<QStyle::PrimitiveElement, const char *>> primitives {
    { QStyle::PE_IndicatorCheckBox, "check box" },
    { QStyle::PE_IndicatorItemViewItemCheck, "check of a row" },
    { QStyle::PE_IndicatorRadioButton, "radio button" },
    { QStyle::PE_PanelButtonCommand, "button" },
    { QStyle::PE_FrameFocusRect, "focus" },
    { QStyle::PE_Frame, "frame" },
    { QStyle::PE_PanelScrollAreaCorner, "corner" },
    { QStyle::PE_FrameTabBarBase, "base of tabs" },
    { QStyle::PE_FrameLineEdit, "field" },
};

} // namespace

class StyleTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_primary.setProperty(primaryProperty, true);
        m_left.setProperty("alignLeft", true);
    }
    void cleanup() { applyAppearance(Appearance::Light); }

    void isDrawnAsRecorded_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void isDrawnAsRecorded()
    {
        QFETCH(bool, isDark);
        applyAppearance(isDark ? Appearance::Dark : Appearance::Light);
        m_lines.clear();
        addPrimitives();
        addLabels();
        addHeadersAndTabs();
        addMenusAndBars();
        addFields();
        addScrollBars();
        compareWithRecorded(m_lines,
            isDark ? QStringLiteral("../blueprint/style-dark.txt")
                   : QStringLiteral("../blueprint/style-light.txt"));
    }

    void hasTheSizesAndColoursRecorded()
    {
        m_lines.clear();
        addSizes();
        for (const Appearance appearance : { Appearance::Light, Appearance::Dark })
            addColours(appearance);
        compareWithRecorded(m_lines, QStringLiteral("../blueprint/style-sizes.txt"));
    }

    /// Return presses a button of the window, and Qt's own default does so in a dialog.
    void buttonsOfTheWindowTakeReturn()
    {
        QWidget window;
        QDialog dialog;
        QPushButton ours(&window), of(&dialog);
        ours.ensurePolished();
        of.ensurePolished();
        QVERIFY(ours.autoDefault());
        QCOMPARE(of.autoDefault(), QPushButton(&dialog).autoDefault());
    }

private:
    QStyle &style() { return *QApplication::style(); }

    template <class Option> void prepare(Option &option, QStyle::State state)
    {
        option.rect = room;
        option.state = state;
        option.palette = QApplication::palette();
        option.fontMetrics = QFontMetrics(QApplication::font());
    }

    void note(const QString &what, const std::function<void(QPainter &)> &paint)
    {
        m_lines << QStringLiteral("= ") + what;
        m_lines += paintedBy(room.size() * 2, paint);
    }

    void addPrimitives()
    {
        const QList<std::pair<const QWidget *, const char *>> owners { { &m_plain, "" },
            { &m_primary, " primary" }, { &m_view, " of a table" } };
        for (const auto &[element, name] : primitives)
            for (const auto &[state, condition] : states)
                for (const auto &[owner, of] : owners) {
                    QStyleOptionFrame option;
                    prepare(option, state);
                    note(QStringLiteral("%1%2, %3")
                             .arg(QLatin1String(name), QLatin1String(of), QLatin1String(condition)),
                        [&, &element = element, &owner = owner](QPainter &painter) {
                            style().drawPrimitive(element, &option, &painter, owner);
                        });
                }
    }

    void addLabels()
    {
        const QList<std::pair<const QWidget *, const char *>> owners { { &m_plain, "label" },
            { &m_primary, "primary label" }, { &m_left, "label at the left" } };
        for (const auto &[owner, name] : owners)
            for (const bool hasIcon : { false, true })
                for (const Qt::LayoutDirection direction : { Qt::LeftToRight, Qt::RightToLeft })
                    for (const auto &[state, condition] : states)
                        for (const int width : { 320, 90 }) {
                            QStyleOptionButton option;
                            prepare(option, state);
                            option.rect.setWidth(width);
                            option.direction = direction;
                            option.text = QString::fromLatin1(letters);
                            option.iconSize = { 16, 15 };
                            if (hasIcon)
                                option.icon = themeIcon(QStringLiteral("fix"));
                            note(QStringLiteral("%1%2, %3, %4 wide%5")
                                     .arg(QLatin1String(name),
                                         hasIcon ? QStringLiteral(" with icon") : QString(),
                                         QLatin1String(condition), QString::number(width),
                                         direction == Qt::RightToLeft ? QStringLiteral(", mirrored")
                                                                      : QString()),
                                [&, &owner = owner](QPainter &painter) {
                                    style().drawControl(
                                        QStyle::CE_PushButtonLabel, &option, &painter, owner);
                                });
                        }
    }

    void addHeadersAndTabs()
    {
        for (const auto &[state, condition] : states) {
            for (const auto position : { QStyleOptionHeader::Beginning, QStyleOptionHeader::Middle,
                     QStyleOptionHeader::End, QStyleOptionHeader::OnlyOneSection }) {
                QStyleOptionHeader option;
                prepare(option, state);
                option.text = QStringLiteral("Least multiple of it");
                option.position = position;
                option.orientation = Qt::Horizontal;
                for (const auto element : { QStyle::CE_HeaderSection, QStyle::CE_HeaderLabel })
                    note(QStringLiteral("heading %1, %2").arg(position).arg(condition),
                        [&](QPainter &painter) {
                            style().drawControl(element, &option, &painter);
                        });
            }
            QStyleOptionTab tab;
            prepare(tab, state);
            note(QStringLiteral("tab, ") + condition, [&](QPainter &painter) {
                style().drawControl(QStyle::CE_TabBarTabShape, &tab, &painter);
            });
        }
    }

    void addMenusAndBars()
    {
        for (const auto &[state, condition] : states) {
            QStyleOptionMenuItem item;
            prepare(item, state);
            item.text = QStringLiteral("&View");
            for (const auto &[element, name] : { std::pair { QStyle::CE_MenuBarItem, "menu" },
                     { QStyle::CE_MenuBarEmptyArea, "rest of the menus" } })
                note(QStringLiteral("%1, %2").arg(QLatin1String(name), QLatin1String(condition)),
                    [&, &element = element](
                        QPainter &painter) { style().drawControl(element, &item, &painter); });
            QStyleOptionToolBar bar;
            prepare(bar, state);
            note(QStringLiteral("tool bar, ") + condition, [&](QPainter &painter) {
                style().drawControl(QStyle::CE_ToolBar, &bar, &painter);
            });
            QStyleOptionViewItem row;
            prepare(row, state);
            row.text = QStringLiteral("row");
            row.features = QStyleOptionViewItem::HasDisplay;
            row.showDecorationSelected = true;
            note(QStringLiteral("row, ") + condition, [&](QPainter &painter) {
                style().drawControl(QStyle::CE_ItemViewItem, &row, &painter, &m_view);
            });
            note(QStringLiteral("ground of a row, ") + condition, [&](QPainter &painter) {
                style().drawPrimitive(QStyle::PE_PanelItemViewRow, &row, &painter, &m_view);
            });
        }
    }

    void addFields()
    {
        for (const auto &[state, condition] : states)
            for (const bool isEditable : { false, true }) {
                QStyleOptionComboBox option;
                prepare(option, state);
                option.editable = isEditable;
                option.subControls = QStyle::SC_All;
                for (const Qt::LayoutDirection direction : { Qt::LeftToRight, Qt::RightToLeft }) {
                    option.direction = direction;
                    note(QStringLiteral("choice%1%2, %3")
                             .arg(isEditable ? QStringLiteral(" to type in") : QString(),
                                 direction == Qt::RightToLeft ? QStringLiteral(" mirrored")
                                                              : QString(),
                                 QLatin1String(condition)),
                        [&](QPainter &painter) {
                            style().drawComplexControl(QStyle::CC_ComboBox, &option, &painter);
                        });
                }
            }
    }

    void addScrollBars()
    {
        for (const auto &[state, condition] : states)
            for (const bool isUpright : { false, true })
                for (const int position : { 0, 300, 1000 })
                    for (const int maximum : { 0, 1000 }) {
                        QStyleOptionSlider option;
                        prepare(option, state);
                        option.rect = isUpright ? QRect(4, 6, 12, 300) : QRect(4, 6, 300, 12);
                        option.orientation = isUpright ? Qt::Vertical : Qt::Horizontal;
                        option.maximum = maximum;
                        option.pageStep = 250;
                        option.sliderPosition = option.sliderValue = position;
                        note(QStringLiteral("scroll bar%1 at %2 of %3, %4")
                                 .arg(isUpright ? QStringLiteral(" upright") : QString())
                                 .arg(position)
                                 .arg(maximum)
                                 .arg(condition),
                            [&](QPainter &painter) {
                                style().drawComplexControl(QStyle::CC_ScrollBar, &option, &painter);
                            });
                        for (const auto part : { QStyle::SC_ScrollBarGroove,
                                 QStyle::SC_ScrollBarSlider, QStyle::SC_ScrollBarSubPage,
                                 QStyle::SC_ScrollBarAddPage, QStyle::SC_ScrollBarAddLine }) {
                            const QRect rect
                                = style().subControlRect(QStyle::CC_ScrollBar, &option, part);
                            m_lines << QStringLiteral("part %1: %2,%3 %4x%5")
                                           .arg(part)
                                           .arg(rect.x())
                                           .arg(rect.y())
                                           .arg(rect.width())
                                           .arg(rect.height());
                        }
                    }
    }

    void addSizes()
    {
        for (const auto metric :
            { QStyle::PM_ScrollBarExtent, QStyle::PM_ScrollBarSliderMin, QStyle::PM_TabBarTabHSpace,
                QStyle::PM_TabBarTabShiftVertical, QStyle::PM_TabBarTabShiftHorizontal,
                QStyle::PM_HeaderMargin, QStyle::PM_FocusFrameHMargin, QStyle::PM_ButtonMargin })
            for (const QWidget *owner :
                { static_cast<QWidget *>(&m_plain), static_cast<QWidget *>(&m_view) })
                m_lines << QStringLiteral("metric %1: %2")
                               .arg(metric)
                               .arg(style().pixelMetric(metric, nullptr, owner));
        m_lines << QStringLiteral("icons in dialogs: %1")
                       .arg(style().styleHint(QStyle::SH_DialogButtonBox_ButtonsHaveIcons));
        for (const bool hasIcon : { false, true })
            for (const char *text : { "", "Find" }) {
                QStyleOptionButton option;
                prepare(option, QStyle::State_Enabled);
                option.text = QString::fromLatin1(text);
                if (hasIcon)
                    option.icon = themeIcon(QStringLiteral("fix"));
                const QSize size
                    = style().sizeFromContents(QStyle::CT_PushButton, &option, { 60, 20 });
                m_lines << QStringLiteral("button \"%1\"%2: %3x%4")
                               .arg(option.text, hasIcon ? QStringLiteral(" with icon") : QString())
                               .arg(size.width())
                               .arg(size.height());
            }
        for (int steps = 0; steps <= 12; ++steps)
            m_lines << QStringLiteral("gap %1: %2, %1 letters: %3")
                           .arg(steps)
                           .arg(gap(steps))
                           .arg(textWidth(steps));
        for (const TextRole role : { TextRole::Title, TextRole::Heading, TextRole::Strong,
                 TextRole::Body, TextRole::Caption, TextRole::Figure, TextRole::Code }) {
            const QFont font = textFont(role);
            m_lines << QStringLiteral("letters %1: %2 high, weight %3%4")
                           .arg(static_cast<int>(role))
                           .arg(QFontMetrics(font).height())
                           .arg(font.weight())
                           .arg(font.fixedPitch() ? QStringLiteral(", as wide as each other")
                                                  : QString());
        }
        m_lines << QStringLiteral("wrapped labels: %1/%2, height by width %3")
                       .arg(wrappingPolicy().horizontalPolicy())
                       .arg(wrappingPolicy().verticalPolicy())
                       .arg(wrappingPolicy().hasHeightForWidth());
    }

    void addColours(Appearance appearance)
    {
        applyAppearance(appearance);
        const QPalette palette = QApplication::palette();
        m_lines << (isDark(palette) ? QStringLiteral("= dark") : QStringLiteral("= light"));
        for (const auto group : { QPalette::Active, QPalette::Disabled })
            for (int role = 0; role < QPalette::NColorRoles; ++role)
                m_lines << QStringLiteral("role %1.%2: %3")
                               .arg(group)
                               .arg(role)
                               .arg(palette.color(group, QPalette::ColorRole(role))
                                        .name(QColor::HexArgb));
        const ThemeColours c = themeColours(palette);
        for (const QColor &colour : { c.card, c.border, c.muted, c.accent, c.accentSoft, c.good,
                 c.warning, c.bad, c.goodSoft, c.warningSoft, c.badSoft, c.grid })
            m_lines << QStringLiteral("colour ") + colour.name(QColor::HexArgb);
        for (int i = 0; i < 2 * chipColours; ++i)
            m_lines << QStringLiteral("series %1: pin %2, chip %3")
                           .arg(i)
                           .arg(pinColour(i, palette).name(), chipColour(i, palette).name());
        for (const char *id :
            { "forward", "backward", "optimizer", "gemm", "exposed_fsdp", "other" })
            m_lines << QStringLiteral("series of %1: %2")
                           .arg(QLatin1String(id),
                               seriesColour(QString::fromLatin1(id), palette).name());
        for (const bool isHatchedOne : { false, true })
            note(QStringLiteral("segment"), [&](QPainter &painter) {
                paintSeries(painter, QRectF(room), pinColour(1, palette), isHatchedOne);
            });
    }

    QStringList m_lines;
    QWidget m_plain;
    QPushButton m_primary, m_left;
    QTableView m_view;
};

int main(int count, char **words)
{
    return runWithFixedLook<StyleTest>(count, words);
}
#include "tst_style.moc"
