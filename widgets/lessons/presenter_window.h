#pragma once

#include <QWidget>

class QLabel;
class QTextBrowser;

namespace headroom {

class LessonFigureView;
class LessonSession;
class TextLabel;

/// The lesson on a projector: one idea a screen, large type, black and white. Arrows walk; Space,
/// Page Up and Page Down do so at the end of what is to be read; plus and minus change the size, I
/// swaps black and white, Escape closes.
class PresenterWindow : public QWidget
{
    Q_OBJECT
public:
    PresenterWindow(LessonSession &session, QWidget *parent);

    double textSize() const; ///< points of the text now shown

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool takeKey(int key);
    void walkOn();
    void showPlace();
    void showFooter();
    double pointsOf(double share) const; ///< of the height of the window
    bool hasMore() const; ///< below what is shown
    void render();
    void applyColours();
    QString markdown() const;

    LessonSession &m_session;
    QLabel *m_title;
    LessonFigureView *m_figure;
    QTextBrowser *m_text;
    QLabel *m_footer;
    QLabel *m_keys; ///< what the keys do
    bool m_isDark = true;
    double m_zoom = 1;
    double m_size = 0;
};

} // namespace headroom
