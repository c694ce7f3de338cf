#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

class QPushButton;
class QVBoxLayout;

namespace headroom {

class ScrollPane;
class TextLabel;
class WindowContext;

/// A step of the window: title, one sentence of purpose, content that scrolls. A page only reads
/// and writes the controller.
class Page : public QWidget
{
    Q_OBJECT
public:
    /// `scrolls` is false for pages whose content scrolls by itself (tables, previews).
    enum class Content { Scrolls, Fills };

    Page(const QString &title, const QString &purpose, Content content, QWidget *parent);

    QVBoxLayout *body() const { return m_body; }
    /// Stands above the content and stays when the content is away. Called before needsResult().
    void addLasting(QWidget *widget);
    /// Below the content, where they do not scroll away: the main action at the end of the row, the
    /// others before it.
    void setActions(const QList<QPushButton *> &others, QPushButton *main);
    void setActionsVisible(bool visible);
    /// The two ends of that row, for a window that has a row of its buttons; null without actions.
    QWidget *otherActions() const { return m_otherActions; }
    QWidget *mainAction() const { return m_mainAction; }
    /// Without a result of the plan the page shows why there is none instead of its content. Called
    /// before the page listens to the controller itself.
    void needsResult(WindowContext &context);
    /// Where the focus goes when the page opens.
    void setInitialFocus(QWidget *widget) { m_initialFocus = widget; }
    QWidget *initialFocus() const { return m_initialFocus; }
    /// Pages that explain by themselves leave the room of the explanation pane to their content.
    bool wantsExplanation() const { return m_wantsExplanation; }
    void setWantsExplanation(bool wanted);
    /// The same for the panel with the result of the plan at hand.
    bool wantsResultPanel() const { return m_wantsResultPanel; }
    void setWantsResultPanel(bool wanted) { m_wantsResultPanel = wanted; }
    /// Pages that show the plan's figures themselves: the panel then keeps to verdict and findings.
    bool showsFigures() const { return m_showsFigures; }
    void setShowsFigures(bool shows) { m_showsFigures = shows; }
    /// Makes a widget of the page visible.
    virtual void reveal(QWidget *widget);
    /// What the page is for has been done with the plan as it stands, as files that were written.
    bool isDone() const { return m_isDone; }

signals:
    void explanationWanted(bool wanted);
    void doneChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void setDone(bool isDone);

private:
    void showActions();

    TextLabel *m_purpose = nullptr;
    QVBoxLayout *m_frame = nullptr; ///< heading, purpose, content
    QWidget *m_content = nullptr;
    QWidget *m_otherActions = nullptr;
    QWidget *m_mainAction = nullptr;
    QVBoxLayout *m_body = nullptr;
    ScrollPane *m_scroll = nullptr;
    QWidget *m_initialFocus = nullptr;
    bool m_wantsExplanation = true;
    bool m_wantsResultPanel = true;
    bool m_showsFigures = false;
    bool m_isDone = false;
    bool m_hasContent = true; ///< else it says why not
    bool m_showsActions = true;
};

/// Where a page stands in the rail.
enum class PagePlace {
    Start, ///< before the steps
    Step, ///< numbered, in the order in which one depends on the other; walked by Back and Next
    Aid, ///< helps with the step before it
    Tool ///< apart, below the steps
};

/// What makes a step sound while nothing is wrong with its fields.
enum class StepSound {
    WhenAsked, ///< it has fields
    WhenDone ///< what it is for has been done
};

/// How a page is announced to the window; it is made when it is first shown.
struct PageInfo
{
    QString id; ///< "parallelism"
    QString title;
    QString icon; ///< name in resources/icons
    QStringList fields; ///< paths or prefixes ("hardware.") that are edited there
    std::function<QWidget *(QWidget *parent)> create;
    PagePlace place = PagePlace::Step;
    StepSound sound = StepSound::WhenAsked;
};

} // namespace headroom
