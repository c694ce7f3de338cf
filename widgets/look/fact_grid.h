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

    /// What stands in a row: as many as there is room for, or where so many belong together, no
    /// number that parts them.
    enum class Rows { Free, Together };

    /// @param columns at most; fewer where there is no room
    FactGrid(int columns, QWidget *parent, Rows rows = Rows::Free);

    void setFacts(const QList<Fact> &facts);
    /// The captions stay, the values go: what they followed from is no longer so.
    void forgetValues();

private:
    QList<Fact> m_facts;
    QList<class TextLabel *> m_captions, m_values;
};

} // namespace headroom
