import type { ReadRecord } from './record-fields.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What a reader is given beside the record. */
export interface RecordContext {
  /** The number of the record in the file, from 1. */
  readonly number: number;
  /** What the reader keeps from record to record of a file; a few short texts. */
  readonly memory: Map<string, string>;
  /** Of dates that name no zone. */
  readonly timeZone: string;
  readonly now: Date;
}

/** How the records of one format are recognised and read: a row of the catalogue. */
export interface FormatReader {
  /** Whether a record of JSON is one of this format. */
  readonly isOwn?: (record: Fields) => boolean;
  /** Whether a table with these names of columns is one of this format, so that its rows are records by these names. */
  readonly isOwnTable?: (names: ReadonlySet<string>) => boolean;
  readonly read: (value: unknown, context: RecordContext) => ReadRecord;
}
