/* The superblock, and objects: their headers and the messages in them. */
#include "record/hdf5/structure/structure.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/system.h"
#include "record/hdf5/structure/walk.h"

enum {
  DEPTH_MOST = 2,           /* links from the root to a dataset */
  CONTINUATIONS_MOST = 256, /* pieces of a header behind its first */
  MESSAGES_MOST = 1024,     /* of an object: HDF5 looks through all of them again and again */
  TEXT_MOST = 1 << 16,      /* bytes of an attribute that is a text */
  CHECKSUM_BYTES = 4,
  SUPERBLOCK_BYTES = 48
};

/* Messages of a header. */
enum {
  NOTHING = 0x00,
  SPACE = 0x01,
  LINKS = 0x02,
  TYPE = 0x03,
  FILL = 0x05,
  LINK = 0x06,
  LAYOUT = 0x08,
  GROUP = 0x0a,
  FILTERS = 0x0b,
  ATTRIBUTE = 0x0c,
  CONTINUATION = 0x10,
  ATTRIBUTES = 0x15,
  MESSAGES
};

#define BIT(message) (1U << (message))
#define OF_GROUPS BIT(LINKS)
#define OF_DATASETS (BIT(SPACE) | BIT(TYPE) | BIT(FILL) | BIT(LAYOUT) | BIT(FILTERS))

typedef struct object {
  unsigned depth;
  unsigned found;           /* the messages that may come once */
  int has_links;            /* in the header */
  jx_stored stored;         /* of a dataset */
  unsigned char layout[64]; /* its message, which outlives the header's bytes */
  uint64_t heap, tree;      /* of a group with many links; or JX_NOWHERE */
  jx_claim rest[CONTINUATIONS_MOST];
  size_t rest_count, message_count;
} object;

/* ---- What messages hold ---- */

/* A number's type as HDF5 writes it, but for the bit that says which byte comes first. */
typedef struct number_type {
  unsigned char bytes[20];
  size_t count;
} number_type;

static const number_type number_types[] = {
    {{0x10, 0x00, 0, 0, 1, 0, 0, 0, 0, 0, 8}, 12},
    {{0x10, 0x08, 0, 0, 4, 0, 0, 0, 0, 0, 32}, 12},
    {{0x10, 0x00, 0, 0, 8, 0, 0, 0, 0, 0, 64}, 12},
    {{0x11, 0x20, 31, 0, 4, 0, 0, 0, 0, 0, 32, 0, 23, 8, 0, 23, 127, 0, 0, 0}, 20},
    {{0x11, 0x20, 63, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 3, 0, 0}, 20},
};

/* Bytes of a number of one of jato's types; 0: it is another type. */
static uint64_t number_bytes_of(jx_bytes type)
{
  unsigned char bytes[20];
  size_t count = type.left;
  if (type.is_short || count > sizeof bytes || count < 12) return 0;
  memcpy(bytes, type.at, count);
  bytes[1] &= 0xfe; /* order of bytes */
  for (size_t i = 0; i < sizeof number_types / sizeof number_types[0]; i++)
    if (number_types[i].count == count && memcmp(bytes, number_types[i].bytes, count) == 0)
      return bytes[4];
  return 0;
}

/* Bytes of a text of fixed length; 0: the type is none. */
static uint64_t text_bytes_of(jx_bytes type)
{
  int good = jx_bytes_are(&type, "\x13", 1);
  uint64_t flags = jx_bytes_number(&type, 3), bytes = jx_bytes_number(&type, 4);
  good = good && (flags & 15) <= 2 && flags >> 4 <= 1; /* how it is filled up; ASCII or UTF-8 */
  return good && jx_bytes_end(&type) && bytes <= TEXT_MOST ? bytes : 0;
}

/* Returns 0 where it is no space of up to three dimensions. */
static int read_space(jx_bytes bytes, jx_stored *out)
{
  int good = jx_bytes_are(&bytes, "\2", 1);
  out->rank = (unsigned)jx_bytes_number(&bytes, 1);
  uint64_t has_most = jx_bytes_number(&bytes, 1), kind = jx_bytes_number(&bytes, 1);
  good = good && out->rank <= JX_WALK_MOST_RANK && has_most <= 1 && kind == (out->rank > 0);
  for (unsigned r = 0; good && r < out->rank; r++)
    out->most[r] = out->size[r] = jx_bytes_number(&bytes, 8);
  for (unsigned r = 0; good && has_most && r < out->rank; r++) {
    out->most[r] = jx_bytes_number(&bytes, 8);
    good = out->most[r] >= out->size[r];
  }
  return good && jx_bytes_end(&bytes);
}

/* Counts all numbers together; 0: more than there can be. */
static int count_numbers(const jx_stored *space, uint64_t *out)
{
  *out = 1;
  for (unsigned r = 0; r < space->rank; r++) {
    if (space->size[r] > 0 && *out > (UINT64_MAX >> 8) / space->size[r]) return 0;
    *out *= space->size[r];
  }
  return 1;
}

static int is_name(jx_bytes name)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";
  for (size_t i = 0; i < name.left; i++)
    if (name.at[i] == '\0' || strchr(letters, name.at[i]) == NULL) return 0;
  return name.left > 0 && !name.is_short;
}

static int is_attribute(jx_bytes bytes)
{
  jx_stored space = {0};
  uint64_t count = 0;
  int good = jx_bytes_are(&bytes, "\3\0", 2); /* version; neither type nor space lie elsewhere */
  size_t name_bytes = (size_t)jx_bytes_number(&bytes, 2);
  size_t type_bytes = (size_t)jx_bytes_number(&bytes, 2);
  size_t space_bytes = (size_t)jx_bytes_number(&bytes, 2);
  good = good && jx_bytes_number(&bytes, 1) <= 1 && name_bytes > 1; /* set of characters */
  jx_bytes name = jx_bytes_take(&bytes, good ? name_bytes - 1 : 0);
  good = good && jx_bytes_are(&bytes, "", 1) && is_name(name);
  jx_bytes type = jx_bytes_take(&bytes, type_bytes);
  uint64_t one = number_bytes_of(type);
  if (one == 0) one = text_bytes_of(type);
  good = good && one > 0 && read_space(jx_bytes_take(&bytes, space_bytes), &space);
  good = good && count_numbers(&space, &count) && count <= bytes.left;
  return good && !bytes.is_short && bytes.left == count * one;
}

/* Its header has all links, or a heap has. */
static int read_links(jx_bytes bytes, object *o)
{
  int good = jx_bytes_are(&bytes, "\0\0", 2); /* version; links have no order */
  o->heap = jx_bytes_number(&bytes, 8);
  o->tree = jx_bytes_number(&bytes, 8);
  return good && jx_bytes_end(&bytes) && (o->heap == JX_NOWHERE) == (o->tree == JX_NOWHERE);
}

/* How many attributes or links a header may have, and how many links are expected. */
static int is_group_information(jx_bytes bytes)
{
  int good = jx_bytes_are(&bytes, "\0", 1);
  uint64_t flags = jx_bytes_number(&bytes, 1);
  return good && flags <= 3 && bytes.left == 4 * ((flags & 1) + (flags >> 1));
}

static int read_layout(jx_bytes bytes, object *o)
{
  if (bytes.left > sizeof o->layout) return 0;
  memcpy(o->layout, bytes.at, bytes.left);
  o->stored.layout = (jx_bytes){.at = o->layout, .left = bytes.left};
  return 1;
}

/* ---- Headers ---- */

/* Returns 0 for a message that jato does not write. */
static int read_message(unsigned kind, jx_bytes bytes, object *o)
{
  static const unsigned char none[18] = "\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
                                        "\xff\xff\xff\xff";
  switch (kind) {
  case NOTHING: return 1;
  case SPACE: return read_space(bytes, &o->stored) && o->stored.rank > 0;
  case LINKS: return read_links(bytes, o);
  case TYPE: return (o->stored.number_bytes = number_bytes_of(bytes)) > 0;
  case FILL: return jx_bytes_are(&bytes, "\3\x0b", 2) && jx_bytes_end(&bytes); /* none */
  case LAYOUT: return read_layout(bytes, o);
  case GROUP: return is_group_information(bytes);
  case FILTERS: /* Fletcher32 */
    return jx_bytes_are(&bytes, "\2\1\3\0\0\0\0", 8) && jx_bytes_end(&bytes);
  case ATTRIBUTE: return is_attribute(bytes);
  case ATTRIBUTES: /* all in the header */
    return jx_bytes_are(&bytes, none, sizeof none) && jx_bytes_end(&bytes);
  default: return 0;
  }
}

static int add_continuation(jx_bytes bytes, object *o)
{
  jx_claim rest = {.address = jx_bytes_number(&bytes, 8)};
  rest.bytes = jx_bytes_number(&bytes, 8);
  if (!jx_bytes_end(&bytes) || o->rest_count == CONTINUATIONS_MOST) return 0;
  o->rest[o->rest_count++] = rest;
  return 1;
}

static int may_come_often(unsigned kind)
{
  return kind == NOTHING || kind == LINK || kind == ATTRIBUTE || kind == CONTINUATION;
}

static jato_status check_message(jx_walk *walk, unsigned kind, jx_bytes bytes, object *o)
{
  int good;
  if (kind >= MESSAGES || (!may_come_often(kind) && (o->found & BIT(kind)) != 0))
    return jx_walk_refuse(walk, "has a message that jato does not write, or one twice");
  o->found |= BIT(kind);
  if (kind == LINK) return jx_walk_link(walk, bytes, o->depth + 1);
  good = kind == CONTINUATION ? add_continuation(bytes, o) : read_message(kind, bytes, o);
  if (good) return JATO_OK;
  if (kind == ATTRIBUTE) return jx_walk_refuse(walk, "has an attribute that jato does not write");
  if (kind == ATTRIBUTES) return jx_walk_refuse(walk, "has attributes outside of its header");
  if (kind == TYPE) return jx_walk_refuse(walk, "is not of the numbers it must be of");
  return jx_walk_refuse(walk, "is not stored as jato stores it");
}

/* Messages up to the end, where less than one's first bytes may be left over. */
static jato_status check_messages(jx_walk *walk, jx_bytes bytes, object *o)
{
  enum { BEFORE_MESSAGE = 4, CONSTANT = 1, NOT_SHARED = 4 };
  while (bytes.left >= BEFORE_MESSAGE) {
    unsigned kind = (unsigned)jx_bytes_number(&bytes, 1);
    size_t count = (size_t)jx_bytes_number(&bytes, 2);
    uint64_t flags = jx_bytes_number(&bytes, 1);
    jx_bytes message = jx_bytes_take(&bytes, count);
    if (++o->message_count > MESSAGES_MOST)
      return jx_walk_refuse(walk, "has more messages than jato writes");
    if (message.is_short || (flags & ~(uint64_t)(CONSTANT | NOT_SHARED)) != 0)
      return jx_walk_refuse(walk, "has a message that does not fit into it");
    JX_TRY(check_message(walk, kind, message, o));
  }
  return JATO_OK;
}

/* Where the first messages of a header begin, and how many bytes they take. Returns 0 where it is
 * no header. */
static int read_beginning(jx_bytes bytes, size_t *begin, uint64_t *count)
{
  enum { WIDTH = 3, HAS_PHASES = 0x10, HAS_TIMES = 0x20 };
  size_t before = bytes.left;
  int good = jx_bytes_are(&bytes, "OHDR\2", 5);
  uint64_t flags = jx_bytes_number(&bytes, 1);
  good = good && (flags & ~(uint64_t)(WIDTH | HAS_PHASES | HAS_TIMES)) == 0;
  if ((flags & HAS_TIMES) != 0) (void)jx_bytes_take(&bytes, 16);
  if ((flags & HAS_PHASES) != 0) (void)jx_bytes_take(&bytes, 4);
  *count = jx_bytes_number(&bytes, (size_t)1 << (flags & WIDTH));
  *begin = before - bytes.left;
  return good && !bytes.is_short && *count <= UINT64_MAX / 2;
}

static jato_status check_first(jx_walk *walk, uint64_t address, object *o)
{
  unsigned char beginning[34];
  void *memory = NULL;
  jx_bytes bytes;
  size_t begin = 0;
  uint64_t count = 0;
  JX_TRY(jx_walk_peek(walk, address, beginning, sizeof beginning, &bytes));
  if (!read_beginning(bytes, &begin, &count)) return jx_walk_refuse(walk, "is no object of HDF5");
  JX_TRY(jx_walk_read(walk, address, begin + count + CHECKSUM_BYTES, &memory, &bytes));
  (void)jx_bytes_take(&bytes, begin);
  bytes.left -= CHECKSUM_BYTES;
  jato_status status = check_messages(walk, bytes, o);
  jx_release(&walk->allocator, memory);
  return status;
}

static jato_status check_rest(jx_walk *walk, jx_claim rest, object *o)
{
  void *memory = NULL;
  jx_bytes bytes;
  JX_TRY(jx_walk_read(walk, rest.address, rest.bytes, &memory, &bytes));
  jato_status status = JATO_OK;
  if (!jx_bytes_are(&bytes, "OCHK", 4) || bytes.left < CHECKSUM_BYTES) {
    status = jx_walk_refuse(walk, "continues where nothing does");
  } else {
    bytes.left -= CHECKSUM_BYTES;
    status = check_messages(walk, bytes, o);
  }
  jx_release(&walk->allocator, memory);
  return status;
}

static jato_status check_parts(jx_walk *walk, const object *o)
{
  uint64_t count = 0;
  unsigned of_datasets = o->found & OF_DATASETS;
  if (of_datasets == OF_DATASETS && (o->found & (OF_GROUPS | BIT(GROUP) | BIT(LINK))) == 0 &&
      count_numbers(&o->stored, &count))
    return jx_walk_chunks(walk, &o->stored);
  if (of_datasets != 0 || (o->found & OF_GROUPS) == 0)
    return jx_walk_refuse(walk, "is neither a group nor a dataset as jato writes them");
  if (o->heap == JX_NOWHERE) return JATO_OK;
  if ((o->found & BIT(LINK)) != 0)
    return jx_walk_refuse(walk, "has members in its header and outside of it");
  return jx_walk_many_links(walk, o->heap, o->tree, o->depth + 1);
}

static jato_status check_object(jx_walk *walk, uint64_t address, unsigned depth)
{
  object o = {.depth = depth};
  JX_TRY(check_first(walk, address, &o));
  for (size_t i = 0; i < o.rest_count; i++) JX_TRY(check_rest(walk, o.rest[i], &o));
  return check_parts(walk, &o);
}

jato_status jx_walk_link(jx_walk *walk, jx_bytes link, unsigned depth)
{
  size_t before = strlen(walk->path), room = sizeof walk->path - before;
  int good = jx_bytes_are(&link, "\1", 1);
  uint64_t flags = jx_bytes_number(&link, 1); /* 0x10: the character set follows */
  good = good && (flags & ~(uint64_t)0x10) == 0;
  if (flags != 0) good = good && jx_bytes_number(&link, 1) <= 1;
  jx_bytes name = jx_bytes_take(&link, (size_t)jx_bytes_number(&link, 1));
  uint64_t address = jx_bytes_number(&link, 8);
  if (!good || !jx_bytes_end(&link) || !is_name(name) || name.left + 2 > room)
    return jx_walk_refuse(walk, "has a link that jato does not write");
  if (depth > DEPTH_MOST) return jx_walk_refuse(walk, "has members, which jato does not give it");
  (void)snprintf(walk->path + before, room, "/%.*s", (int)name.left, (const char *)name.at);
  JX_TRY(check_object(walk, address, depth));
  walk->path[before] = '\0';
  return JATO_OK;
}

/* ---- The file ---- */

static jato_status check_file(jx_walk *walk)
{
  unsigned char superblock[SUPERBLOCK_BYTES];
  jx_bytes bytes;
  if (walk->end < sizeof superblock) return jx_walk_refuse(walk, "is missing: this is no HDF5");
  JX_TRY(jx_walk_claim(walk, 0, sizeof superblock));
  JX_TRY(jx_walk_peek(walk, 0, superblock, sizeof superblock, &bytes));
  int good = jx_bytes_are(&bytes, "\x89HDF\r\n\x1a\n", 8);
  if (!good) return jx_walk_refuse(walk, "is missing: this is no HDF5");
  good = jx_bytes_are(&bytes, "\3\x08\x08", 4) && /* version, bytes of a number, closed in order */
         jx_bytes_number(&bytes, 8) == 0 && jx_bytes_number(&bytes, 8) == JX_NOWHERE;
  uint64_t end = jx_bytes_number(&bytes, 8), root = jx_bytes_number(&bytes, 8);
  if (!good || end < sizeof superblock || end > walk->end)
    return jx_walk_refuse(walk, "is not as jato writes it, or not all of the file is there");
  walk->end = end;
  JX_TRY(check_object(walk, root, 0));
  return jx_walk_check_claims(walk);
}

jato_status jx_structure_check(int file, const jato_allocator *allocator, jato_error *error)
{
  struct stat about;
  jx_walk walk = {.file = file, .allocator = *allocator, .error = error};
  if (fstat(file, &about) != 0)
    return jx_fail(error, JATO_E_FILE, "the run file cannot be read: %s",
                   jx_system_reason(errno).text);
  walk.end = (uint64_t)about.st_size;
  jato_status status = check_file(&walk);
  jx_release(&walk.allocator, walk.claims);
  return status;
}
