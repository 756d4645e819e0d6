/*
 * Arrays as PostgreSQL receives them in binary. A batch is thousands of values: as text, quoting them here and reading
 * them there would cost as much as storing them.
 */

const epochMs = Date.UTC(2000, 0, 1);
const dayMs = 86_400_000;
const headerBytes = 20;

/** Days since 2000-01-01, which is how PostgreSQL sends a date. */
export type DayNumber = number;

/** The first day of the month in which a day lies. */
export function toMonthStart(day: DayNumber): DayNumber {
  const date = new Date(epochMs + day * dayMs);
  return (Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) - epochMs) / dayMs;
}

export const toBooleans = (values: readonly boolean[]) =>
  encode(values, { oid: 16, size: 1, write: (buffer, value, offset) => buffer.writeUInt8(value ? 1 : 0, offset) });

export const toSmallints = (values: readonly number[]) =>
  encode(values, { oid: 21, size: 2, write: (buffer, value, offset) => buffer.writeInt16BE(value, offset) });

export const toIntegers = (values: ReadonlyArray<number | null>) =>
  encode(values, { oid: 23, size: 4, write: (buffer, value, offset) => buffer.writeInt32BE(value, offset) });

/** Safe integers, of which a batch's sums may be larger than an integer of four bytes. */
export const toBigints = (values: readonly number[]) =>
  encode(values, { oid: 20, size: 8, write: (buffer, value, offset) => writeInt64(buffer, value, offset) });

function writeInt64(buffer: Buffer, value: number, offset: number): void {
  const high = Math.floor(value / 2 ** 32);
  buffer.writeInt32BE(high, offset);
  buffer.writeUInt32BE(value - high * 2 ** 32, offset + 4);
}

export const toDates = (values: readonly DayNumber[]) =>
  encode(values, { oid: 1082, size: 4, write: (buffer, value, offset) => buffer.writeInt32BE(value, offset) });

/** Instants in milliseconds. */
export const toInstants = (values: ReadonlyArray<number | null>) =>
  encode(values, {
    oid: 1184,
    size: 8,
    write: (buffer, value, offset) => writeInt64(buffer, (value - epochMs) * 1000, offset),
  });

/** Ids as 32 hexadecimal digits, with or without hyphens. */
export const toUuids = (values: ReadonlyArray<string | null>) =>
  encode(values, {
    oid: 2950,
    size: 16,
    write: (buffer, value, offset) =>
      buffer.write(value.length === 32 ? value : value.replaceAll('-', ''), offset, 'hex'),
  });

export function toTexts(values: ReadonlyArray<string | null>): Buffer {
  return encode(values, {
    oid: 25,
    size: (value) => Buffer.byteLength(value),
    write: (buffer, value, offset) => buffer.write(value, offset),
  });
}

/** JSON texts, as json, which keeps the order of their keys. */
export function toJsons(values: ReadonlyArray<string | null>): Buffer {
  return encode(values, {
    oid: 114,
    size: (value) => Buffer.byteLength(value),
    write: (buffer, value, offset) => buffer.write(value, offset),
  });
}

export function toBytes(values: readonly Uint8Array[]): Buffer {
  return encode(values, {
    oid: 17,
    size: (value) => value.length,
    write: (buffer, value, offset) => buffer.set(value, offset),
  });
}

interface Encoding<Value> {
  readonly oid: number;
  readonly size: number | ((value: Value) => number);
  readonly write: (buffer: Buffer, value: Value, offset: number) => unknown;
}

function encode<Value>(values: ReadonlyArray<Value | null>, { oid, size, write }: Encoding<Value>): Buffer {
  const sizes = values.map((value) => (value === null ? 0 : typeof size === 'number' ? size : size(value)));
  const buffer = Buffer.allocUnsafe(sizes.reduce((sum, each) => sum + each + 4, headerBytes));
  writeHeader(buffer, oid, values.length);
  let offset = headerBytes;
  values.forEach((value, index) => {
    const valueBytes = sizes[index] ?? 0;
    buffer.writeInt32BE(value === null ? -1 : valueBytes, offset);
    if (value !== null) write(buffer, value, offset + 4);
    offset += valueBytes + 4;
  });
  return buffer;
}

/** One dimension, perhaps with nulls, counted from one. */
function writeHeader(buffer: Buffer, oid: number, length: number): void {
  [1, 1, oid, length, 1].forEach((value, index) => buffer.writeInt32BE(value, index * 4));
}
