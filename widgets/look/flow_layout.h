#pragma once

#include <QLayout>
#include <QList>

namespace headroom {

/// Places items from left to right and wraps like text.
class FlowLayout : public QLayout
{
    Q_OBJECT
public:
    FlowLayout(QWidget *parent, int spacing);
    ~FlowLayout() override;

    /// Items of one width that fill each line, `maxColumns` of them at most where that is not 0.
    void setEven(bool even, int maxColumns = 0);

    void addItem(QLayoutItem *item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize minimumSize() const override;
    QSize sizeHint() const override { return minimumSize(); }
    void setGeometry(const QRect &rect) override;

private:
    int evenWidth(int most) const;
    int place(const QRect &rect, bool apply) const;

    QList<QLayoutItem *> m_items;
    bool m_even = false;
    int m_maxColumns = 0;
};

} // namespace headroom
