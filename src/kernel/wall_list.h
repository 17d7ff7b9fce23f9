/* The walls by name. */
#ifndef JK_WALL_LIST_H
#define JK_WALL_LIST_H

/* Every wall: ROW(name, what it does, ...), where ... is what the list was given behind ROW.
 * A new wall is a row here, a function and its line in jk_wall(), in wall.h. */
#define JK_WALL_ROWS(ROW, ...)                                         \
  ROW(clamp, "stays at the wall and keeps its velocity", __VA_ARGS__)  \
  ROW(reflect, "bounces back elastically", __VA_ARGS__)                \
  ROW(periodic, "re-enters on the opposite side", __VA_ARGS__)         \
  ROW(absorb, "stops at the wall", __VA_ARGS__)                        \
  ROW(resample, "restarts at rest, at a random position", __VA_ARGS__) \
  ROW(none, "keeps going: positions may leave the box", __VA_ARGS__)

/* JK_WALL_clamp, JK_WALL_reflect, ...: the rows in their order. */
#define JK_WALL_NUMBER(name, does, ...) JK_WALL_##name,
enum jk_wall_number { JK_WALL_ROWS(JK_WALL_NUMBER, 0) JK_WALLS };

#endif
