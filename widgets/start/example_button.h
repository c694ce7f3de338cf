#pragma once

#include <QAbstractButton>

namespace headroom {

/// A tile with a title and one line about it.
class ExampleButton : public QAbstractButton
{
    Q_OBJECT
public:
    ExampleButton(const QString &title, const QString &note, QWidget *parent);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_note;
};

} // namespace headroom
