#pragma once

#include "model/measurement/numbers/expected_errors.h"

#include <QWidget>

#include <vector>

class QGridLayout;

namespace headroom {

/// What to expect of each kind of runs, on sources that the constants have not seen: a row a kind.
class ExpectedTable : public QWidget
{
    Q_OBJECT
public:
    explicit ExpectedTable(QWidget *parent);

    void setKinds(const std::vector<LeftOutSource> &kinds);
    static QString kindName(const std::string &kind);

private:
    QGridLayout *m_grid;
};

} // namespace headroom
