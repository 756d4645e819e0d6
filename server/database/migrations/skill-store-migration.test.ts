import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../connection/connection.ts';
import { openEmbeddedServer } from '../embedded/embedded-server.ts';
import type { EmbeddedServer } from '../embedded/embedded-server.ts';
import { migrationsFolder } from './migrate.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { deriveLogins } from '../tenancy/roles.ts';
import { makeDataDir, runAsOwner } from '../testing/test-server.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let dataDir: string;
let server: EmbeddedServer;

beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await openEmbeddedServer({ dataDir, log, durability: 'throw-away' });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

/** A folder with the migrations up to a number. */
async function takeMigrations(last: string): Promise<string> {
  const folder = join(dataDir, 'migrations');
  await mkdir(folder, { recursive: true });
  const names = (await readdir(migrationsFolder)).filter((name) => name.slice(0, 4) <= last);
  for (const name of names) await copyFile(join(migrationsFolder, name), join(folder, name));
  return folder;
}

test('skills that are there already keep whose they are, also under an owner who is no superuser', async () => {
  await runAsOwner(server.ownerUrl, `create role plain login createrole password 'x'`);
  await runAsOwner(server.ownerUrl, 'create database plain owner plain');
  const superUrl = withDatabase(server.ownerUrl, 'plain');
  const ownerUrl = superUrl.replace('//steward@', '//plain:x@');
  const options = { ownerUrl, logins: deriveLogins(ownerUrl, 'x'), log };
  await prepareDatabase({ ...options, migrations: await takeMigrations('0012') });
  await runAsOwner(
    superUrl,
    `with companies as (
        insert into companies (name, is_provider) values ('Provider', true), ('Other', false) returning id, name)
      insert into skills (company_id, name, service_provider)
      select id, companies.name || ' ' || vendor, vendor from companies, unnest(array['SAP', 'Somebody']) vendor`,
  );
  // The statement above began before its own companies were there for the trigger to see.
  await runAsOwner(superUrl, 'update skills set version = 1');
  await prepareDatabase({ ...options, migrations: await takeMigrations('0013') });
  const { rows } = await runAsOwner(
    superUrl,
    'select name, service_provider as vendor, is_provided as provided from skills order by name',
  );
  expect(rows).toEqual([
    { name: 'Other SAP', vendor: 'SAP', provided: false },
    { name: 'Other Somebody', vendor: 'provider', provided: false },
    { name: 'Provider SAP', vendor: 'SAP', provided: true },
    { name: 'Provider Somebody', vendor: 'provider', provided: true },
  ]);
});
