import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readContents, quoteColumns, quoteName } from './catalogue.ts';
import type { CopiedTable, DatabaseContents } from './catalogue.ts';
import { withOwner } from './owner-connection.ts';

/** Rows and the SHA-256 of their text, by table. */
export type TableAmounts = Record<string, { rows: number; sha256: string }>;

/** Where a file of the portal's storage lies. */
interface FileAddress {
  readonly companyId: string;
  readonly key: string;
}

/** The database as it was at one moment. */
export interface Snapshot {
  readonly contents: DatabaseContents;
  /** Every file that a row names. */
  listFiles(): Promise<FileAddress[]>;
  /** Reads the rows of a table as COPY writes them, in chunks of about 4 MiB. */
  readTable(table: CopiedTable, take: (bytes: Buffer) => Promise<void>): Promise<TableAmounts[string]>;
}

const chunkBytes = 4 * 1024 * 1024;

/**
 * Reads in one transaction that sees the database as it was when it began, while the portal goes on. The transaction
 * opens the wall for the owner's reading, and for nothing else (migration 0043).
 */
export function withSnapshot<T>(ownerUrl: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withOwner(ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local app.backup = on');
    await client.query('set local statement_timeout = 0');
    const result = await work({
      contents: await readContents(client),
      listFiles: () => listFiles(client),
      readTable: (table, take) => readTable(client, table, take),
    });
    await client.query('commit');
    return result;
  });
}

async function readTable(client: pg.Client, { name, columns }: CopiedTable, take: (bytes: Buffer) => Promise<void>) {
  const hash = createHash('sha256');
  const stream = client.query(copyTo(`copy (select ${quoteColumns(columns)} from ${quoteName(name)}) to stdout`));
  let chunks: Buffer[] = [];
  let length = 0;
  const flush = async () => {
    if (length === 0) return;
    const bytes = Buffer.concat(chunks, length);
    [chunks, length] = [[], 0];
    hash.update(bytes);
    await take(bytes);
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= chunkBytes) await flush();
  }
  await flush();
  return { rows: stream.rowCount, sha256: hash.digest('hex') };
}

/** The row of a logo and of a picture is in `files`; invoices and transport files of skills have none there. */
async function listFiles(client: pg.Client): Promise<FileAddress[]> {
  const { rows } = await client.query<FileAddress>(
    `select company_id::text as "companyId", key from (
        select company_id, key from files union select company_id, thumbnail_key from files
        union select company_id, pdf_key from invoices union select company_id, transport_key from skills) named
      where key is not null order by 1, 2`,
  );
  return rows;
}
