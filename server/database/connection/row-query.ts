import pg from 'pg';
import { typeParsers } from './pools.ts';

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** Rows as they arrive, as pg's own query makes them, in less time where most of their columns are null. */
export class RowQuery extends pg.Query {
  /**
   * Error by which pg rejects the query once the server has sent all of it; later rows are skipped. A private field of
   * pg.
   */
  declare _canceledDueToError: unknown;
  readonly #onRow: (row: object) => void;
  #columns: readonly Column[] = [];
  #empty: Record<string, unknown> = {};

  constructor(text: string, onRow: (row: object) => void) {
    super(text);
    this.#onRow = onRow;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
    this.#empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    if (this._canceledDueToError) return;
    try {
      this.#onRow(this.#parse(fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  #parse(fields: ReadonlyArray<string | null>): object {
    const row = { ...this.#empty };
    for (let place = 0; place < fields.length; place += 1) {
      const text = fields[place];
      const column = this.#columns[place];
      if (column && text != null) row[column.name] = column.parse(text);
    }
    return row;
  }
}
