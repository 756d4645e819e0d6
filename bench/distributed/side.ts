import { randomBytes } from 'node:crypto';
import { intakeKeyPrefix } from '#features/intake/contract/intake-keys.ts';
import { hashIntakeKey } from '../../server/access/intake-callers.ts';
import { distributeDatabase } from '../../server/database/distribution/distribute.ts';
import { connectDatabase, type Database } from '../../server/database/open-database.ts';
import { prepareDatabase } from '../../server/database/prepare-database.ts';
import { deriveLogins, getLogin } from '../../server/database/tenancy/roles.ts';
import { buildCompany, buildUser } from '../../server/database/testing/builders.ts';
import { runSql } from '../../server/testing/sql/run-sql.ts';
import type { DatabaseServer } from '../../tools/distributed/servers.ts';
import { reportBatch, type SideCompany } from './company-calls.ts';

/** One of the two databases that are measured beside each other. */
export interface Side {
  readonly name: 'plain' | 'distributed';
  readonly database: Database;
  readonly companies: readonly SideCompany[];
  /** The coordinator is the first one. */
  readonly servers: readonly DatabaseServer[];
}

interface SideOptions {
  readonly name: Side['name'];
  readonly ownerUrl: string;
  readonly servers: readonly DatabaseServer[];
  readonly companies: number;
}

const secrets = { key: 'a-key-of-the-figures-with-many-characters', olderKeys: [] };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const skills = 40;
/** Ten-thousandths of a euro that no run reaches. */
const farAway = 1e15;

/** Migrates the database, distributes the one of the coordinator, and makes its companies with conversations of 30 days. */
export async function openSide({ name, ownerUrl, servers, companies }: SideOptions): Promise<Side> {
  const logins = deriveLogins(ownerUrl, secrets.key);
  if (name === 'distributed') {
    await prepareDatabase({ ownerUrl, logins, log });
    const roles = { app: getLogin(logins.appUrl).name, system: getLogin(logins.systemUrl).name };
    await distributeDatabase(ownerUrl, roles, { isDry: false });
  }
  const database = connectDatabase({ ownerUrl, secrets, logins, log });
  await database.ready;
  const made: SideCompany[] = [];
  for (let place = 0; place < companies; place += 1) made.push(await makeCompany(database));
  for (const company of made) {
    for (let batch = 0; batch < 4; batch += 1) await reportBatch(database, company, { conversations: 500, days: 30 });
  }
  return { name, database, companies: made, servers };
}

/** A company with an intake key, 40 skills, and a limit of the account and of each skill that no run reaches. */
export async function makeCompany(database: Database): Promise<SideCompany> {
  const { id } = await buildCompany(database);
  const { accountId } = await buildUser(database, id, { roles: ['SuperAdmin'] });
  const intakeKey = `${intakeKeyPrefix}${randomBytes(32).toString('base64url')}`;
  await database.inCompany(id, async (tx) => {
    await runSql(
      tx,
      `insert into intake_keys (company_id, name, hint, secret_hash, created_by) values ($1, 'Bench', 'bench', $2, 'bench')`,
      [id, hashIntakeKey(intakeKey)],
    );
    for (let skill = 0; skill < skills; skill += 1) {
      const [made] = await runSql<{ id: string }>(
        tx,
        `insert into skills (company_id, name, service_provider, price_ten_thousandths) values ($1, $2, 'SAP', 107) returning id`,
        [id, `Skill ${skill}`],
      );
      await runSql(
        tx,
        `insert into reported_skills (company_id, name, name_key, skill_id) values ($1, $2, lower($2), $3)`,
        [id, `Skill ${skill}`, made?.id],
      );
      await runSql(tx, `insert into skill_limits (company_id, skill_id, limit_ten_thousandths) values ($1, $2, $3)`, [
        id,
        made?.id,
        farAway,
      ]);
    }
    await runSql(tx, `insert into company_limits (company_id, limit_ten_thousandths) values ($1, $2)`, [id, farAway]);
  });
  return { id, intakeKey, accountId };
}
