import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';
import { clientConfig, getDatabaseName, withLogin } from '../connection/connection.ts';
import { DatabaseRefused, findPostgresError } from '../connection/errors.ts';
import { DatabaseClient } from '../connection/database-client.ts';

/** How the two login roles sign in. */
export type RoleLogins = {
  appUrl: string;
  systemUrl: string;
  /** False where an operator made the roles and gave their addresses. */
  managed: boolean;
};

/**
 * The addresses of `<database>_app` and `<database>_system`. The names hold the database's, so that two portals on
 * one server do not take each other's roles; the passwords follow from the portal's secret.
 */
export function deriveLogins(ownerUrl: string, secretsKey: string): RoleLogins {
  const loginAs = (part: string) => {
    const name = roleName(getDatabaseName(ownerUrl), part);
    const password = createHmac('sha256', secretsKey).update(`database role ${name}`).digest('base64url');
    return withLogin(ownerUrl, name, password);
  };
  return { appUrl: loginAs('app'), systemUrl: loginAs('system'), managed: true };
}

/** Names of roles are cut at 63 bytes; a long database name keeps its difference as a digest. */
function roleName(database: string, part: string) {
  const plain = `${database}_${part}`;
  if (Buffer.byteLength(plain) <= 63) return plain;
  return `steward_${createHash('sha256').update(database).digest('hex').slice(0, 16)}_${part}`;
}

export function getLogin(url: string) {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/**
 * Creates missing login roles, sets their passwords, lets only them connect, and checks that neither can bypass
 * row-level security. Runs under the migration lock.
 * @throws DatabaseRefused
 */
export async function ensureRoles(owner: pg.Client, logins: RoleLogins): Promise<void> {
  for (const url of [logins.appUrl, logins.systemUrl]) {
    if (logins.managed) await ensureRole(owner, url);
    await checkRole(owner, getLogin(url).name);
  }
  if (!logins.managed) return;
  const names = [logins.appUrl, logins.systemUrl].map((url) => pg.escapeIdentifier(getLogin(url).name)).join(', ');
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  await owner.query(
    `revoke connect, temporary on database ${database} from public; grant connect on database ${database} to ${names}`,
  );
}

async function ensureRole(owner: pg.Client, url: string) {
  const { name, password } = getLogin(url);
  const login = `${pg.escapeIdentifier(name)} login noinherit password ${pg.escapeLiteral(password)}`;
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
  try {
    if (rowCount === 0) await owner.query(`create role ${login}`);
    else if (!(await canLogIn(url))) await changePassword(owner, name, login);
  } catch (error) {
    if (findPostgresError(error)?.code !== '42501') throw error;
    throw new DatabaseRefused(
      `The user of DATABASE_URL may not make the role "${name}": grant it CREATEROLE, or make two login roles and set DATABASE_APP_URL and DATABASE_SYSTEM_URL.`,
      { cause: error },
    );
  }
}

/** Another instance that signs in with another password would lose its connections one by one: refused instead. */
async function changePassword(owner: pg.Client, name: string, login: string) {
  const { rowCount } = await owner.query('select from pg_stat_activity where usename = $1 limit 1', [name]);
  if (rowCount !== 0) {
    throw new DatabaseRefused(
      `Another instance uses this database with another SECRETS_KEY: give every instance the same one, or stop it first.`,
    );
  }
  await owner.query(`alter role ${login}`);
}

async function canLogIn(url: string) {
  const client = new DatabaseClient(clientConfig(url, 'steward start'));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    // 28P01, 28000: wrong password; 42501: right password, but not yet allowed to connect to this database.
    const code = findPostgresError(error)?.code;
    if (code === '42501') return true;
    if (code === '28P01' || code === '28000') return false;
    throw error;
  }
}

async function checkRole(owner: pg.Client, name: string) {
  const { rows } = await owner.query<{ privileged: boolean; owning: boolean }>(
    `select rolsuper or rolbypassrls or pg_has_role(oid, (select datdba from pg_database
                where datname = current_database()), 'member') as privileged,
            exists (select from pg_class where relowner = pg_roles.oid) as owning
       from pg_roles where rolname = $1`,
    [name],
  );
  const role = rows[0];
  if (!role) throw new DatabaseRefused(`The database role "${name}" does not exist.`);
  if (role.privileged || role.owning) {
    throw new DatabaseRefused(
      `The database role "${name}" could get around the separation of companies: it must own nothing, not be a superuser and not have BYPASSRLS.`,
    );
  }
}
