#include "widgets/frame/pasted_text.h"

#include <QDir>
#include <QFileInfo>

namespace headroom {

static const QString folderStart = QStringLiteral("headroom-pasted-");

QString pastedFolder()
{
    return QDir(QDir::tempPath()).filePath(folderStart + QStringLiteral("XXXXXX"));
}

bool isPastedText(const QString &file)
{
    return QFileInfo(file).absoluteDir().dirName().startsWith(folderStart);
}

} // namespace headroom
