#pragma once

#include <QObject>
#include <QStringList>

#include <filesystem>

class QSettings;
class QWidget;

namespace headroom {

class Dialogs;
class PlanController;

/// Opens and saves plans, asks before changes are lost, and remembers what was open lately.
class PlanFiles : public QObject
{
    Q_OBJECT
public:
    PlanFiles(PlanController &controller, Dialogs &dialogs, QSettings &settings, QWidget *window);

    /// True when nothing is unsaved, or the user saved or gave it up.
    bool mayLeave();
    bool open(const std::filesystem::path &file);
    bool openExample(const QString &planId);
    bool askAndOpen();
    void createNew();
    bool save();
    bool saveAs();

    QStringList recentFiles() const;

signals:
    void recentChanged();
    void opened();

private:
    bool load(const std::filesystem::path &file, bool isExample);
    bool write(const std::filesystem::path &file);
    void remember(const std::filesystem::path &file);
    QString startFolder() const;

    PlanController &m_controller;
    Dialogs &m_dialogs;
    QSettings &m_settings;
    QWidget *m_window;
};

} // namespace headroom
