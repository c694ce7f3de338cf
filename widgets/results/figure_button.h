#pragma once

#include <QAbstractButton>

namespace headroom {

class PlanController;

/// A number with its caption and, after an edit, what changed. A click or Return shows how the
/// number came about; all its digits are shown on hovering and copied.
class FigureButton : public QAbstractButton
{
    Q_OBJECT
public:
    /// Whether a rise is welcome: decides the colour and the arrow's meaning of the change.
    enum class Better { Higher, Lower, Neither };

    /// The controller has the derivation of the number.
    FigureButton(const PlanController &controller, const QString &caption,
        const QString &derivationId, Better better, QWidget *parent);

    const QString &derivationId() const { return m_derivationId; }
    void setValue(const QString &value, const QString &note = {});
    void setChange(const QString &change, double direction); ///< empty text: none
    void setDimmed(bool dimmed);

    QSize sizeHint() const override;
    /// Caption and value; change and note give way.
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void describe();
    QString exactValue() const;
    QFont valueFont() const;
    QString fittingNote(const QFontMetrics &metrics, int room) const;
    int paintChange(QPainter &painter, int valueWidth, int valueLine, int noteLine) const;

    const PlanController &m_controller;
    QString m_caption, m_derivationId, m_value, m_note, m_change;
    Better m_better;
    double m_direction = 0;
    bool m_dimmed = false;
};

} // namespace headroom
