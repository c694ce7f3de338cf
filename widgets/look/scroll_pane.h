#pragma once

#include <QScrollArea>

namespace headroom {

/// A scroll area whose content may become so much lower without the vertical bar that the bar
/// goes, and so much higher that it comes back: Qt would follow the two for ever. This one stops
/// with the bar.
class ScrollPane : public QScrollArea
{
public:
    explicit ScrollPane(QWidget *parent = nullptr);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    int m_depth = 0; ///< of resizes that follow from each other
};

} // namespace headroom
