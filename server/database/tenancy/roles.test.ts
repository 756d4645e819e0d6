import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../connection/connection.ts';
import { openEmbeddedServer, type EmbeddedServer } from '../embedded/embedded-server.ts';
import { DatabaseUnavailable } from '../connection/errors.ts';
import { connectDatabase, type Database } from '../open-database.ts';
import { deriveLogins, type RoleLogins } from './roles.ts';
import { makeDataDir, runAsOwner } from '../testing/test-server.ts';

const secrets = { key: 'x', olderKeys: [] };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let dataDir: string;
let server: EmbeddedServer;
const opened: Database[] = [];

/** A server that asks every role except its superuser for a password, as one behind DATABASE_URL does. */
beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await openEmbeddedServer({ dataDir, log, durability: 'throw-away' });
  const rules = join(dataDir, 'postgres/cluster/pg_hba.conf');
  await writeFile(
    rules,
    `local all steward trust\n${(await readFile(rules, 'utf8')).replace('trust', 'scram-sha-256')}`,
  );
  await runAsOwner(server.ownerUrl, 'select pg_reload_conf()');
});

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await server.stop();
  await rm(dataDir, { recursive: true, maxRetries: 10 });
});

function connect(logins: RoleLogins, ownerUrl = server.ownerUrl) {
  const database = connectDatabase({ ownerUrl, secrets, logins, log, pools: { app: 1, system: 1, actors: 1 } });
  opened.push(database);
  return database;
}

const loginsOf = (secretsKey: string) => deriveLogins(server.ownerUrl, secretsKey);

test('the roles sign in with passwords that follow from the secret', async () => {
  const database = connect(loginsOf('first secret'));
  await database.ready;
  expect(await database.isReady()).toBe(true);
});

test('an instance with another secret is refused while one is connected, and taken after it', async () => {
  await expect(connect(loginsOf('second secret')).ready).rejects.toThrow(/another SECRETS_KEY: give every instance/);
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await expect(connect(loginsOf('second secret')).ready).resolves.toBeUndefined();
});

test('two databases of one server have roles of their own', async () => {
  await runAsOwner(server.ownerUrl, 'create database other');
  const otherUrl = withDatabase(server.ownerUrl, 'other');
  const logins = deriveLogins(otherUrl, 'third secret');
  expect(new URL(logins.appUrl).username).toBe('other_app');
  await expect(connect(logins, otherUrl).ready).resolves.toBeUndefined();
  await expect(runAsOwner(withDatabase(logins.appUrl, 'steward'), 'select 1')).rejects.toThrow(/permission denied/);
});

test('a role that could get around the wall is refused', async () => {
  await runAsOwner(server.ownerUrl, `create role mighty login superuser password 'x'`);
  const logins = { ...loginsOf('second secret'), managed: false };
  const mighty = logins.appUrl.replace(/\/\/[^@]+@/, '//mighty:x@');
  await expect(connect({ ...logins, appUrl: mighty }).ready).rejects.toThrow(/"mighty" could get around/);
});

test('an owner role that can not create roles is refused with what to do', async () => {
  await runAsOwner(server.ownerUrl, `create role modest login password 'x'`);
  await runAsOwner(server.ownerUrl, 'create database modest owner modest');
  const modestUrl = withDatabase(server.ownerUrl, 'modest').replace('//steward@', '//modest:x@');
  await expect(connect(deriveLogins(modestUrl, 'x'), modestUrl).ready).rejects.toThrow(
    /may not make the role "modest_app": grant it CREATEROLE, or .* DATABASE_APP_URL/,
  );
});

test('an owner who is no superuser can make roles and tables', async () => {
  await runAsOwner(server.ownerUrl, `create role plain login createrole password 'x'`);
  await runAsOwner(server.ownerUrl, 'create database plain owner plain');
  const plainUrl = withDatabase(server.ownerUrl, 'plain').replace('//steward@', '//plain:x@');
  await expect(connect(deriveLogins(plainUrl, 'x'), plainUrl).ready).resolves.toBeUndefined();
  await expect(connect(deriveLogins(plainUrl, 'x'), plainUrl).ready).resolves.toBeUndefined();
});

test('a database that can not be reached yet is waited for, and answered with unavailable meanwhile', async () => {
  const lines: string[] = [];
  const ownerUrl = 'postgresql://steward@127.0.0.1:9/steward';
  const warn = (line: string) => void lines.push(line);
  const database = connectDatabase({ ownerUrl, secrets, logins: deriveLogins(ownerUrl, 'x'), log: { ...log, warn } });
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  expect(await database.isReady()).toBe(false);
  await expect(database.inSystem('old-rows.delete', async () => 'reached')).rejects.toThrow(DatabaseUnavailable);
  await database.close();
  await expect(database.ready).rejects.toThrow('abort');
});
