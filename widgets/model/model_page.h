#pragma once

#include "widgets/frame/field_page.h"

namespace headroom {

class BlockPicture;
class FactGrid;
class TextLabel;

/// What is trained.
class ModelPage : public FieldPage
{
    Q_OBJECT
public:
    ModelPage(WindowContext &context, QWidget *parent);

private:
    void refresh();
    void chooseConfig();
    void describe();

    FactGrid *m_facts;
    BlockPicture *m_block = nullptr;
    TextLabel *m_origin;
};

} // namespace headroom
