#pragma once

#include <QDialog>
#include <QSettings>

class QComboBox;
class QLineEdit;

namespace headroom {

class Dialogs;
enum class Appearance;

/// What the user prefers, as the settings keep it.
struct Preferences
{
    Appearance appearance {}; ///< of the system, light or dark
    QString language; ///< "en", "zh"; empty: that of the system
    QString dataFolder; ///< own profiles and lessons; empty: the usual folder
    bool operator==(const Preferences &) const = default;

    static Preferences read(const QSettings &settings);
    void write(QSettings &settings) const;
};

/// Asks for the preferences. Appearance changes at once, the rest at the next start.
class PreferencesDialog : public QDialog
{
    Q_OBJECT
public:
    PreferencesDialog(const Preferences &preferences, const QString &defaultFolder, Dialogs &files,
        QWidget *parent);

    Preferences chosen() const;

private:
    QComboBox *m_appearance;
    QComboBox *m_language;
    QLineEdit *m_folder;
};

} // namespace headroom
