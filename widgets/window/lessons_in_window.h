#pragma once

class QString;

namespace headroom {

class LessonSession;
class MainWindow;

/// Adds the Learn page, the lesson panel and the search entries of lessons and glossary to the
/// window. Nothing is read from disk before it is asked for, but the learner's progress.
LessonSession *addLessons(MainWindow &window);

/// "zh" when the application runs in Chinese; empty: English.
QString lessonLanguage();

} // namespace headroom
