#pragma once

#include <QAbstractButton>

namespace headroom {

/// A number with its caption and, after an edit, what changed. A click or Return shows how the
/// number came about.
class FigureButton : public QAbstractButton
{
    Q_OBJECT
public:
    /// Whether a rise is welcome: decides the colour and the arrow's meaning of the change.
    enum class Better { Higher, Lower, Neither };

    FigureButton(
        const QString &caption, const QString &derivationId, Better better, QWidget *parent);

    const QString &derivationId() const { return m_derivationId; }
    void setValue(const QString &value, const QString &note = {});
    void setChange(const QString &change, double direction); ///< empty text: none
    void setDimmed(bool dimmed);

    QSize sizeHint() const override;
    /// Caption and value; change and note give way.
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void describe();
    QFont valueFont() const;
    QString fittingNote(const QFontMetrics &metrics, int room) const;
    int paintChange(QPainter &painter, int valueWidth, int valueLine, int noteLine) const;

    QString m_caption, m_derivationId, m_value, m_note, m_change;
    Better m_better;
    double m_direction = 0;
    bool m_dimmed = false;
};

} // namespace headroom
