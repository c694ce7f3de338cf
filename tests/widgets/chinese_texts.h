#pragma once

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

namespace headroom {

/// Texts are Chinese from here on, as long as the translator lives; false: there are none.
inline bool installChinese(QTranslator &translator)
{
    return translator.load(QLocale(QLocale::Chinese, QLocale::China), QStringLiteral("headroom"),
               QStringLiteral("_"), QStringLiteral(":/headroom/translations"))
        && QCoreApplication::installTranslator(&translator);
}

} // namespace headroom
