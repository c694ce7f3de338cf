#include "widgets/lessons/glossary_view.h"

#include "widgets/lessons/lesson_session.h"
#include "widgets/look/panels.h"
#include "widgets/look/wrapped_rows.h"
#include "widgets/text/wording.h"

#include <QCollator>
#include <QGridLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {
namespace {

constexpr int idRole = Qt::UserRole;
constexpr int searchRole = Qt::UserRole + 1;

} // namespace

GlossaryView::GlossaryView(LessonSession &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_word(new TextLabel({}, TextRole::Title, TextLabel::Ink::Normal, this))
    , m_says(new TextLabel({}, TextRole::Body, TextLabel::Ink::Normal, this))
    , m_related(new TextLabel({}, TextRole::Body, TextLabel::Ink::Muted, this))
    , m_lesson(new QPushButton(themeIcon(QStringLiteral("learn")), tr("Open the &lesson"), this))
{
    setObjectName(QStringLiteral("glossary"));
    m_search->setObjectName(QStringLiteral("glossarySearch"));
    m_search->setPlaceholderText(tr("Search the glossary"));
    m_search->setAccessibleName(tr("Search the glossary"));
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName(QStringLiteral("glossaryWords"));
    m_list->setAccessibleName(tr("Words"));
    m_list->setFrameShape(QFrame::NoFrame);
    addAir(*m_list);
    for (TextLabel *label : { m_word, m_says, m_related }) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    }
    m_says->setObjectName(QStringLiteral("glossaryText"));
    m_related->setAccessibleName(tr("Related words"));
    m_word->setAccessibleName(tr("Word"));
    m_says->setAccessibleName(tr("Meaning"));
    auto *details = new QVBoxLayout;
    details->setSpacing(gap(2));
    details->addWidget(m_word);
    details->addWidget(m_says);
    details->addWidget(m_related);
    details->addWidget(m_lesson, 0, Qt::AlignLeft);
    details->addStretch(1);
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(0, gap(2), 0, 0);
    layout->setHorizontalSpacing(gap(4));
    layout->addWidget(m_search, 0, 0);
    layout->addWidget(m_list, 1, 0);
    layout->addLayout(details, 0, 1, 2, 1);
    layout->setColumnStretch(0, 2);
    layout->setColumnStretch(1, 3);
    connect(m_search, &QLineEdit::textChanged, this, &GlossaryView::filter);
    connect(m_list, &QListWidget::currentItemChanged, this, &GlossaryView::explain);
    connect(m_related, &QLabel::linkActivated, this, &GlossaryView::showWord);
    connect(m_lesson, &QPushButton::clicked, this, [this] {
        if (const QListWidgetItem *item = m_list->currentItem())
            if (const GlossaryWord *word
                = m_session.glossary().find(item->data(idRole).toString().toStdString()))
                emit lessonAsked(QString::fromStdString(word->lesson));
    });
}

/// The glossary is read when it is first looked at.
void GlossaryView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fill();
}

/// The themes in their order, the words of each by the alphabet of the language.
void GlossaryView::fill()
{
    if (m_list->count() > 0)
        return;
    const Glossary &glossary = m_session.glossary();
    std::vector<GlossaryTheme> themes = glossary.themes;
    themes.push_back({ {}, tr("Other words").toStdString() });
    QCollator alphabet;
    alphabet.setCaseSensitivity(Qt::CaseInsensitive); // without a language, too
    for (const GlossaryTheme &theme : themes) {
        std::vector<const GlossaryWord *> words;
        for (const GlossaryWord &word : glossary.words)
            if (word.theme == theme.id)
                words.push_back(&word);
        std::ranges::sort(words, [&alphabet](const GlossaryWord *a, const GlossaryWord *b) {
            return alphabet.compare(
                       QString::fromStdString(a->word), QString::fromStdString(b->word))
                < 0;
        });
        if (!words.empty())
            addHeading(QString::fromStdString(theme.title));
        for (const GlossaryWord *word : words)
            addWord(*word);
    }
    m_list->setCurrentRow(1); // below the first heading
}

void GlossaryView::addHeading(const QString &title)
{
    auto *item = new QListWidgetItem(title, m_list);
    item->setFlags(Qt::NoItemFlags); // passed over by keys and mouse
    item->setFont(textFont(TextRole::Strong));
}

void GlossaryView::addWord(const GlossaryWord &word)
{
    auto *item = new QListWidgetItem(QString::fromStdString(word.word), m_list);
    item->setData(idRole, QString::fromStdString(word.id));
    QString search = QString::fromStdString(word.word + ' ' + word.meaning + ' ' + word.id);
    for (const std::string &alias : word.aliases)
        search += QLatin1Char(' ') + QString::fromStdString(alias);
    item->setData(searchRole, search);
}

/// A heading is shown as long as a word of its theme is.
void GlossaryView::filter(const QString &text)
{
    QListWidgetItem *first = nullptr;
    QListWidgetItem *heading = nullptr;
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem *item = m_list->item(row);
        if (!item->data(idRole).isValid()) {
            heading = item;
            heading->setHidden(true);
            continue;
        }
        const bool fits = item->data(searchRole).toString().contains(text, Qt::CaseInsensitive);
        item->setHidden(!fits);
        if (fits && heading)
            heading->setHidden(false);
        if (fits && !first)
            first = item;
    }
    if (first && (!m_list->currentItem() || m_list->currentItem()->isHidden()))
        m_list->setCurrentItem(first);
}

void GlossaryView::explain()
{
    const QListWidgetItem *item = m_list->currentItem();
    const GlossaryWord *word
        = item ? m_session.glossary().find(item->data(idRole).toString().toStdString()) : nullptr;
    if (!word)
        return;
    const QString meaning = QString::fromStdString(word->meaning);
    m_word->setText(meaning.isEmpty()
            ? QString::fromStdString(word->word)
            : QStringLiteral("%1 (%2)").arg(QString::fromStdString(word->word), meaning));
    m_says->setText(QString::fromStdString(word->says).toHtmlEscaped());
    QStringList links;
    for (const std::string &id : word->see)
        if (const GlossaryWord *other = m_session.glossary().find(id))
            links.append(QStringLiteral("<a href=\"%1\">%2</a>")
                             .arg(QString::fromStdString(id),
                                 QString::fromStdString(other->word).toHtmlEscaped()));
    m_related->setText(tr("See also: %1").arg(inOneSentence(links)));
    m_related->setVisible(!links.isEmpty());
    m_lesson->setVisible(!word->lesson.empty());
}

void GlossaryView::showWord(const QString &id)
{
    fill();
    m_search->clear();
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(idRole).toString() == id)
            m_list->setCurrentRow(row);
}

} // namespace headroom
