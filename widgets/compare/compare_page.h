#pragma once

#include "widgets/frame/page.h"

class QLineEdit;
class QTableView;

namespace headroom {

class CompareModel;
class TermChart;
class Card;
class TextLabel;
class WindowContext;

/// Pinned plans beside the present one.
class ComparePage : public Page
{
    Q_OBJECT
public:
    ComparePage(WindowContext &context, QWidget *parent);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void rebuildPins();
    QLineEdit *nameField(std::size_t index, QChar letter, QWidget *parent);

    WindowContext &m_context;
    CompareModel *m_model;
    QTableView *m_table;
    TermChart *m_memory;
    TermChart *m_time;
    QWidget *m_pinBox;
    TextLabel *m_empty;
    Card *m_emptyCard = nullptr;
    bool m_fresh = false;
};

} // namespace headroom
