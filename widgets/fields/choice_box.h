#pragma once

#include <QComboBox>

#include <functional>

namespace headroom {

/// A list of choices. With search, the user may type any part of a name, and text outside the list
/// is passed on to be explained. Where only names of the list have a meaning, one of those on offer
/// is marked and Tab takes it. The list is filled when first needed; an empty text in it is a line.
class ChoiceBox : public QComboBox
{
    Q_OBJECT
public:
    enum class Typing { Fixed, Search, Name };

    ChoiceBox(Typing typing, std::function<QStringList()> choices, QWidget *parent = nullptr);

    void setChoiceText(const QString &text); ///< silent
    /// The name that a typed text already means ("a100"); it is offered first.
    void setMeaning(std::function<QString(const QString &)> meaning)
    {
        m_meaning = std::move(meaning);
    }
    /// The list is made anew each time it opens.
    void setVolatile(bool isVolatile) { m_isVolatile = isVolatile; }
    void showPopup() override;

signals:
    void textEdited(const QString &text);
    void answered(); ///< by Return, after what was on offer is taken

protected:
    void showEvent(QShowEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill();
    bool isTyped() const { return m_typing != Typing::Fixed; }
    void markOffer();
    void takeOffer();
    void hideOffers();

    Typing m_typing;
    std::function<QStringList()> m_choices;
    std::function<QString(const QString &)> m_meaning;
    bool m_filled = false;
    bool m_isVolatile = false;
};

} // namespace headroom
