import { describeFailure } from '../describe-failure.ts';
import { hasRole, isMightyRole, readFacts, type ServerFacts } from '../../database/tenancy/server-facts.ts';
import { withOwner } from '../../database/copy/owner-connection.ts';
import { refuseSharedSessions } from '../../database/connection/shared-sessions.ts';
import { findPostgresError } from '../../database/connection/errors.ts';
import { describeMigrations } from '../../database/migrations/migrate.ts';
import { getLogin, type RoleLogins } from '../../database/tenancy/roles.ts';
import { isLoopback } from '../../config/read-values.ts';
import { fault, left, ok, warning, type Check, type DoctorDatabase, type DoctorParts, type Finding } from './check.ts';

/** Connections of one portal at most (docs/install.md). */
const ofPortal = 45;
const clockLimitMs = 5000;

const noDatabase = left('The embedded database does not run: start the portal, and run the doctor again.');

/** Runs `look` with a database that can be reached; another check says why one can not. */
export async function lookInto(
  { database }: Pick<DoctorParts, 'database'>,
  look: (database: DoctorDatabase) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  if (database === undefined) return [noDatabase];
  try {
    return await look(database);
  } catch (error) {
    const code = findPostgresError(error)?.code;
    if (code === '42P01' || code === '3F000') return [left('The first start makes the tables.')];
    // What the system role may not do yet, it may after the first start.
    if (code === '28P01' || code === '42501') return [left('The first start makes the roles.')];
    if (code === undefined) return [left(`The database is not reached: ${describeFailure(error)}`)];
    throw error;
  }
}

async function checkServer(parts: DoctorParts): Promise<readonly Finding[]> {
  const { config, database, clock } = parts;
  if (database === undefined) return [noDatabase];
  let facts: ServerFacts | undefined;
  const askedAt = clock.now().getTime();
  try {
    facts = await database.withOwner(readFacts);
    if (config.database.kind === 'url') await refuseSharedSessions('DATABASE_URL', config.database.url);
  } catch (error) {
    return [fault(describeFailure(error))];
  }
  if (facts === undefined) return [fault('The database does not know its own user: connect to it directly.')];
  const found = [
    ...describeServer(facts),
    ...describeRights(facts, parts),
    ...describeClock(facts.now.getTime() - (askedAt + clock.now().getTime()) / 2),
    ...describeTransport(facts, parts),
  ];
  const { maxConnections, used } = facts;
  const kind = config.database.kind === 'embedded' ? 'embedded' : facts.isEncrypted ? 'by TLS' : 'without TLS';
  const summary = `PostgreSQL ${facts.version}, ${kind}; ${used} of ${maxConnections} connections are used by others.`;
  return found.some(({ level }) => level === 'fault') ? found : [ok(summary), ...found];
}

function describeServer({
  version,
  number,
  encoding,
  isReadOnly,
  isStandby,
  maxConnections,
  used,
}: ServerFacts): Finding[] {
  return [
    number < 150_000 && fault(`PostgreSQL 15 or newer is needed, and this is ${version}: upgrade it.`),
    encoding !== 'UTF8' &&
      fault(`The database has the encoding ${encoding}: create it anew with encoding 'UTF8' template template0.`),
    isStandby
      ? fault('The database is a standby, which can only be read: name the primary in DATABASE_URL.')
      : isReadOnly &&
        fault('The database can only be read, e.g. because it was moved: name the present one in DATABASE_URL.'),
    maxConnections - used < ofPortal &&
      warning(
        `A portal takes up to ${ofPortal} connections, and ${maxConnections - used} are left by others: raise max_connections.`,
      ),
  ].filter((each) => each !== false);
}

function describeRights(facts: ServerFacts, { config }: DoctorParts): Finding[] {
  const isManaged = config.database.kind !== 'url' || config.database.appUrl === undefined;
  return [
    !facts.mayCreate &&
      fault(
        'The user of DATABASE_URL may not make tables: make it the owner of the database (deploy/postgres/rights.sql).',
      ),
    isManaged &&
      !facts.mayCreateRoles &&
      fault(
        'The user of DATABASE_URL may not make roles: run deploy/postgres/rights.sql, and set DATABASE_APP_URL and DATABASE_SYSTEM_URL.',
      ),
    config.backup.isVerified &&
      !facts.mayCreateDatabases &&
      warning('Backups cannot be verified: grant CREATEDB to the user of DATABASE_URL, or set BACKUP_VERIFY=0.'),
  ].filter((each) => each !== false);
}

function describeClock(differenceMs: number): Finding[] {
  if (Math.abs(differenceMs) <= clockLimitMs) return [];
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  return [
    fault(
      `The clock of the database is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} that of this machine: set both by NTP.`,
    ),
  ];
}

const isPrivate = (host: string) =>
  isLoopback(host) || !host.includes('.') || /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);

/** Encrypted ones are judged by their settings. */
function describeTransport({ isEncrypted }: ServerFacts, { config: { database } }: DoctorParts): Finding[] {
  if (isEncrypted || database.kind !== 'url') return [];
  const { hostname, searchParams } = new URL(database.url);
  if (isPrivate(hostname) || (searchParams.get('host') ?? '').startsWith('/')) return [];
  return [warning('The connections to the database are not encrypted: set DATABASE_CA_FILE, or sslmode=verify-full.')];
}

/** The two roles that serve requests, where an operator made them. */
async function checkRoles({ database }: DoctorParts): Promise<readonly Finding[]> {
  if (database === undefined) return [noDatabase];
  const { logins } = database;
  if (logins === undefined) return [ok('The portal has signed in by them.')];
  if (logins.managed) return checkMadeRoles(database, logins);
  const { appUrl, systemUrl } = logins;
  const findings: Finding[] = [];
  for (const [name, url] of [
    ['DATABASE_APP_URL', appUrl],
    ['DATABASE_SYSTEM_URL', systemUrl],
  ] as const) {
    try {
      const isMighty = await withOwner(url, isMightyRole);
      if (isMighty)
        findings.push(
          fault(
            `The role ${getLogin(url).name} of ${name} could get around the wall between companies: use deploy/postgres/rights.sql.`,
          ),
        );
    } catch (error) {
      findings.push(fault(`${name}: ${describeFailure(error, [], name)}`));
    }
  }
  return findings.length === 0
    ? [ok('Both sign in, and neither can get around the wall between companies.')]
    : findings;
}

/** Their passwords follow from the key. */
async function checkMadeRoles(
  { withOwner: asOwner }: DoctorDatabase,
  { systemUrl }: RoleLogins,
): Promise<readonly Finding[]> {
  const { name } = getLogin(systemUrl);
  try {
    if (!(await asOwner((owner) => hasRole(owner, name)))) return [left('The first start makes the roles.')];
    await withOwner(systemUrl, () => Promise.resolve());
    return [ok('The roles sign in, with passwords that follow from SECRETS_KEY.')];
  } catch (error) {
    if (findPostgresError(error)?.code !== '28P01')
      return [left(`The database is not reached: ${describeFailure(error)}`)];
    return [
      fault(
        `The role ${name} signs in by another SECRETS_KEY than this one: set the one that the portals were started with.`,
      ),
    ];
  }
}

const checkMigrations = (parts: DoctorParts) =>
  lookInto(parts, async ({ withOwner: asOwner }) => {
    const { waiting, problem } = await asOwner(describeMigrations);
    if (problem !== undefined) return [fault(problem)];
    if (waiting === 0) return [ok('The database has all migrations of this version.')];
    const count = waiting === 1 ? '1 migration waits' : `${waiting} migrations wait`;
    return [ok(`${count} for the next start: make a backup before it.`)];
  });

export const databaseChecks: readonly Check[] = [
  { id: 'database', run: checkServer },
  { id: 'database roles', run: checkRoles },
  { id: 'migrations', run: checkMigrations },
];
