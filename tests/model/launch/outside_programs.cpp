#include "outside_programs.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace headroom {

ProgramResult runProgram(const QString &program, const QStringList &arguments,
    const QString &folder, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    if (!process.waitForStarted())
        return { -1, {},
            program.toUtf8() + " cannot be started; packaging/dependencies.sh test installs it" };
    if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit)
        return { -1, process.readAllStandardOutput(), process.readAllStandardError() };
    return { process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError() };
}

void writeFiles(const QDir &folder, const std::vector<ExportFile> &files)
{
    for (const ExportFile &file : files) {
        const QString path = folder.filePath(QString::fromStdString(file.name));
        folder.mkpath(QFileInfo(path).path());
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(path));
        out.write(QByteArray::fromStdString(file.content));
        out.close();
        if (file.executable)
            out.setPermissions(out.permissions() | QFileDevice::ExeOwner | QFileDevice::ExeUser);
    }
}

void WrittenExports::add(const QString &name, const std::vector<ExportFile> &files)
{
    const QDir folder(m_folder.filePath(name));
    if (folder.exists())
        qFatal("two exports of one name: %s", qPrintable(name));
    folder.mkpath(".");
    writeFiles(folder, files);
    for (const ExportFile &file : files) {
        const QString path = name + '/' + QString::fromStdString(file.name);
        if (path.endsWith(".sh") || path.endsWith(".sbatch"))
            m_shell << path;
        if (path.endsWith(".py"))
            m_python << path;
    }
}

QStringList WrittenExports::problems() const
{
    QStringList problems;
    const auto ask = [&](const QString &program, const QStringList &arguments) {
        const ProgramResult result = runProgram(program, arguments, m_folder.path());
        if (result.status != 0)
            problems << program + ": " + QString::fromUtf8(result.output + result.messages);
    };
    static const QString readAll
        = "status=0; for file; do bash -n \"$file\" || status=1; done; exit $status";
    if (!m_shell.isEmpty()) {
        ask("bash", QStringList { "-c", readAll, "read" } + m_shell);
        ask("shellcheck", QStringList { "-S", "style" } + m_shell);
    }
    if (!m_python.isEmpty())
        ask("python3", QStringList { "-m", "py_compile" } + m_python);
    return problems;
}

QStringList scriptProblems(const std::vector<ExportFile> &files)
{
    WrittenExports exports;
    exports.add("export", files);
    return exports.problems();
}

QProcessEnvironment standInEnvironment(const QDir &folder, const QString &log, int status)
{
    static const char *const standIn = R"(#!/bin/bash
{
  printf 'program=%s\0' "${0##*/}"
  (($# == 0)) || printf 'argument=%s\0' "$@"
  mapfile -t -d '' entries <"/proc/$$/environ"
  printf 'env=%s\0' "${entries[@]}"
  printf '\0'
} >>"${STAND_IN_LOG}"
if [[ "${0##*/}" == nsys ]]; then
  while [[ $# -gt 0 && "$1" != bash ]]; do shift; done
  exec "$@"
fi
exit "${STAND_IN_STATUS}"
)";
    std::vector<ExportFile> programs;
    for (const char *name : { "python3", "nsys", "kubectl", "xpk", "srun" })
        programs.push_back({ name, standIn, true });
    folder.mkpath("bin");
    writeFiles(QDir(folder.filePath("bin")), programs);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", folder.filePath("bin") + ':' + environment.value("PATH"));
    environment.insert("STAND_IN_LOG", log);
    environment.insert("STAND_IN_STATUS", QString::number(status));
    for (const char *name : { "XLA_FLAGS", "LIBTPU_INIT_ARGS", "SLURM_JOB_ID", "SLURM_PROCID" })
        environment.remove(name);
    return environment;
}

QList<QStringList> standInCalls(const QString &log)
{
    QFile file(log);
    QList<QStringList> calls;
    if (!file.open(QIODevice::ReadOnly))
        return calls;
    const QByteArray all = file.readAll();
    QStringList call;
    for (const QByteArray &entry : all.split('\0')) {
        if (!entry.isEmpty())
            call << QString::fromUtf8(entry);
        else if (!call.isEmpty())
            calls << std::exchange(call, {});
    }
    return calls;
}

} // namespace headroom
