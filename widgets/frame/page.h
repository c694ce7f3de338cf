#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace headroom {

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
    /// Without a result of the plan the page shows why there is none instead of its content. Called
    /// before the page listens to the controller itself.
    void needsResult(WindowContext &context);
    /// Where the focus goes when the page opens.
    void setInitialFocus(QWidget *widget) { m_initialFocus = widget; }
    QWidget *initialFocus() const { return m_initialFocus; }
    /// Pages that explain by themselves leave the room of the explanation pane to their content.
    bool wantsExplanation() const { return m_wantsExplanation; }
    void setWantsExplanation(bool wanted);
    /// Makes a widget of the page visible.
    void reveal(QWidget *widget);

signals:
    void explanationWanted(bool wanted);

private:
    QVBoxLayout *m_frame = nullptr; ///< heading, purpose, content
    QWidget *m_content = nullptr;
    QVBoxLayout *m_body = nullptr;
    class QScrollArea *m_scroll = nullptr;
    QWidget *m_initialFocus = nullptr;
    bool m_wantsExplanation = true;
};

/// How a page is announced to the window; it is made when it is first shown.
struct PageInfo
{
    QString id; ///< "parallelism"
    QString title;
    QString icon; ///< name in resources/icons
    QStringList fields; ///< paths or prefixes ("hardware.") that are edited there
    std::function<QWidget *(QWidget *parent)> create;
    bool isStep = true; ///< walked by Back and Next
};

} // namespace headroom
