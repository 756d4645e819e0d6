/*
 * The bytes of a segment. A word is known by its key, a hash of 40 bits. Its places are, for each conversation, the distance
 * to the number of the one before, and the positions of the word in it, each as the distance to the one before: numbers of
 * seven bits a byte. A block holds some words in the order of their keys, each as the distance to the key before, how many
 * conversations and how many bytes; a single place is none and says its length itself.
 */

/** Conversation and position as one number, so that lists of them are merged and intersected like lists of numbers. */
export const positionsOfConversation = 2 ** 20;
/** Positions of a conversation; later words are not indexed. */
export const maxPositions = positionsOfConversation - 1;

/** Ascending `number × positionsOfConversation + position`. */
export type Places = Float64Array;

class ByteWriter {
  bytes = Buffer.allocUnsafe(4096);
  length = 0;

  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  number(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.bytes[this.length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.length++] = rest;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A copy; the writer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }
}

/** Reads numbers one after the other. */
class ByteReader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Bytes of the two numbers that follow. */
  measurePlace(): number {
    let end = this.at;
    for (let numbers = 0; numbers < 2 && end < this.bytes.length; end += 1)
      if ((this.bytes[end] ?? 0) < 128) numbers += 1;
    return end - this.at;
  }

  skip(numbers: number): void {
    for (let left = numbers; left > 0 && this.at < this.bytes.length;)
      if ((this.bytes[this.at++] ?? 0) < 128) left -= 1;
  }

  number(): number {
    let byte = this.bytes[this.at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte - 128;
    let factor = 128;
    do {
      byte = this.bytes[this.at++] ?? 0;
      value += (byte % 128) * factor;
      factor *= 128;
    } while (byte >= 128);
    return value;
  }
}

/** The places of one word in a segment, encoded. */
export interface WordPlaces {
  /** In how many conversations. */
  readonly count: number;
  readonly bytes: Uint8Array;
}

function writePlaces(writer: ByteWriter, places: ArrayLike<number>): number {
  let count = 0;
  let before = -1;
  for (let at = 0; at < places.length;) {
    const conversation = Math.floor((places[at] ?? 0) / positionsOfConversation);
    const base = conversation * positionsOfConversation;
    let end = at + 1;
    while (end < places.length && (places[end] ?? 0) < base + positionsOfConversation) end += 1;
    const more = end - at - 1;
    writer.number((conversation - before) * 2 + (more > 0 ? 1 : 0));
    if (more > 0) writer.number(more);
    let position = 0;
    for (; at < end; at += 1) {
      writer.number((places[at] ?? 0) - base - position);
      position = (places[at] ?? 0) - base;
    }
    before = conversation;
    count += 1;
  }
  return count;
}

/** The numbers of the conversations, ascending. */
export function readConversations({ count, bytes }: WordPlaces): Float64Array {
  const reader = new ByteReader(bytes);
  const found = new Float64Array(count);
  let conversation = -1;
  for (let place = 0; place < count; place += 1) {
    const first = reader.number();
    conversation += Math.floor(first / 2);
    found[place] = conversation;
    reader.skip(first % 2 === 1 ? reader.number() + 1 : 1);
  }
  return found;
}

/**
 * Buffer for places before a list of their number is made: a list as long as all bytes for each word, most of it
 * unused, keeps the garbage collector busier than the reading is.
 */
const scratch = new Float64Array(2 ** 17);

/** @param among the conversations whose places are wanted, ascending; all where it is missing */
export function readPlaces({ count, bytes }: WordPlaces, among?: Float64Array): Places {
  const reader = new ByteReader(bytes);
  // Each place takes a byte at least, beside one of its conversation.
  const found = bytes.length <= scratch.length ? scratch : new Float64Array(bytes.length);
  let length = 0;
  let conversation = -1;
  let wanted = 0;
  for (let each = 0; each < count; each += 1) {
    const first = reader.number();
    conversation += Math.floor(first / 2);
    while (among && (among[wanted] ?? Infinity) < conversation) wanted += 1;
    if (among && wanted === among.length) break;
    const positions = first % 2 === 1 ? reader.number() + 1 : 1;
    if (among && among[wanted] !== conversation) {
      reader.skip(positions);
      continue;
    }
    let place = conversation * positionsOfConversation;
    for (let rest = positions; rest > 0; rest -= 1) {
      place += reader.number();
      found[length++] = place;
    }
  }
  return found.slice(0, length);
}

/** A row of `search_words`. */
export interface Block {
  readonly first: number;
  readonly places: Buffer;
}

/** Four rows fill a page of PostgreSQL, and are read with it. */
const blockBytes = 1968;
/** A longer block has one word: of several, the key and the lengths of the last one may be beyond `blockBytes`. */
export const sharedBlockBytes = blockBytes + 32;

/** Collects words in the order of their keys into blocks; one without places is left out. */
export function createBlocks() {
  const blocks: Block[] = [];
  const block = new ByteWriter();
  const word = new ByteWriter();
  let first = 0;
  let before = 0;
  const close = () => {
    if (block.length > 0) blocks.push({ first, places: block.take() });
  };
  return {
    add(key: number, places: ArrayLike<number>): void {
      if (places.length === 0) return;
      word.length = 0;
      const count = writePlaces(word, places);
      const bytes = word.bytes.subarray(0, word.length);
      if (block.length > 0 && block.length + bytes.length > blockBytes) close();
      if (block.length === 0) {
        first = key;
        before = key;
      }
      block.number(key - before);
      if (places.length === 1) block.number(0);
      else {
        block.number(count);
        block.number(bytes.length);
      }
      block.append(bytes);
      before = key;
    },
    list(): Block[] {
      close();
      return blocks;
    },
  };
}

export type KeyedPlaces = WordPlaces & { readonly key: number };

/** The words of a block, in the order of their keys. */
export function* readBlock({ first, places }: Block): Generator<KeyedPlaces> {
  const reader = new ByteReader(places);
  let key = first;
  while (reader.at < places.length) {
    key += reader.number();
    yield { key, ...readWord(reader) };
  }
}

function readWord(reader: ByteReader): WordPlaces {
  const count = reader.number();
  const length = count === 0 ? reader.measurePlace() : reader.number();
  const bytes = reader.bytes.subarray(reader.at, reader.at + length);
  reader.at += length;
  return { count: Math.max(1, count), bytes };
}

/** Finds one word of a block like `readBlock`, without making the others. */
export function findWord({ first, places }: Block, wanted: number): WordPlaces | undefined {
  const reader = new ByteReader(places);
  let key = first;
  while (reader.at < places.length) {
    key += reader.number();
    if (key === wanted) return readWord(reader);
    if (key > wanted) return undefined;
    const count = reader.number();
    const length = count === 0 ? reader.measurePlace() : reader.number();
    reader.at += length;
  }
  return undefined;
}
