#pragma once

#include <QList>
#include <QWidget>

namespace headroom {

/// Facts that follow from the plan, as captions with values in columns. Not editable.
class FactGrid : public QWidget
{
    Q_OBJECT
public:
    struct Fact
    {
        QString caption, value;
        QString exact {}; ///< told on hover; empty: the value is exact
        bool operator==(const Fact &) const = default;
    };

    /// @param columns at most; fewer where there is no room
    FactGrid(int columns, QWidget *parent);

    void setFacts(const QList<Fact> &facts);
    /// The captions stay, the values go: what they followed from is no longer so.
    void forgetValues();

private:
    QList<Fact> m_facts;
    QList<class TextLabel *> m_captions, m_values;
};

} // namespace headroom
