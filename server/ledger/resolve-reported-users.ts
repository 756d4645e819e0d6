import { randomUUID } from 'node:crypto';
import { toEmailKey } from '#contract/fields.ts';
import type { KeyedUser } from '../lib/reported-names.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import {
  createUserKeys,
  listKnownUsers,
  listMappedUsers,
  lockCandidates,
  upsertUsers,
} from './reported-users.repository.ts';
import type { Candidate, KnownUser } from './reported-users.repository.ts';

export interface ResolvedUser {
  readonly number: number;
  /** Counted only where technical users are included. */
  readonly technical: boolean;
}

/** Undefined for a report that names no user. */
export type FindUser = (user: KeyedUser) => ResolvedUser | undefined;

const isAddress = (key: string) => key.startsWith('email:') || key.startsWith('sap:');

/**
 * Resolves reported users to their numbers, and creates those that no earlier report has named. A user of the company is
 * recognised by e-mail or SAP login and has one number, by whatever keys assistants name it.
 */
export async function resolveReportedUsers(
  tx: CompanyTransaction,
  reports: readonly KeyedUser[],
  now: Date,
): Promise<FindUser> {
  const distinct = [...new Map(reports.map((report) => [toReportKey(report), report])).values()];
  const known = await listKnownUsers(tx, [...new Set(distinct.flatMap(({ keys }) => keys))]);
  const resolver = createResolver(known, await listCandidates(tx, distinct, known));
  for (const report of distinct) resolver.resolve(report);
  const { users, keys } = resolver.flush();
  await upsertUsers(tx, users, now);
  await createUserKeys(tx, keys);
  return (report) => {
    const user = report.keys.map((key) => known.get(key)).find(Boolean);
    if (user?.number === undefined) return undefined;
    return { number: user.number, technical: user.hasTechnicalRole || (report.isTechnical ?? user.isTechnical) };
  };
}

const toReportKey = ({ keys, firstName, lastName, isTechnical }: KeyedUser) =>
  JSON.stringify([keys, firstName, lastName, isTechnical]);

interface Candidates {
  readonly users: readonly Candidate[];
  /** The reported users that are mapped to candidates, by the candidate's id. */
  readonly mapped: Map<string, KnownUser>;
}

/** The users of the company that reports with an unmapped key may mean. */
async function listCandidates(
  tx: CompanyTransaction,
  reports: readonly KeyedUser[],
  known: ReadonlyMap<string, KnownUser>,
): Promise<Candidates> {
  const unmapped = reports.flatMap(({ keys }) => (keys.some((key) => !known.get(key)?.userId) ? keys : []));
  const ofKind = (kind: string) => unmapped.flatMap((key) => (key.startsWith(kind) ? key.slice(kind.length) : []));
  const users = await lockCandidates(tx, { emails: ofKind('email:'), sapIds: ofKind('sap:') });
  const userIds = users.map(({ id }) => id);
  const mapped = await listMappedUsers(tx, userIds);
  const byNumber = new Map([...known.values()].map((user) => [user.number, user]));
  return { users, mapped: new Map(mapped.map((user) => [user.userId ?? '', byNumber.get(user.number) ?? user])) };
}

/** @param known by key; resolved users are added under their new keys */
function createResolver(known: Map<string, KnownUser>, { users, mapped }: Candidates) {
  const changed = new Set<KnownUser>();
  const newKeys: Array<{ key: string; user: KnownUser }> = [];
  const findCandidate = (keys: readonly string[]) => {
    const bySap = users.filter(({ sapId }) => sapId !== null && keys.includes(`sap:${sapId}`));
    // A SAP login that several users share identifies none of them.
    return users.find(({ email }) => keys.includes(`email:${email}`)) ?? (bySap.length === 1 ? bySap[0] : undefined);
  };
  const choose = (report: KeyedUser): KnownUser => {
    const named = report.keys.flatMap((key) => known.get(key) ?? []);
    const alreadyMapped = named.find(({ userId }) => userId !== null);
    if (alreadyMapped) return alreadyMapped;
    const found = report.keys.some(isAddress) ? findCandidate(report.keys) : undefined;
    const chosen = (found && mapped.get(found.id)) ?? named[0] ?? toNewUser(report);
    if (found && chosen.userId === null) {
      Object.assign(chosen, { userId: found.id, hasTechnicalRole: found.hasTechnicalRole });
      mapped.set(found.id, chosen);
      changed.add(chosen);
    }
    if (chosen.number === undefined) changed.add(chosen);
    return chosen;
  };
  return {
    resolve(report: KeyedUser): void {
      if (report.keys.length === 0) return;
      const user = choose(report);
      if (remember(user, report)) changed.add(user);
      for (const key of report.keys.filter((each) => !known.has(each))) {
        known.set(key, user);
        newKeys.push({ key, user });
      }
    },
    /** What has to be written. */
    flush: () => ({ users: [...changed], keys: newKeys }),
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

/** Adds names and an address that were missing, and the reported `isTechnical`. @returns whether the user changed */
function remember(user: KnownUser, { firstName = '', lastName = '', email, isTechnical }: KeyedUser): boolean {
  const before = JSON.stringify(user);
  if (user.firstName + user.lastName === '') Object.assign(user, { firstName, lastName });
  if (user.email === null && email?.trim()) Object.assign(user, { email: toEmailKey(email.trim()) });
  if (isTechnical !== undefined) Object.assign(user, { isTechnical });
  return JSON.stringify(user) !== before;
}
