#pragma once

#include <QComboBox>

#include <functional>

namespace headroom {

/// A list of choices. With search, the user may type any part of a name, and text outside the list
/// is passed on to be explained. The list is filled when first needed.
class ChoiceBox : public QComboBox
{
    Q_OBJECT
public:
    enum class Typing { Fixed, Search };

    ChoiceBox(Typing typing, std::function<QStringList()> choices, QWidget *parent = nullptr);

    void setChoiceText(const QString &text); ///< silent
    void showPopup() override;

signals:
    void textEdited(const QString &text);

protected:
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void fill();

    Typing m_typing;
    std::function<QStringList()> m_choices;
    bool m_filled = false;
};

} // namespace headroom
