#pragma once

#include <QList>
#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;

namespace headroom {

/// Which settings a search may turn: check boxes in two groups, those that are free by default and
/// those that are held unless named.
class SettingChoice : public QWidget
{
    Q_OBJECT
public:
    explicit SettingChoice(QWidget *parent);

    std::vector<std::string> free() const; ///< in the order of the plan file
    void setFree(const std::string &path, bool isFree);
    int count() const { return static_cast<int>(m_boxes.size()); }

signals:
    void changed();

private:
    void addGroup(const QString &title, const std::vector<std::string> &paths, bool isFree);

    QList<QCheckBox *> m_boxes;
};

} // namespace headroom
