import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { withDatabase, withLogin } from '../connection/connection.ts';
import { connectDatabase } from '../open-database.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { deriveLogins } from '../tenancy/roles.ts';
import { buildCompany, buildUser } from '../testing/builders.ts';
import { fillTables } from '../testing/company-rows.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { runAsOwner } from '../testing/test-server.ts';
import { bindOwner } from './company-tables.ts';
import { eraseCompany } from './erase-company.ts';
import { withOwner } from './owner-connection.ts';
import { withCompanySnapshot } from './snapshot.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('an owner who is no superuser reads and deletes the rows of the bound company alone, behind the forced wall', async () => {
  const { ownerUrl: serverUrl, drop } = await createTestDatabase();
  const role = `owner_${randomUUID().slice(0, 8)}`;
  await runAsOwner(serverUrl, `create role ${role} login createrole password 'p'`);
  await runAsOwner(serverUrl, `create database ${role} owner ${role}`);
  const ownerUrl = withLogin(withDatabase(serverUrl, role), role, 'p');
  const logins = deriveLogins(ownerUrl, 'a secret');
  try {
    await prepareDatabase({ ownerUrl, logins, installations: [installJobs], log });
    const secrets = { key: 'k'.repeat(40), olderKeys: [] };
    const database = connectDatabase({ ownerUrl, logins, secrets, log });
    await database.ready;
    const [one, other] = [await buildCompany(database, { name: 'One' }), await buildCompany(database)];
    for (const { id } of [one, other]) {
      await buildUser(database, id);
      await fillTables(database, id);
    }
    const due = `update companies set deletion_due_at = now(), deletion_reason = 'r' where id = $1`;
    await database.inSystem('companies.delete', (tx) => runSql(tx, due, [one.id]));
    await database.close();

    const count = (companyId: string) =>
      withCompanySnapshot(ownerUrl, companyId, async ({ tables, readLines }) => {
        const counts = [];
        for (const table of tables) counts.push((await readLines(table, table.columns, async () => undefined))?.rows);
        return counts;
      });
    const [before, ofOther] = [await count(one.id), await count(other.id)];
    // The log is not filled here.
    expect(before.filter((rows) => rows === 0)).toHaveLength(3);
    const foreign = await withOwner(ownerUrl, async (client) => {
      await client.query('begin');
      await bindOwner(client, one.id);
      return (await client.query('delete from messages where company_id = $1', [other.id])).rowCount;
    });
    expect(foreign).toBe(0);
    const adding = withOwner(ownerUrl, async (client) => {
      await client.query('begin');
      await bindOwner(client, one.id);
      await client.query('insert into deleted_conversations (company_id, id) values ($1, $1)', [other.id]);
    });
    await expect(adding).rejects.toMatchObject({ code: '42501' });

    const erasure = { companyId: one.id, now: new Date(Date.now() + 60_000), facts: {} };
    const erased = await eraseCompany(ownerUrl, erasure);
    expect(Object.values(erased?.tables ?? {}).toSorted()).toEqual(before.toSorted());
    expect(await count(one.id)).toEqual(before.map(() => 0));
    expect(await count(other.id)).toEqual(ofOther);
    expect(await eraseCompany(ownerUrl, erasure)).toBeUndefined();
    expect(await eraseCompany(ownerUrl, { ...erasure, companyId: other.id })).toBeUndefined();
  } finally {
    await runAsOwner(serverUrl, `drop database ${role} with (force)`);
    for (const url of [logins.appUrl, logins.systemUrl]) {
      await runAsOwner(serverUrl, `drop role if exists "${new URL(url).username}"`);
    }
    await runAsOwner(serverUrl, `drop role ${role}`);
    await drop();
  }
});
