import type { ReadRecord } from './record-fields.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Facts that a reader gets beside the record. */
export interface RecordContext {
  /** The number of the record in the file, from 1. */
  readonly number: number;
  /** Texts that the reader keeps from record to record of a file; few and short. */
  readonly memory: Map<string, string>;
  /** Zone of dates that name none. */
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
