#pragma once

#include "model/launch/common/export_request.h"

#include <QByteArray>
#include <QDir>
#include <QProcessEnvironment>
#include <QStringList>
#include <QTemporaryDir>

namespace headroom {

struct ProgramResult
{
    int status = -1; ///< -1: it did not start, or crashed
    QByteArray output;
    QByteArray messages;
};

ProgramResult runProgram(const QString &program, const QStringList &arguments,
    const QString &folder = {},
    const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());

/// Writes files below a folder, programs executable.
void writeFiles(const QDir &folder, const std::vector<ExportFile> &files);

/// Exports side by side, whose scripts the outside programs read in one go: to start such a program
/// takes longer than what it does for an export.
class WrittenExports
{
public:
    /// `name` stands in front of every problem found; each is given once.
    void add(const QString &name, const std::vector<ExportFile> &files);
    /// What bash -n, shellcheck -S style and python3 -m py_compile say about all scripts; empty:
    /// all is well.
    QStringList problems() const;

private:
    QTemporaryDir m_folder;
    QStringList m_shell, m_python;
};

/// The same for one export.
QStringList scriptProblems(const std::vector<ExportFile> &files);

/// A folder with stand-ins for python3, nsys and others first on PATH: each call appends one record
/// to `log`: the program's name, its arguments and the variables of interest, NUL-separated.
QProcessEnvironment standInEnvironment(const QDir &folder, const QString &log, int status = 0);
/// Records of a stand-in's log.
QList<QStringList> standInCalls(const QString &log);

} // namespace headroom
