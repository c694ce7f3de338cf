#pragma once

#include "widgets/look/spacing.h"
#include "widgets/look/theme_icon.h"

#include <QFrame>
#include <QLabel>

class QVBoxLayout;

namespace headroom {

/// A rounded surface that groups what belongs together; heading optional.
class Card : public QFrame
{
    Q_OBJECT
public:
    enum class Tone { Plain, Good, Warning, Bad };

    explicit Card(QWidget *parent = nullptr);
    Card(const QString &heading, QWidget *parent);

    void setTone(Tone tone);
    QVBoxLayout *body() const { return m_body; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVBoxLayout *m_body = nullptr;
    Tone m_tone = Tone::Plain;
};

/// A label in a role of the type scale; muted text follows the palette live.
class TextLabel : public QLabel
{
    Q_OBJECT
public:
    enum class Ink { Normal, Muted, Good, Warning, Bad };

    explicit TextLabel(const QString &text, TextRole role = TextRole::Body, Ink ink = Ink::Normal,
        QWidget *parent = nullptr);
    void setInk(Ink ink);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateColour();

    TextRole m_role;
    Ink m_ink;
    bool m_updating = false;
};

/// A short text on a ground of its own: one of several things of a kind.
class Chip : public TextLabel
{
    Q_OBJECT
public:
    Chip(const QString &text, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// A theme icon of text height.
class IconLabel : public QLabel
{
    Q_OBJECT
public:
    IconLabel(const QString &name, IconTint tint, QWidget *parent);
    void setIcon(const QString &name, IconTint tint);

protected:
    void changeEvent(QEvent *event) override;

private:
    QString m_name;
    IconTint m_tint = IconTint::Text;
};

} // namespace headroom
