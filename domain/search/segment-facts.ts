/*
 * What a segment knows of its conversations, which are numbered in the order of their starts: ids and starts, of which a few
 * are read, and apart from them what the log filters, which is read of all.
 */

/** Facts by which a filter decides. */
export interface FilteredFacts {
  readonly userNumber: number;
  readonly skillNumber: number;
  readonly status: number;
  readonly technical: boolean;
  readonly hour: number;
  /** 1 is Monday. */
  readonly weekday: number;
}

export interface ConversationFacts extends FilteredFacts {
  readonly id: string;
  readonly startedAt: number;
}

const idBytes = 16;
/** Bytes of an id and a start. */
export const factBytes = 20;

/** @param month the first instant of the month in which all start */
export function writeFacts(conversations: readonly ConversationFacts[], month: number): Buffer {
  const bytes = Buffer.alloc(conversations.length * factBytes);
  for (const [place, { id, startedAt }] of conversations.entries()) {
    bytes.write(id.replaceAll('-', ''), place * factBytes, 'hex');
    bytes.writeUInt32LE(startedAt - month, place * factBytes + idBytes);
  }
  return bytes;
}

export const readStart = (bytes: Buffer, place: number): number => bytes.readUInt32LE(place * factBytes + idBytes);

export function readId(bytes: Buffer, place: number): string {
  const hex = bytes.toString('hex', place * factBytes, place * factBytes + idBytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Users, skills and the rest as numbers, each for all conversations. */
export interface FilterColumns {
  readonly users: Int32Array;
  readonly skills: Int32Array;
  readonly flags: Int32Array;
}

const columnNames = ['users', 'skills', 'flags'] as const;

export const toFilterColumns = (conversations: readonly FilteredFacts[]): FilterColumns => ({
  users: Int32Array.from(conversations, ({ userNumber }) => userNumber),
  skills: Int32Array.from(conversations, ({ skillNumber }) => skillNumber),
  flags: Int32Array.from(
    conversations,
    ({ status, technical, hour, weekday }) => status | (Number(technical) << 3) | (hour << 4) | (weekday << 9),
  ),
});

/** Writes for each column the bytes of a number, the lowest one, and by how much each is more. */
export function writeFilters(columns: FilterColumns): Buffer {
  return Buffer.concat(columnNames.map((name) => writeColumn(columns[name])));
}

const columnHead = 5;

function writeColumn(values: Int32Array): Buffer {
  const lowest = values.reduce((least, value) => Math.min(least, value), values[0] ?? 0);
  const span = values.reduce((most, value) => Math.max(most, value - lowest), 0);
  const width = span < 2 ** 8 ? 1 : span < 2 ** 16 ? 2 : span < 2 ** 24 ? 3 : 4;
  const bytes = Buffer.alloc(columnHead + values.length * width);
  bytes.writeUInt8(width, 0);
  bytes.writeInt32LE(lowest, 1);
  for (const [place, value] of values.entries()) bytes.writeUIntLE(value - lowest, columnHead + place * width, width);
  return bytes;
}

/** End of a column in the buffer, and the reader of its numbers. */
interface OpenColumn {
  readonly end: number;
  readonly read: (number: number) => number;
}

function openColumn(buffer: Buffer, at: number, count: number): OpenColumn {
  const width = buffer.readUInt8(at);
  const lowest = buffer.readInt32LE(at + 1);
  const start = at + columnHead;
  return {
    end: start + count * width,
    read: (number) => lowest + buffer.readUIntLE(start + number * width, width),
  };
}

function openColumns(bytes: Uint8Array, count: number) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const users = openColumn(buffer, 0, count);
  const skills = openColumn(buffer, users.end, count);
  return { users, skills, flags: openColumn(buffer, skills.end, count) };
}

/** @param count of the conversations */
export function readFilters(bytes: Uint8Array, count: number): FilterColumns {
  const { users, skills, flags } = openColumns(bytes, count);
  const readAll = ({ read }: OpenColumn) => Int32Array.from({ length: count }, (_, number) => read(number));
  return { users: readAll(users), skills: readAll(skills), flags: readAll(flags) };
}

/** Reads what is filtered of single conversations, by their numbers. */
export function openFilters(bytes: Uint8Array, count: number): (number: number) => FilteredFacts {
  const { users, skills, flags } = openColumns(bytes, count);
  return (number) => {
    const ofOne = flags.read(number);
    return {
      userNumber: users.read(number),
      skillNumber: skills.read(number),
      status: ofOne & 7,
      technical: (ofOne & 8) !== 0,
      hour: (ofOne >> 4) & 31,
      weekday: (ofOne >> 9) & 7,
    };
  };
}
