import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { toEmailKey } from '#contract/fields.ts';
import type { KeyedUser } from '../lib/reported-names.ts';
import { findKnownUsers, findMappedUsers, findPortalUsers, insertUserKeys, writeUsers } from './reported-users.ts';
import type { KnownUser, PortalUser } from './reported-users.ts';

type Executor = Pick<pg.PoolClient, 'query'>;
export type FindUser = (user: KeyedUser) => { number: number; technical: boolean } | undefined;

const isAddress = (key: string) => key.startsWith('email:') || key.startsWith('sap:');

/**
 * Finds out who is meant in these reports, and writes down whom nobody has named before. A user of the company is
 * recognised by e-mail or SAP login and has one number, whatever else assistants call it.
 */
export async function matchUsers(
  executor: Executor,
  companyId: string,
  reports: readonly KeyedUser[],
): Promise<FindUser> {
  const distinct = [...new Map(reports.map((report) => [toReportKey(report), report])).values()];
  const known = await findKnownUsers(executor, companyId, [...new Set(distinct.flatMap(({ keys }) => keys))]);
  const match = createMatch(known, await findCandidates(executor, companyId, distinct, known));
  for (const report of distinct) match.add(report);
  const { users, keys } = match.end();
  await writeUsers(executor, companyId, users);
  await insertUserKeys(executor, companyId, keys);
  return (report) => {
    const user = report.keys.map((key) => known.get(key)).find(Boolean);
    if (user?.number === undefined) return undefined;
    return { number: user.number, technical: user.hasTechnicalRole || (report.isTechnical ?? user.isTechnical) };
  };
}

const toReportKey = ({ keys, firstName, lastName, isTechnical }: KeyedUser) =>
  JSON.stringify([keys, firstName, lastName, isTechnical]);

interface Candidates {
  readonly portalUsers: readonly PortalUser[];
  readonly mapped: Map<string, KnownUser>;
}

/** Users of the company behind those whom no key maps yet. */
async function findCandidates(
  executor: Executor,
  companyId: string,
  reports: readonly KeyedUser[],
  known: ReadonlyMap<string, KnownUser>,
): Promise<Candidates> {
  const open = reports.filter(({ keys }) => keys.some((key) => !known.get(key)?.userId)).flatMap(({ keys }) => keys);
  const ofKind = (kind: string) => open.filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
  const portalUsers = await findPortalUsers(executor, companyId, { emails: ofKind('email:'), sapIds: ofKind('sap:') });
  const mapped = await findMappedUsers(
    executor,
    companyId,
    portalUsers.map(({ id }) => id),
  );
  const shared = new Map([...known.values()].map((user) => [user.number, user]));
  return { portalUsers, mapped: new Map(mapped.map((user) => [user.userId ?? '', shared.get(user.number) ?? user])) };
}

function createMatch(known: Map<string, KnownUser>, { portalUsers, mapped }: Candidates) {
  const changed = new Set<KnownUser>();
  const newKeys: Array<{ key: string; user: KnownUser }> = [];
  const findPortalUser = (keys: readonly string[]) => {
    const bySap = portalUsers.filter(({ sapId }) => sapId !== null && keys.includes(`sap:${sapId}`));
    // A login that several users have says nothing about which of them it is.
    return (
      portalUsers.find(({ email }) => keys.includes(`email:${email}`)) ?? (bySap.length === 1 ? bySap[0] : undefined)
    );
  };
  const choose = (report: KeyedUser): KnownUser => {
    const named = report.keys.flatMap((key) => known.get(key) ?? []);
    const isMapped = named.find(({ userId }) => userId !== null);
    if (isMapped) return isMapped;
    const portalUser = report.keys.some(isAddress) ? findPortalUser(report.keys) : undefined;
    const chosen = (portalUser && mapped.get(portalUser.id)) ?? named[0] ?? toNewUser(report);
    if (portalUser && chosen.userId === null) {
      Object.assign(chosen, { userId: portalUser.id, hasTechnicalRole: portalUser.hasTechnicalRole });
      mapped.set(portalUser.id, chosen);
      changed.add(chosen);
    }
    if (chosen.number === undefined) changed.add(chosen);
    return chosen;
  };
  return {
    add(report: KeyedUser): void {
      if (report.keys.length === 0) return;
      const user = choose(report);
      if (learn(user, report)) changed.add(user);
      for (const key of report.keys.filter((each) => !known.has(each))) {
        known.set(key, user);
        newKeys.push({ key, user });
      }
    },
    end: () => ({ users: [...changed], keys: newKeys }),
  };
}

function toNewUser({ firstName = '', lastName = '', email, isTechnical = false }: KeyedUser): KnownUser {
  return {
    number: undefined,
    id: randomUUID(),
    userId: null,
    firstName,
    lastName,
    email: email === undefined ? null : toEmailKey(email.trim()),
    isTechnical,
    hasTechnicalRole: false,
  };
}

/** Keeps names and an address that were missing so far, and whether somebody tests the assistant. */
function learn(user: KnownUser, { firstName = '', lastName = '', email, isTechnical }: KeyedUser): boolean {
  const before = JSON.stringify(user);
  if (user.firstName + user.lastName === '') Object.assign(user, { firstName, lastName });
  if (user.email === null && email?.trim()) Object.assign(user, { email: toEmailKey(email.trim()) });
  if (isTechnical !== undefined) Object.assign(user, { isTechnical });
  return JSON.stringify(user) !== before;
}
