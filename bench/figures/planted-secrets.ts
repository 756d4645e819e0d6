import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { withOwner } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../harness/portal.ts';
import { openSession } from '../../harness/session.ts';

interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

export const plantedSecrets = {
  title: 'Planted secrets',
  method:
    'A portal of its own, which logs everything it can. Passwords that exist nowhere else are planted by creating, saving, testing and deleting integrations, also in requests that are refused. Then every answer that was given, every address that can be read, the log, the audit log, a dump of every table of every schema, and every file of the data folder (database, write-ahead log, mail, files) are searched for them, as text and as base64. That the search finds something is proven with a name that was planted too.',
  async measure(_bench: Bench): Promise<Reading[]> {
    return withNewPortal({ LOG_LEVEL: 'trace' }, async (portal) => {
      await waitForDemo(portal);
      return search(portal);
    });
  },
};

async function search(portal: Portal): Promise<Reading[]> {
  const secrets = Array.from({ length: 6 }, () => `Planted-${randomBytes(9).toString('hex')}`);
  const known = `Visible-${randomBytes(9).toString('hex')}`;
  const places = [
    ...(await plant(portal, secrets, known)),
    ...(await readEverything(portal)),
    { name: 'dump', bytes: Buffer.from(await withOwner(portal, dump)) },
    ...listFiles(portal.dataDir).map((path) => ({ name: path, bytes: readFileSync(path) })),
  ];
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64').slice(0, -4)]);
  const found = places.flatMap(({ name, bytes }) => forms.filter((form) => bytes.includes(form)).map(() => name));
  const proofs = places.filter(({ bytes }) => bytes.includes(known)).map(({ name }) => name);
  if (!proofs.includes('dump') || proofs.length < 3)
    throw new Error('the search does not find what was planted to be seen');
  return [
    atMost('planted secret values found', '0', found.length, { found }),
    note('places searched', places.length, '', { bytes: places.reduce((sum, { bytes }) => sum + bytes.length, 0) }),
  ];
}

const sap = (uniqueId: string, name: string, password: unknown) => ({
  provider: 'SAP',
  service: 'erp',
  uniqueId,
  serviceName: name,
  hostname: 'gateway.bench.example',
  port: 443,
  username: 'STEWARD',
  password,
});

/** Sends every secret at least once, and answers all that came back. */
async function plant(portal: Portal, secrets: readonly string[], known: string): Promise<Place[]> {
  const { token } = await openSession(portal, 'superadmin@acme.example');
  const [first, second, third, fourth, fifth, sixth] = secrets;
  const answers: Place[] = [];
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${portal.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': known },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
    answers.push({ name: `${method} ${path} ${answer.status}`, bytes: Buffer.from(text) });
    return text;
  };
  const made = await send('POST', '/integrations', sap('bench-1', known, first));
  const id = /"id":"([^"]+)"/.exec(made)?.[1] ?? '';
  await send('POST', '/integrations', sap('bench-1', known, second));
  await send('PUT', `/integrations/${id}`, { ...sap('bench-1', known, third), version: 1 });
  await send('PUT', `/integrations/${id}`, { ...sap('bench-1', known, third), version: 1 });
  await send('POST', '/integrations/test', sap('bench-1', known, fourth));
  await send('POST', `/integrations/${id}/test`);
  await send('POST', '/integrations', { ...sap('bench-2', known, fifth), port: 'no port', unknown: 'field' });
  await send('POST', '/integrations', { ...sap('bench-3', known, [fifth]) });
  await send('POST', '/integrations', { ...sap('bench-4', known, sixth) });
  const list = await send('GET', '/integrations');
  const last = /"id":"([^"]+)"[^{}]*"uniqueId":"bench-4"/.exec(list)?.[1] ?? '';
  await send('DELETE', `/integrations/${last}`);
  return answers;
}

/** Everything that a SuperAdmin and an Admin can read without an id. */
async function readEverything(portal: Portal): Promise<Place[]> {
  const document = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const paths = Object.entries(document.paths).filter(([path, methods]) => 'get' in methods && !path.includes('{'));
  const places: Place[] = [];
  for (const email of ['superadmin@acme.example', 'admin@acme.example', 'superadmin@globex.example']) {
    const { token } = await openSession(portal, email);
    for (const [path] of paths) {
      const answer = await fetch(`${portal.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      places.push({ name: `${email} ${path}`, bytes: Buffer.from(await answer.arrayBuffer()) });
    }
  }
  return places;
}

/** All rows of all tables, whosever they are. */
async function dump(client: pg.Client): Promise<string> {
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ text: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`,
    );
    texts.push(`${name}: ${rows[0]?.text}`);
  }
  return texts.join('\n');
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size > 0);
}
