import type pg from 'pg';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromRoot } from '../tools/setup/paths.mjs';

/** DuckDB with the largest company's conversations in a table of its own. */
export interface Columnar {
  run(sql: string): Promise<void>;
}

interface DuckConnection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<unknown>;
}

interface DuckModule {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckConnection> }> };
}

const packages = createRequire(fromRoot('bench', 'packages', 'package.json'));
const batchSize = 50_000;

/** Undefined on a machine for which there is no DuckDB. */
export async function openColumnar(
  client: pg.Client,
  companyId: string,
  folder: string,
): Promise<Columnar | undefined> {
  const duck = await loadDuck();
  if (!duck) return undefined;
  const file = join(folder, 'conversations.csv');
  await writeCsv(client, companyId, file);
  const connection = await (await duck.DuckDBInstance.create(':memory:')).connect();
  await connection.run(`create table conversations as select * from read_csv('${file}', header = true)`);
  return { run: async (sql) => void (await connection.runAndReadAll(sql)) };
}

async function loadDuck(): Promise<DuckModule | undefined> {
  try {
    return (await import(pathToFileURL(packages.resolve('@duckdb/node-api')).href)) as DuckModule;
  } catch {
    return undefined;
  }
}

async function writeCsv(client: pg.Client, companyId: string, file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write('started_at,day,skill_number,user_number,status,technical,messages,api_calls\n');
  await client.query('begin');
  await client.query(`declare lines cursor for select concat_ws(',', started_at at time zone 'UTC', day, skill_number,
    user_number, status, technical, messages, api_calls) as line from conversations where company_id = '${companyId}'`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${batchSize} from lines`);
    if (rows.length === 0) break;
    if (!out.write(`${rows.map(({ line }) => line).join('\n')}\n`)) await once(out, 'drain');
  }
  await client.query('commit');
  out.end();
  await once(out, 'finish');
}
