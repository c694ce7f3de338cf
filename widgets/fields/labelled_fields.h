#pragma once

#include "widgets/look/flow_layout.h"

#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;

namespace headroom {

class ChoiceBox;
class NumberBox;

/// Fields side by side, each below its label, that wrap like text.
class LabelledFields : public QWidget
{
    Q_OBJECT
public:
    explicit LabelledFields(QWidget *parent = nullptr);

    /// @param width of the shown text, in characters
    ChoiceBox *addNames(const QString &label, const char *name, QStringList names, int width);
    /// A fixed list, read whenever it opens.
    ChoiceBox *addChoices(
        const QString &label, const char *name, std::function<QStringList()> choices, int width);
    NumberBox *addNumber(const QString &label, const char *name, int width);
    static QLineEdit *lineOf(NumberBox *box);
    static QLabel *labelOf(QWidget *field); ///< of a field that was added here
    /// The label of a field tells that its text is refused.
    static void setWrong(QWidget *field, bool isWrong);
    /// Why a field is refused that is no number as wanted; it gets the focus.
    static QString refuse(NumberBox *box);

private:
    void add(const QString &label, const char *name, QWidget *field);

    FlowLayout *m_row;
};

} // namespace headroom
