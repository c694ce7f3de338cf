#include "widgets/lessons/handout.h"

#include "model/base/files/write_file.h"
#include "model/plan/fields/plan_fields.h"
#include "widgets/lessons/lesson_document.h"
#include "widgets/text/typed_number.h"
#include "widgets/text/wording.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

namespace headroom {
namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("handout", text);
}

/// Collects the Markdown of the whole lesson and numbers its sources.
class HandoutText
{
public:
    HandoutText(const Lesson &lesson, const LessonPlans &plans)
        : m_lesson(lesson)
        , m_plans(plans)
    { }

    QString markdown()
    {
        heading(1, m_lesson.title);
        m_text += QString::fromStdString(m_lesson.summary) + QStringLiteral("\n\n");
        heading(2, QT_TRANSLATE_NOOP("handout", "What you will be able to do"));
        for (const std::string &goal : m_lesson.goals)
            item(QString::fromStdString(goal));
        const AnsweredPlan *start = answer(*m_lesson.plan("start"));
        for (const LessonScreen &screen : m_lesson.screens) {
            heading(2, screen.title);
            add(screen.text, start, nullptr);
        }
        heading(1, QT_TRANSLATE_NOOP("handout", "Tasks"));
        for (const LessonTask &task : m_lesson.tasks)
            addTask(task);
        heading(1, QT_TRANSLATE_NOOP("handout", "Answers"));
        for (const LessonTask &task : m_lesson.tasks)
            addAnswer(task);
        heading(1, QT_TRANSLATE_NOOP("handout", "Sources"));
        for (const std::string &source : m_lesson.sources)
            item(QString::fromStdString(source));
        m_text += QLatin1Char('\n');
        for (int i = 0; i < m_sources.size(); ++i)
            m_text += QStringLiteral("\\[%1\\] %2  \n").arg(i + 1).arg(m_sources.at(i));
        return m_text;
    }

private:
    void heading(int level, const std::string &text)
    {
        m_text += QStringLiteral("\n") + QString(level, QLatin1Char('#')) + QLatin1Char(' ')
            + QString::fromStdString(text) + QStringLiteral("\n\n");
    }
    void heading(int level, const char *text) { heading(level, words(text).toStdString()); }

    void item(const QString &text) { m_text += QStringLiteral("- ") + text + QLatin1Char('\n'); }

    const AnsweredPlan *answer(const LessonPlan &description)
    {
        m_answers.push_back(std::nullopt);
        if (const Result<Plan> plan = m_plans.plan(description))
            if (Result<AnsweredPlan> computed = m_plans.answer(*plan))
                m_answers.back() = *std::move(computed);
        return m_answers.back() ? &*m_answers.back() : nullptr;
    }

    void add(const std::string &text, const AnsweredPlan *learner, const LessonTask *task)
    {
        if (!learner)
            return;
        const Result<LessonText> filled = m_plans.fill(text, *learner, m_lesson.file, task);
        if (!filled)
            return;
        m_text += withSourceMarks(*filled, static_cast<int>(m_sources.size()) + 1)
            + QStringLiteral("\n\n");
        for (const MarkedConstant &constant : filled->constants)
            m_sources.append(QString::fromStdString(constant.source));
    }

    void addTask(const LessonTask &task)
    {
        heading(2, task.title);
        add(task.statement, answer(task.start), &task);
        for (const std::string &demand : task.demands())
            item(QStringLiteral("\u2610 ") + QString::fromStdString(demand));
        m_text += QLatin1Char('\n');
    }

    void addAnswer(const LessonTask &task)
    {
        heading(2, task.title);
        for (const FieldChange &change : task.answer)
            item(QStringLiteral("%1: `%2`")
                     .arg(pathLabel(QString::fromStdString(change.path)),
                         QString::fromStdString(change.value)));
        const AnsweredPlan *start = answer(task.start);
        if (task.question && start)
            if (const auto number = m_plans.number(task.question->is, task, *start))
                item(QStringLiteral("%1: %2").arg(QString::fromStdString(task.question->asks),
                    shownNumber(QString::number(*number, 'g', 4))));
        m_text += QLatin1Char('\n');
        add(task.solution, start, &task);
    }

    const Lesson &m_lesson;
    const LessonPlans &m_plans;
    QString m_text;
    QStringList m_sources;
    std::list<std::optional<AnsweredPlan>> m_answers;
};

/// Headings of the first level start a page, except the very first.
void breakPages(QTextDocument &document)
{
    bool isFirst = true;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() != 1)
            continue;
        if (!isFirst) {
            QTextCursor cursor { block };
            QTextBlockFormat format = block.blockFormat();
            format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
            cursor.setBlockFormat(format);
        }
        isFirst = false;
    }
}

} // namespace

void buildHandout(QTextDocument &document, const Lesson &lesson, const LessonPlans &plans)
{
    QFont font = QGuiApplication::font();
    font.setPointSizeF(10);
    setLessonMarkdown(document, HandoutText { lesson, plans }.markdown(), paperStyle(font));
    document.setMetaInformation(QTextDocument::DocumentTitle, QString::fromStdString(lesson.title));
    breakPages(document);
}

Problems writeHandout(const Lesson &lesson, const LessonPlans &plans, const QString &file)
{
    QTextDocument document;
    buildHandout(document, lesson, plans);
    QBuffer pages;
    pages.open(QIODevice::WriteOnly);
    QPdfWriter writer { &pages };
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({}); // QTextDocument adds two centimetres of its own
    writer.setTitle(QString::fromStdString(lesson.title));
    writer.setCreator(QStringLiteral("Headroom"));
    document.print(&writer);
    return writeFileAtomically(file.toStdString(), pages.data().toStdString());
}

} // namespace headroom
