import type pg from 'pg';

export interface DescribedColumn {
  readonly name: string;
  /** The name of the type in pg_type. */
  readonly type: string;
  /** Whether the column is one of a table and has no `not null`. False for expressions, which PostgreSQL does not know. */
  readonly mayBeNull: boolean;
}

export interface DescribedStatement {
  /** Names of the parameter types in pg_type, in the order of their numbers. */
  readonly parameters: readonly string[];
  readonly columns: readonly DescribedColumn[];
}

interface RawField {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** The messages of the protocol that a description takes: Parse, Describe, Sync. */
interface Connection {
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
}

/** Asks PostgreSQL for the types of a statement's parameters and columns, without running it. */
export async function describeStatement(client: pg.Client, text: string): Promise<DescribedStatement> {
  const { parameters, fields } = await requestDescription(client, text);
  const { rows } = await client.query<{ oid: number; name: string }>(
    'select oid::int, typname as name from pg_type where oid = any($1)',
    [[...parameters, ...fields.map(({ dataTypeID }) => dataTypeID)]],
  );
  const typeNames = new Map(rows.map(({ oid, name }) => [oid, name]));
  const nullable = await listNullable(client, fields);
  return {
    parameters: parameters.map((oid) => typeNames.get(oid) ?? ''),
    columns: fields.map((field) => ({
      name: field.name,
      type: typeNames.get(field.dataTypeID) ?? '',
      mayBeNull: nullable.has(`${field.tableID}.${field.columnID}`),
    })),
  };
}

function requestDescription(client: pg.Client, text: string) {
  return new Promise<{ parameters: number[]; fields: RawField[] }>((resolve, reject) => {
    let parameters: number[] = [];
    let fields: RawField[] = [];
    const request = {
      submit(connection: Connection) {
        connection.once('parameterDescription', ({ dataTypeIDs }) => (parameters = dataTypeIDs));
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription: (message: { fields: RawField[] }) => (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve({ parameters, fields }),
    };
    client.query(request as unknown as pg.Submittable);
  });
}

async function listNullable(client: pg.Client, fields: readonly RawField[]): Promise<Set<string>> {
  const { rows } = await client.query<{ place: string }>(
    `select attrelid::int || '.' || attnum as place from pg_attribute where attrelid = any($1) and not attnotnull`,
    [fields.map(({ tableID }) => tableID)],
  );
  return new Set(rows.map(({ place }) => place));
}
