#pragma once

#include <QHBoxLayout>
#include <QLabel>
#include <QString>
#include <QWidget>

namespace headroom {

/// A box with its label in front, which goes and comes with it: both lie in one widget of `row`.
template <class Box>
Box *addLabelled(const char *name, const QString &label, QWidget *parent, QLayout *row)
{
    auto *pair = new QWidget(parent);
    auto *line = new QHBoxLayout(pair);
    line->setContentsMargins(0, 0, 0, 0);
    auto *words = new QLabel(label, pair);
    auto *box = new Box(pair);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(label);
    words->setBuddy(box);
    line->addWidget(words);
    line->addWidget(box);
    row->addWidget(pair);
    return box;
}

} // namespace headroom
