#pragma once

#include "model/library/architecture/model_shape.h"

#include <QList>
#include <QWidget>

namespace headroom {

/// A transformer from tokens to logits: embedding, the block that its layers repeat, head; each
/// part with its shape.
class BlockPicture : public QWidget
{
    Q_OBJECT
public:
    explicit BlockPicture(QWidget *parent);

    void setModel(const ModelShape &model);
    void clear();

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Part
    {
        QString title;
        QStringList shapes;
        bool isInBlock = false; ///< repeated in every layer
    };

    QList<Part> m_parts; ///< in the order that a token meets them
    QString m_layers;
    bool m_isParallel = false; ///< attention and MLP read the same input
};

} // namespace headroom
