#pragma once

#include "model/launch/common/export_directory.h"
#include "model/launch/common/export_parts.h"
#include "widgets/frame/page.h"

class QCheckBox;
class QComboBox;
class QListView;
class QPushButton;
class QStandardItemModel;

namespace headroom {

class Card;
class CodeView;
class ExportVerdict;
class JobCard;
class TextLabel;
class WindowContext;

/// Launch files of the plan for one target, and what their job is told: preview, copy, compare with
/// a folder, save.
class ExportPage : public Page
{
    Q_OBJECT
public:
    ExportPage(WindowContext &context, QWidget *parent);

    void reveal(QWidget *widget) override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildControls();
    QWidget *buildPreview();
    void addButtons();
    QWidget *buildFinish();
    QString commandText() const; ///< with the way to the folder
    void chooseFittingTarget();
    void refresh();
    static QString partText(ExportPart part);
    QString shownName(const ExportFile &file) const;
    void showFiles();
    void showFolder();
    void showFile();
    void copyFile();
    void chooseFolder();
    void save();
    int currentFile() const;

    WindowContext &m_context;
    JobCard *m_job;
    QComboBox *m_target = nullptr;
    QCheckBox *m_benchmark = nullptr;
    TextLabel *m_purpose = nullptr;
    ExportVerdict *m_verdict = nullptr;
    QListView *m_list = nullptr;
    QStandardItemModel *m_names;
    TextLabel *m_sentence = nullptr; ///< what the file is
    CodeView *m_code = nullptr;
    QWidget *m_preview = nullptr;
    TextLabel *m_folderText = nullptr;
    Card *m_finish = nullptr;
    TextLabel *m_finishText = nullptr;
    QPushButton *m_copy = nullptr;
    QPushButton *m_save = nullptr;
    std::vector<ExportFile> m_files;
    QString m_folder; ///< chosen for comparison and saving; empty: none yet
    bool m_fresh = false;
};

} // namespace headroom
