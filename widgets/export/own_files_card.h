#pragma once

#include "widgets/look/panels.h"

namespace headroom {

class WindowContext;

/// Offers to change the files that the plan was made of, before new ones; hidden where it was made
/// of none.
class OwnFilesCard : public Card
{
    Q_OBJECT
public:
    OwnFilesCard(WindowContext &context, QWidget *parent);

private:
    void refresh();

    WindowContext &m_context;
    TextLabel *m_text;
};

} // namespace headroom
