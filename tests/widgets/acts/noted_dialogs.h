#pragma once

#include "window_fixture.h"

namespace headroom {

/// Dialogs that are asked for, and what they are asked.
class NotedDialogs : public PreparedDialogs
{
public:
    QString openPlan(QWidget *parent, const QString &folder) override
    {
        lines << QStringLiteral("asks for a plan");
        return PreparedDialogs::openPlan(parent, folder);
    }
    QString openFile(QWidget *parent, const QString &title, const QString &filter) override
    {
        lines << QStringLiteral("asks for a file: %1, %2").arg(title, filter);
        return PreparedDialogs::openFile(parent, title, filter);
    }
    QString savePlan(QWidget *, const QString &suggestion) override { return asked(suggestion); }
    QString saveFile(QWidget *, const QString &suggestion, const QString &filter) override
    {
        return asked(suggestion + QStringLiteral(", ") + filter);
    }
    QString chooseFolder(QWidget *, const QString &) override
    {
        return asked(QStringLiteral("folder"));
    }
    QString saveFolder(QWidget *, const QString &) override
    {
        return asked(QStringLiteral("new folder"));
    }
    bool askYesNo(QWidget *parent, const QString &title, const QString &question) override
    {
        lines << QStringLiteral("asks: %1: %2").arg(title, question);
        return PreparedDialogs::askYesNo(parent, title, question);
    }
    void showProblem(QWidget *, const QString &title, const QString &details) override
    {
        lines << QStringLiteral("problem: %1: %2").arg(title, details);
    }

    QStringList lines;
    QString place; ///< where everything is saved; empty: nowhere

private:
    QString asked(const QString &what)
    {
        lines << QStringLiteral("asks where to save: ") + what;
        return place;
    }
};

} // namespace headroom
