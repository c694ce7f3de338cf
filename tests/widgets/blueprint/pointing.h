#pragma once

#include <QStringList>

namespace headroom {

struct Scene;
class WindowStage;

/// What charts and pictures of a scene say of the places that the mouse rests on, and what a click
/// there changes: a line for each different answer with its first place.
void addPointed(WindowStage &stage, const Scene &scene, QStringList &lines);

} // namespace headroom
