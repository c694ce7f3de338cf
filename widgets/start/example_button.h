#pragma once

#include "model/estimate/estimate.h"

#include <QAbstractButton>

#include <optional>

namespace headroom {

/// A plan as a tile: title, one line about it, and once it is known its memory as a bar with the
/// verdict and the throughput.
class ExampleButton : public QAbstractButton
{
    Q_OBJECT
public:
    ExampleButton(const QString &title, const QString &note, QWidget *parent);

    void setEstimate(const Estimate &estimate);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Figures
    {
        double filled = 0; ///< of the pool
        FitCall call = FitCall::Fits;
        QString memory, speed, use;
    };

    void paintFigures(QPainter &painter, const QRect &inner) const;

    QString m_note;
    std::optional<Figures> m_figures;
};

} // namespace headroom
