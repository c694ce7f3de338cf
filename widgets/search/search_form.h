#pragma once

#include "model/search/search.h"

#include <QWidget>

class QProgressBar;
class QPushButton;
class QToolButton;

namespace headroom {

class ChoiceBox;
class SettingChoice;
class NumberBox;
class TextLabel;

/// What to search for: objective, deadline, number of results, free settings; and the buttons.
class SearchForm : public QWidget
{
    Q_OBJECT
public:
    explicit SearchForm(QWidget *parent);

    /// Fills in objective, deadline, number of results and free settings. Problems: a number that
    /// is none.
    Errors fill(SearchRequest &request) const;
    SettingChoice &settings() { return *m_settings; }
    void setObjective(Objective objective);
    QWidget *startButton() const;

    void setRunning(bool isRunning);
    void setProgress(const SearchProgress &progress);
    void setStatus(const QString &text);

signals:
    void startRequested();
    void questionChanged(); ///< objective or searched settings
    void cancelRequested();

private:
    QWidget *buildQuestion();
    QWidget *buildReport();
    void updateSettings();

    ChoiceBox *m_objective = nullptr;
    NumberBox *m_deadline = nullptr;
    NumberBox *m_top = nullptr;
    QToolButton *m_settingButton = nullptr;
    SettingChoice *m_settings = nullptr;
    QPushButton *m_start = nullptr;
    QPushButton *m_cancel = nullptr;
    QProgressBar *m_progress = nullptr;
    TextLabel *m_status = nullptr;
};

} // namespace headroom
