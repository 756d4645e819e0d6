import { factBytes } from './segment-codec.ts';

/** What a segment knows of a conversation: enough to filter and order most of them without reading it. */
export interface ConversationFacts {
  readonly id: string;
  readonly startedAt: number;
  readonly userNumber: number;
  readonly skillNumber: number;
  readonly status: number;
  readonly technical: boolean;
  readonly hour: number;
  /** 1 is Monday. */
  readonly weekday: number;
}

const idBytes = 16;

/** @param month the first instant of the month in which all start */
export function writeFacts(conversations: readonly ConversationFacts[], month: number): Buffer {
  const bytes = Buffer.alloc(conversations.length * factBytes);
  for (const [place, each] of conversations.entries()) {
    const at = place * factBytes;
    bytes.write(each.id.replaceAll('-', ''), at, 'hex');
    bytes.writeUInt32LE(each.startedAt - month, at + idBytes);
    bytes.writeInt32LE(each.userNumber, at + 20);
    bytes.writeInt32LE(each.skillNumber, at + 24);
    const flags = each.status | (Number(each.technical) << 3) | (each.hour << 4) | (each.weekday << 9);
    bytes.writeUInt16LE(flags, at + 28);
  }
  return bytes;
}

/** What a filter decides by. */
export type FilteredFacts = Omit<ConversationFacts, 'id'>;

export function readFilteredFacts(bytes: Buffer, month: number, place: number): FilteredFacts {
  const at = place * factBytes;
  const flags = bytes.readUInt16LE(at + 28);
  return {
    startedAt: month + bytes.readUInt32LE(at + idBytes),
    userNumber: bytes.readInt32LE(at + 20),
    skillNumber: bytes.readInt32LE(at + 24),
    status: flags & 7,
    technical: (flags & 8) !== 0,
    hour: (flags >> 4) & 31,
    weekday: (flags >> 9) & 7,
  };
}

export function readId(bytes: Buffer, place: number): string {
  const hex = bytes.toString('hex', place * factBytes, place * factBytes + idBytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
