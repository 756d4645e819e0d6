/** Bodies that are small when compressed, and dear to read. For tests and measurements. */

/** JSON with one item repeated to this many megabytes. */
export const fill = (begin: string, item: string, megabytes: number, end: string): string =>
  `${begin}${item.repeat((megabytes * 1024 * 1024) / item.length)}${end}`;

/** A JSON object of that many short keys. */
export const toKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":0`).join()}}`;

/** Bytes of an export of empty spans, each `12 00`. */
export function toEmptySpans(bytes: number): Uint8Array<ArrayBuffer> {
  const wrap = (inner: Uint8Array, tag: number) => {
    const size = Array.from({ length: 4 }, (_, place) => ((inner.length >> (7 * place)) & 127) | (place < 3 ? 128 : 0));
    return new Uint8Array(Buffer.concat([Buffer.from([tag, ...size]), inner]));
  };
  return wrap(wrap(new Uint8Array(Buffer.alloc(bytes, Buffer.from([0x12, 0x00]))), 0x12), 0x0a);
}
