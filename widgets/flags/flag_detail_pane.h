#pragma once

#include "widgets/flags/flag_rows.h"

#include <QScrollArea>

namespace headroom {

class DefaultStrip;
class TextLabel;
class WindowContext;

/// Everything about the selected flag: explanation, effect on the plan, default over the releases.
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
    void follow(const QString &link);

    WindowContext &m_context;
    TextLabel *m_name;
    TextLabel *m_effect;
    TextLabel *m_stripTitle;
    DefaultStrip *m_strip;
    TextLabel *m_text;
    QString m_shown;
};

} // namespace headroom
