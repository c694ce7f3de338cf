// Learners' progress files as one table.
#include "model/base/wording/messages.h"
#include "model/lessons/class_table.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headroom;

class ClassTableTest : public QObject
{
    Q_OBJECT

private slots:
    void learnersAreRowsAndLessonsColumns()
    {
        const auto ada = saved("ada.json",
            { { "activations-and-remat", { {}, { "a" }, { { "b", 2 } }, { "a" }, 3, false } },
                { "where-memory-goes", { {}, { "a", "b", "c" }, {}, {}, 3, true } } });
        const auto bob = saved("bob, jr.json", { { "my-own", { {}, {}, {}, {}, 4, false } } });
        const auto rows = readClass({ ada, bob }, m_library);
        QVERIFY(rows.hasValue());
        QCOMPARE(rows->size(), std::size_t(2));
        QCOMPARE(rows->front().solved(), 4);
        QCOMPARE(rows->front().finished(), 1);
        // As the lessons follow each other, not by the alphabet.
        QCOMPARE(rows->front().lessons.front().lesson, std::string("where-memory-goes"));
        QCOMPARE(QString::fromStdString(classCsv(*rows)),
            QStringLiteral("learner,course,lesson,solved,tasks,hints,answers,finished\n"
                           "ada,,where-memory-goes,3,3,0,0,yes\n"
                           "ada,,activations-and-remat,1,3,2,1,no\n"
                           "\"bob, jr\",,my-own,0,4,0,0,no\n"));
        const QString text = QString::fromStdString(classText(*rows));
        QVERIFY2(text.contains(QStringLiteral("3/3*")), qPrintable(text));
        QCOMPARE(text.count(QLatin1Char('\n')), 3);
        const Document document = classDocument(*rows);
        QCOMPARE(document.find("learners")->items().size(), std::size_t(2));
    }

    void everyFileThatIsWrongIsNamed()
    {
        const std::filesystem::path broken = path("broken.json");
        std::ofstream { broken } << "{\"schema_version\": 1, \"lessons\": 3}";
        const auto rows = readClass({ broken, path("nobody.json") }, m_library);
        QVERIFY(!rows);
        QString all;
        for (const Error &error : rows.errors())
            all += QString::fromStdString(errorText(error)) + QLatin1Char('\n');
        QVERIFY2(all.contains(QStringLiteral("broken.json")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("nobody.json")), qPrintable(all));
    }

private:
    std::filesystem::path path(const char *name)
    {
        return m_folder.filePath(QLatin1String(name)).toStdString();
    }
    std::filesystem::path saved(const char *name, std::map<std::string, LessonState> lessons,
        const std::string &course = {})
    {
        const std::filesystem::path file = path(name);
        if (!saveProgress({ std::move(lessons), { course, {} }, {} }, file).empty())
            qFatal("%s cannot be written", name);
        return file;
    }

    QTemporaryDir m_folder;
    LessonLibrary m_library { DataDirectories { HEADROOM_PROFILES, {} } };
};

QTEST_GUILESS_MAIN(ClassTableTest)
#include "tst_class_table.moc"
