const quote = 0x22;
const newline = 0x0a;

export interface RowCounter {
  add(bytes: Uint8Array): void;
  /** Whole rows so far, without the heading of CSV. */
  readonly rows: number;
}

/** Counts the rows of a file as it comes. A newline between quotes belongs to a cell of CSV; JSON Lines has none there. */
export function createRowCounter(contentType: string): RowCounter {
  const isCsv = contentType.startsWith('text/csv');
  const isWide = contentType.includes('utf-16le');
  /** The first byte of a unit of UTF-16 whose second one has not come. */
  let low: number | undefined;
  let isQuoted = false;
  let lines = 0;
  return {
    add(bytes) {
      for (const byte of bytes) {
        if (isWide && low === undefined) {
          low = byte;
          continue;
        }
        const unit = low === undefined ? byte : low + 256 * byte;
        low = undefined;
        if (unit === newline && !isQuoted) lines += 1;
        else if (unit === quote && isCsv) isQuoted = !isQuoted;
      }
    },
    get rows() {
      return Math.max(0, isCsv ? lines - 1 : lines);
    },
  };
}
