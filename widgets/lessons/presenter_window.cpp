#include "widgets/lessons/presenter_window.h"

#include "widgets/lessons/lesson_document.h"
#include "widgets/lessons/lesson_figure_view.h"
#include "widgets/lessons/lesson_session.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace headroom {
namespace {

// Type by the height of the projected picture: what the last row of a classroom can read is a
// matter of that share and not of points. ASSUMED: one part in thirty, body text of slides.
constexpr double largestShare = 1 / 18.0;
constexpr double smallestShare = 1 / 30.0;
constexpr double footerShare = 1 / 42.0; ///< where one is, not what one reads
constexpr double barShare = 1 / 24.0; ///< of each bar of the figure
constexpr double zoomStep = 1.15;

} // namespace

PresenterWindow::PresenterWindow(LessonSession &session, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_session(session)
    , m_title(new QLabel(this))
    , m_figure(new LessonFigureView(session, this))
    , m_text(new QTextBrowser(this))
    , m_footer(new QLabel(this))
    , m_keys(new QLabel(this))
{
    setObjectName(QStringLiteral("presenterWindow"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Presenter view"));
    setAccessibleName(tr("Presenter view"));
    setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_title->setWordWrap(true);
    m_title->setObjectName(QStringLiteral("presenterTitle"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setObjectName(QStringLiteral("presenterText"));
    m_text->setAccessibleName(tr("Lesson text"));
    m_text->installEventFilter(this);
    m_text->setFocus();
    layout->addWidget(m_title);
    layout->addWidget(m_figure);
    layout->addWidget(m_text, 1);
    auto *footer = new QHBoxLayout;
    footer->addWidget(m_footer, 1);
    footer->addWidget(m_keys);
    layout->addLayout(footer);
    m_keys->setText(tr("Space reads on \u00b7 arrows walk \u00b7 + and \u2212 size \u00b7 I "
                       "inverts \u00b7 A answer \u00b7 "
                       "F11 full screen \u00b7 Esc ends"));
    connect(&session, &LessonSession::placeChanged, this, &PresenterWindow::showPlace);
    connect(&session, &LessonSession::contentChanged, this, &PresenterWindow::render);
    connect(&session, &LessonSession::left, this, &QWidget::close);
    connect(
        m_text->verticalScrollBar(), &QScrollBar::valueChanged, this, &PresenterWindow::showFooter);
    resize(1280, 720);
    applyColours();
    showPlace();
}

double PresenterWindow::textSize() const
{
    return m_size;
}

double PresenterWindow::pointsOf(double share) const
{
    constexpr double pointsPerInch = 72;
    return share * height() * pointsPerInch / logicalDpiY();
}

bool PresenterWindow::hasMore() const
{
    const QScrollBar *bar = m_text->verticalScrollBar();
    return bar->value() < bar->maximum();
}

void PresenterWindow::showFooter()
{
    const QString place
        = tr("%1   %2 / %3")
              .arg(m_session.lesson() ? QString::fromStdString(m_session.lesson()->title)
                                      : QString())
              .arg(m_session.place() + 1)
              .arg(m_session.placeCount());
    m_footer->setText(hasMore() ? place + QStringLiteral("   \u25be ") + tr("more") : place);
}

void PresenterWindow::applyColours()
{
    const QColor paper = m_isDark ? Qt::black : Qt::white;
    const QColor ink = m_isDark ? Qt::white : Qt::black;
    QPalette colours = palette();
    for (const QPalette::ColorRole role : { QPalette::Window, QPalette::Base })
        colours.setColor(role, paper);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text })
        colours.setColor(role, ink);
    setPalette(colours);
    for (QWidget *part :
        std::initializer_list<QWidget *> { m_title, m_figure, m_text, m_footer, m_keys })
        part->setPalette(colours);
}

void PresenterWindow::showPlace()
{
    m_title->setText(m_session.placeTitle(m_session.place()));
    render();
    m_text->verticalScrollBar()->setValue(0);
    showFooter();
}

QString PresenterWindow::markdown() const
{
    if (!m_session.lesson())
        return {};
    QString text = QString::fromStdString(m_session.text().markdown);
    if (const LessonTask *task = m_session.task()) {
        text += QStringLiteral("\n\n");
        for (const std::string &demand : task->demands())
            text += QStringLiteral("- ") + QString::fromStdString(demand) + QLatin1Char('\n');
        const bool isShown = m_session.isAnswerShown();
        if (isShown || m_session.outcome().isSolved)
            text += QStringLiteral("\n\n**") + (isShown ? tr("Answer") : tr("Why it works"))
                + QStringLiteral("**\n\n") + QString::fromStdString(m_session.solution().markdown);
    }
    if (m_session.isAtEnd()) {
        text += QStringLiteral("**") + tr("You can now") + QStringLiteral("**\n\n");
        for (const std::string &goal : m_session.lesson()->goals)
            text += QStringLiteral("- ") + QString::fromStdString(goal) + QLatin1Char('\n');
        if (const auto following = m_session.following())
            //: The next lesson, which the key that walks on opens.
            text += QLatin1Char('\n')
                + tr("Next: **%1**").arg(QString::fromStdString(following->title));
    }
    return text;
}

/// Takes the largest type at which the whole idea is visible; a long one is read on with Space at
/// the smallest.
void PresenterWindow::render()
{
    const int margin = std::max(8, width() / 20);
    layout()->setContentsMargins(margin, margin / 2, margin / 2, margin / 3);
    layout()->setSpacing(margin / 3);
    QFont font = QApplication::font();
    const double smallest = pointsOf(smallestShare);
    font.setPointSizeF(pointsOf(largestShare));
    font.setWeight(QFont::Bold);
    m_title->setFont(font);
    font.setWeight(QFont::Normal);
    font.setPointSizeF(pointsOf(footerShare));
    m_footer->setFont(font);
    font.setPointSizeF(QApplication::font().pointSizeF());
    m_keys->setFont(font);
    font.setPointSizeF(smallest);
    m_figure->setSlide(font, static_cast<int>(barShare * height()));
    m_figure->refresh();
    showFooter();
    m_keys->setVisible(
        width() >= m_footer->sizeHint().width() + m_keys->sizeHint().width() + 2 * margin);
    LessonStyle style = lessonStyle(palette(), font);
    style.link = style.text;
    style.codeBackground = m_isDark ? QColor(45, 45, 45) : QColor(232, 232, 232);
    style.headerBackground = style.codeBackground;
    style.border = m_isDark ? QColor(150, 150, 150) : QColor(90, 90, 90);
    layout()->activate(); // the figure takes its height from the text
    const QString words = markdown();
    m_text->document()->setDocumentMargin(0);
    m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (double points = pointsOf(largestShare) * m_zoom;; points *= 0.95) {
        m_size = std::max(points, smallest);
        style.font.setPointSizeF(m_size);
        setLessonMarkdown(*m_text->document(), words, style);
        m_text->document()->setTextWidth(m_text->viewport()->width());
        const bool fits = m_text->document()->size().height() <= m_text->viewport()->height();
        if (!fits && (m_size <= smallest || m_zoom > 1))
            m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
        if (fits || m_size <= smallest || m_zoom > 1)
            break;
    }
    showFooter();
}

void PresenterWindow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    render();
}

/// To the next place, and from the end to the next lesson.
void PresenterWindow::walkOn()
{
    if (!m_session.isAtEnd())
        m_session.next();
    else if (const auto following = m_session.following())
        m_session.open(QString::fromStdString(following->id));
}

bool PresenterWindow::takeKey(int key)
{
    switch (key) {
    case Qt::Key_Space:
    case Qt::Key_PageDown:
        if (hasMore())
            m_text->verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepAdd);
        else
            walkOn();
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_Backspace:
        if (m_text->verticalScrollBar()->value() > 0)
            m_text->verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepSub);
        else
            m_session.back();
        return true;
    case Qt::Key_Right:
        walkOn();
        return true;
    case Qt::Key_Left:
        m_session.back();
        return true;
    case Qt::Key_Home:
        m_session.goTo(0);
        return true;
    case Qt::Key_A:
        m_session.showAnswer();
        return true;
    case Qt::Key_I:
        m_isDark = !m_isDark;
        applyColours();
        render();
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Minus:
        m_zoom = std::clamp(m_zoom * (key == Qt::Key_Plus ? zoomStep : 1 / zoomStep), 0.5, 3.0);
        render();
        return true;
    case Qt::Key_F11:
        setWindowState(windowState() ^ Qt::WindowFullScreen);
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    default:
        return false;
    }
}

void PresenterWindow::keyPressEvent(QKeyEvent *event)
{
    if (!takeKey(event->key()))
        QWidget::keyPressEvent(event);
}

/// The text has the focus, so that it can scroll with up and down; the other keys walk.
bool PresenterWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && event->type() == QEvent::KeyPress
        && takeKey(static_cast<QKeyEvent *>(event)->key()))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace headroom
