import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { lowerBackend } from './backend-priority.ts';
import {
  listMigrations,
  readContents,
  quoteColumns,
  quoteName,
  type CopiedTable,
  type DatabaseContents,
} from './catalogue.ts';
import { bindOwner, listCompanyTables, type CompanyTable } from './company-tables.ts';
import { beginSnapshot } from '../distribution/cluster-snapshot.ts';
import { withOwner } from './owner-connection.ts';

/** Rows and the SHA-256 of their text, by table. */
export type TableAmounts = Record<string, { rows: number; sha256: string }>;

/** Company and key of a file in the portal's storage. */
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
  readTable(table: CopiedTable, take: TakeBytes): Promise<TableAmounts[string]>;
}

const tableChunkBytes = 4 * 1024 * 1024;
/** Smaller, because the portal itself handles them, which answers nothing while it hashes one. */
const lineChunkBytes = 512 * 1024;

/**
 * Reads in one transaction that sees the database as it was when it began, while the portal goes on. The transaction
 * opens the wall for the owner's reading, and for nothing else.
 */
export function withSnapshot<T>(ownerUrl: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withOwner(ownerUrl, async (client) => {
    const begun = await beginSnapshot(client, ownerUrl);
    await lowerBackend(client);
    await client.query('set local app.backup = on');
    await client.query('set local statement_timeout = 0');
    const result = await work({
      contents: await readContents(client),
      listFiles: () => listFiles(client),
      readTable: (table, take) => readTable(client, table, take),
    });
    await begun.check();
    await client.query('commit');
    return result;
  });
}

function readTable(client: pg.Client, { name, columns }: CopiedTable, take: TakeBytes) {
  return readCopy(
    client,
    `copy (select ${quoteColumns(columns)} from ${quoteName(name)}) to stdout`,
    tableChunkBytes,
    take,
  );
}

type TakeBytes = (bytes: Buffer) => Promise<void>;

/** Reads what COPY writes, in chunks of whole lines of about `chunkBytes`. */
async function readCopy(
  client: pg.Client,
  text: string,
  chunkBytes: number,
  take: TakeBytes,
): Promise<TableAmounts[string]> {
  const hash = createHash('sha256');
  const stream = client.query(copyTo(text));
  let chunks: Buffer[] = [];
  let length = 0;
  const flush = async (end: number) => {
    if (end === 0) return;
    const bytes = Buffer.concat(chunks, length);
    const rest = bytes.subarray(end);
    [chunks, length] = rest.length > 0 ? [[rest], rest.length] : [[], 0];
    hash.update(bytes.subarray(0, end));
    await take(bytes.subarray(0, end));
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    const lineEnd = chunk.lastIndexOf(10) + 1;
    if (length >= chunkBytes && lineEnd > 0) await flush(length - chunk.length + lineEnd);
  }
  await flush(length);
  return { rows: stream.rowCount, sha256: hash.digest('hex') };
}

/** The database of one company as it was at one moment. */
export interface CompanySnapshot {
  readonly tables: readonly CompanyTable[];
  readonly migration: { readonly number: number; readonly name: string };
  listFiles(): Promise<FileAddress[]>;
  /** Reads the rows as JSON Lines, in chunks of whole lines of about 512 KiB. */
  readLines(table: CompanyTable, columns: readonly string[], take: TakeBytes): Promise<TableAmounts[string]>;
}

/** `withSnapshot` of one company: the wall shows the owner its rows and no others. */
export function withCompanySnapshot<T>(
  ownerUrl: string,
  companyId: string,
  work: (snapshot: CompanySnapshot) => Promise<T>,
): Promise<T> {
  return withOwner(ownerUrl, async (client) => {
    const begun = await beginSnapshot(client, ownerUrl);
    await bindOwner(client, companyId);
    await client.query(`set local statement_timeout = 0; set local time zone 'UTC'`);
    const migration = (await listMigrations(client)).at(-1);
    const result = await work({
      tables: await listCompanyTables(client),
      migration: { number: migration?.number ?? 0, name: migration?.name ?? '' },
      listFiles: () => listFiles(client, companyId),
      readLines: (table, columns, take) => readCopy(client, toLines(table, columns, companyId), lineChunkBytes, take),
    });
    await begun.check();
    await client.query('commit');
    return result;
  });
}

/** JSON holds no control characters, so that CSV with these marks is the JSON itself. */
function toLines({ name, companyColumn }: CompanyTable, columns: readonly string[], companyId: string): string {
  const rows = `select ${quoteColumns(columns)} from ${quoteName(name)} where ${quoteColumns([companyColumn])} = '${companyId}'`;
  return `copy (select row_to_json(r) from (${rows}) r) to stdout with (format csv, quote E'\\x01', delimiter E'\\x02')`;
}

/** The row of a logo and of a picture is in `files`; invoices and transport files of skills have none there. */
async function listFiles(client: pg.Client, companyId?: string): Promise<FileAddress[]> {
  const { rows } = await client.query<FileAddress>(
    `select company_id::text as "companyId", key from (
        select company_id, key from files union select company_id, thumbnail_key from files
        union select company_id, pdf_key from invoices union select company_id, pdf_key from archived_invoices
        union select company_id, transport_key from skills) named
      where key is not null and ($1::uuid is null or company_id = $1) order by 1, 2`,
    [companyId ?? null],
  );
  return rows;
}

/** Every file that a row of the company names, or of any. */
export const listNamedFiles = (ownerUrl: string, companyId?: string): Promise<FileAddress[]> =>
  withOwner(ownerUrl, async (client) => {
    await client.query('begin read only; set local app.backup = on');
    return listFiles(client, companyId);
  });
