#pragma once

#include "widgets/flags/flag_rows.h"

#include <QScrollArea>

namespace headroom {

class DefaultStrip;
class FoldButton;
class TextLabel;
class WindowContext;

/// The selected flag: its effect on the plan and five lines; behind a button everything else.
class FlagDetailPane : public QScrollArea
{
    Q_OBJECT
public:
    FlagDetailPane(WindowContext &context, QWidget *parent);

    void showRow(const FlagRow &row);

signals:
    /// The user follows a link to another flag.
    void flagRequested(const QString &name);

private:
    TextLabel *addText(QWidget &parent, const QString &name);
    void showBackground();
    void follow(const QString &link);

    WindowContext &m_context;
    TextLabel *m_name;
    TextLabel *m_effect;
    TextLabel *m_stripTitle;
    DefaultStrip *m_strip;
    TextLabel *m_text;
    FoldButton *m_more;
    TextLabel *m_background;
    bool m_hasStrip = false;
    QString m_shown;
};

} // namespace headroom
