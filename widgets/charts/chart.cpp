#include "widgets/charts/chart.h"

#include "model/base/files/write_file.h"
#include "widgets/look/panels.h"
#include "widgets/look/table_look.h"
#include "widgets/look/theme.h"

#include <qcustomplot.h>

#include <QAction>
#include <QBuffer>
#include <QClipboard>
#include <QFile>
#include <QGraphicsOpacityEffect>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QSvgGenerator>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

namespace headroom {
namespace {

constexpr QSize exportSize { 960, 540 };
constexpr double exportScale = 2; ///< of PNG files, for sharp print

} // namespace

Chart::Chart(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
    , m_stack(new QStackedWidget(this))
    , m_model(new ChartTableModel(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap(1));
    layout->addWidget(buildHeading());
    m_plot = new QCustomPlot(this); // after the buttons above it, for Tab
    m_sentence = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Muted, this);
    m_sentence->setWordWrap(true);
    layout->addWidget(m_sentence);
    layout->addWidget(m_stack, 1);

    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_plot->setFocusPolicy(Qt::NoFocus); // the table twin serves the keyboard
    m_plot->setAttribute(Qt::WA_NoMousePropagation, false); // the wheel belongs to the page
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setLocale(QLocale()); // long numbers in groups, as everywhere else
    m_plot->setMinimumHeight(gap(30));
    m_plot->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *picture = new QAction(tr("Copy the picture"), m_plot);
    auto *numbers = new QAction(tr("Copy the numbers"), m_plot);
    connect(picture, &QAction::triggered, this,
        [this] { QGuiApplication::clipboard()->setImage(image(exportSize, exportScale)); });
    connect(numbers, &QAction::triggered, this,
        [this] { QGuiApplication::clipboard()->setText(m_table.csv()); });
    m_plot->addActions({ picture, numbers });
    m_stack->addWidget(m_plot);
    auto *table = new QTableView(m_stack);
    auto *sorted = new QSortFilterProxyModel(table);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(ChartTableModel::SortRole);
    table->setModel(sorted);
    table->setSortingEnabled(true);
    table->sortByColumn(-1, Qt::AscendingOrder);
    auto *look = TableLook::apply(table);
    table->setAccessibleName(tr("Table of %1").arg(title));
    m_stack->addWidget(table);
    connect(m_tableButton, &QToolButton::toggled, m_stack, [this, look](bool on) {
        m_stack->setCurrentIndex(on ? 1 : 0);
        if (on)
            look->fit();
    });
}

QWidget *Chart::buildHeading()
{
    auto *heading = new QWidget(this);
    auto *row = new QHBoxLayout(heading);
    row->setContentsMargins(0, 0, 0, 0);
    auto *title = new TextLabel(m_title, TextRole::Heading, TextLabel::Ink::Normal, heading);
    title->setWordWrap(true);
    row->addWidget(title, 1);
    m_tableButton = new QToolButton(heading);
    m_tableButton->setIcon(themeIcon(QStringLiteral("table"), IconTint::Muted));
    m_tableButton->setCheckable(true);
    m_tableButton->setAutoRaise(true);
    m_tableButton->setToolTip(tr("Show the numbers as a table"));
    m_tableButton->setAccessibleName(tr("%1 as a table").arg(m_title));
    m_tableButton->setFocusPolicy(Qt::StrongFocus);
    auto *save = new QToolButton(heading);
    save->setIcon(themeIcon(QStringLiteral("image"), IconTint::Muted));
    save->setAutoRaise(true);
    save->setToolTip(tr("Save as PNG, SVG, PDF or CSV…"));
    save->setAccessibleName(tr("Save %1 as a file").arg(m_title));
    save->setFocusPolicy(Qt::StrongFocus);
    save->setObjectName(QStringLiteral("saveChart"));
    connect(save, &QToolButton::clicked, this, [this] { emit exportRequested(this); });
    row->addWidget(m_tableButton);
    row->addWidget(save);
    return heading;
}

void Chart::setTable(const ChartTable &table)
{
    m_table = table;
    m_model->setTable(table);
}

void Chart::setSentence(const QString &sentence)
{
    m_sentence->setText(sentence);
    m_plot->setAccessibleName(m_title);
    m_plot->setAccessibleDescription(sentence);
    setAccessibleName(m_title);
    setAccessibleDescription(sentence);
}

void Chart::setDimmed(bool dimmed)
{
    if (dimmed == (m_plot->graphicsEffect() != nullptr))
        return;
    QGraphicsOpacityEffect *effect = nullptr;
    if (dimmed) {
        effect = new QGraphicsOpacityEffect(m_plot);
        effect->setOpacity(0.4);
    }
    m_plot->setGraphicsEffect(effect);
}

void Chart::restyle()
{
    const ThemeColours colours = themeColours(palette());
    const QColor text = palette().color(QPalette::WindowText);
    m_plot->setBackground(QBrush(colours.card));
    for (QCPAxisRect *rect : m_plot->axisRects()) {
        for (QCPAxis *axis : rect->axes()) {
            axis->setBasePen(QPen(colours.muted));
            axis->setTickPen(QPen(colours.muted));
            axis->setSubTickPen(QPen(colours.grid));
            axis->setTickLabelColor(text);
            axis->setLabelColor(colours.muted);
            axis->setTickLabelFont(textFont(TextRole::Caption));
            axis->setLabelFont(textFont(TextRole::Caption));
            axis->grid()->setPen(QPen(colours.grid, 0));
            axis->grid()->setZeroLinePen(QPen(colours.grid, 0));
            axis->grid()->setSubGridVisible(false);
            axis->setSubTicks(false);
            axis->setTickLength(0, gap(1)); // outwards: nothing is drawn over the data
        }
    }
    m_plot->legend->setFont(textFont(TextRole::Caption));
    m_plot->legend->setIconSize(gap(6), QFontMetrics(textFont(TextRole::Caption)).height());
    m_plot->legend->setTextColor(text);
    m_plot->legend->setBrush(Qt::NoBrush);
    m_plot->legend->setBorderPen(Qt::NoPen);
    draw();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void Chart::putLegendBelow(int columns)
{
    auto *row = new QCPLayoutGrid;
    m_plot->plotLayout()->addElement(1, 0, row);
    row->addElement(0, 0, m_plot->legend);
    m_plot->plotLayout()->setRowStretchFactor(1, 0.001);
    m_plot->legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_plot->legend->setWrap(columns);
    m_plot->legend->setVisible(true);
}

QPointF Chart::pixelOf(const QPointF &place) const
{
    return { m_plot->xAxis->coordToPixel(place.x()), m_plot->yAxis->coordToPixel(place.y()) };
}

void Chart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
}

bool Chart::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_plot && event->type() == QEvent::MouseMove) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const QString text = textAt(mouse->position());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(mouse->globalPosition().toPoint(), text, m_plot);
        const QString id = idAt(mouse->position());
        if (id != m_pointed) {
            m_pointed = id;
            emit itemEntered(id);
        }
    } else if (watched == m_plot && event->type() == QEvent::MouseButtonRelease) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (const QString id = idAt(mouse->position());
            !id.isEmpty() && mouse->button() == Qt::LeftButton)
            emit itemActivated(id);
    } else if (watched == m_plot && event->type() == QEvent::Leave && !m_pointed.isEmpty()) {
        m_pointed.clear();
        emit itemEntered({});
    }
    if (watched == m_plot && event->type() == QEvent::Wheel) {
        event->ignore(); // the plot would take it and do nothing; the page scrolls
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void Chart::paintTitled(QCPPainter &painter, const QSize &size)
{
    auto *heading = new QCPTextElement(m_plot, m_title, textFont(TextRole::Heading));
    heading->setTextColor(palette().color(QPalette::WindowText));
    heading->setMargins(QMargins(0, gap(1), 0, gap(2)));
    m_plot->plotLayout()->insertRow(0);
    m_plot->plotLayout()->addElement(0, 0, heading);
    painter.fillRect(QRect(QPoint(0, 0), size), themeColours(palette()).card);
    m_plot->toPainter(&painter, size.width(), size.height());
    m_plot->plotLayout()->remove(heading);
    m_plot->plotLayout()->simplify();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QImage Chart::image(const QSize &size, double scale)
{
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    QCPPainter painter;
    painter.begin(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTitled(painter, size);
    painter.end();
    return image;
}

bool Chart::exportTo(const QString &file, Format format)
{
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    switch (format) {
    case Format::Csv:
        out.write(m_table.csv().toUtf8());
        break;
    case Format::Png:
        if (!image(exportSize, exportScale).save(&out, "PNG"))
            return false;
        break;
    case Format::Svg: {
        QSvgGenerator generator;
        generator.setOutputDevice(&out);
        generator.setSize(exportSize);
        generator.setViewBox(QRect(QPoint(0, 0), exportSize));
        generator.setTitle(m_title);
        generator.setDescription(m_sentence->text());
        QCPPainter painter;
        painter.begin(&generator);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        paintTitled(painter, exportSize);
        painter.end();
        break;
    }
    case Format::Pdf: {
        // The plot writes only to a file by name.
        const QTemporaryDir folder;
        QFile pages(folder.filePath(QStringLiteral("chart.pdf")));
        if (!m_plot->savePdf(pages.fileName(), exportSize.width(), exportSize.height(),
                QCP::epAllowCosmetic, {}, m_title)
            || !pages.open(QIODevice::ReadOnly))
            return false;
        out.write(pages.readAll());
        break;
    }
    }
    return writeFileAtomically(file.toStdString(), out.data().toStdString()).empty();
}

} // namespace headroom
