#pragma once

#include "model/base/document/document.h"
#include "model/library/architecture/model_shape.h"

#include <QDialog>

class QCheckBox;
class QFormLayout;

namespace headroom {

class NumberBox;
class TextLabel;

/// Asks for the shape of a model that is in no profile. What is left out takes the usual value.
class OwnModelDialog : public QDialog
{
    Q_OBJECT
public:
    /// Starts from `shape`; `problemOf` says what is wrong with a shape, empty when nothing is.
    OwnModelDialog(const ModelShape &shape, std::function<QString(const Document &)> problemOf,
        QWidget *parent);

signals:
    void described(const headroom::Document &shape);

private:
    struct Number
    {
        const char *key;
        NumberBox *box;
    };
    void add(QFormLayout *form, std::vector<Number> &numbers, const char *key, const QString &label,
        std::int64_t value);
    void take();
    /// The numbers that were typed; nothing after saying which of them is none.
    bool read(const std::vector<Number> &numbers, Document &into);

    std::function<QString(const Document &)> m_problemOf;
    std::vector<Number> m_numbers, m_expertNumbers;
    QCheckBox *m_gated;
    QCheckBox *m_hasExperts;
    TextLabel *m_problem;
};

} // namespace headroom
