import { randomUUID } from 'node:crypto';
import { toEmailKey } from '#contract/fields.ts';
import type { KeyedUser } from '#server/lib/reported-names.ts';

/** A user as assistants have reported it so far; changes until it is written. */
export interface KnownUser {
  userId: string | null;
  firstName: string;
  lastName: string;
  email: string | null;
  isTechnical: boolean;
  /** Set for an erased person, of which nothing more is stored. */
  readonly erasedAt: Date | null;
  /** Undefined until it is inserted. */
  number: number | undefined;
  readonly id: string;
  /** Whether the company's user behind it has the role TechnicalUser. */
  hasTechnicalRole: boolean;
  /** The user that this transaction has found for it. */
  foundId?: string;
}

/** A user of the company that a report may mean. */
export interface Candidate {
  readonly id: string;
  readonly email: string;
  readonly sapId: string | null;
  readonly hasTechnicalRole: boolean;
}

export interface Candidates {
  readonly users: readonly Candidate[];
  /** The reported users that are mapped to candidates, by the candidate's id. */
  readonly mapped: Map<string, KnownUser>;
}

const isAddress = (key: string) => key.startsWith('email:') || key.startsWith('sap:');

/**
 * @param known by key; resolved users are added under their new keys
 * @param toErased how the key of an erased person is stored
 */
export function createResolver(
  known: Map<string, KnownUser>,
  { users, mapped }: Candidates,
  toErased: (key: string) => string,
) {
  const changed = new Set<KnownUser>();
  const newKeys: Array<{ key: string; user: KnownUser }> = [];
  const findCandidate = (keys: readonly string[]) => {
    const bySap = users.filter(({ sapId }) => sapId !== null && keys.includes(`sap:${sapId}`));
    // A SAP login that several users share identifies none of them.
    return users.find(({ email }) => keys.includes(`email:${email}`)) ?? (bySap.length === 1 ? bySap[0] : undefined);
  };
  const choose = (report: KeyedUser): KnownUser => {
    const named = report.keys.flatMap((key) => known.get(key) ?? []);
    const erased = named.find(({ erasedAt }) => erasedAt !== null);
    if (erased) return erased;
    const alreadyMapped = named.find(({ userId }) => userId !== null);
    if (alreadyMapped) return alreadyMapped;
    const found = report.keys.some(isAddress) ? findCandidate(report.keys) : undefined;
    const chosen = (found && mapped.get(found.id)) ?? named[0] ?? toNewUser(report);
    if (found && chosen.userId === null) {
      Object.assign(chosen, { userId: found.id, foundId: found.id, hasTechnicalRole: found.hasTechnicalRole });
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
      const isErased = user.erasedAt !== null;
      if (!isErased && remember(user, report)) changed.add(user);
      for (const key of report.keys.filter((each) => !known.has(each))) {
        known.set(key, user);
        newKeys.push({ key: isErased ? toErased(key) : key, user });
      }
    },
    /** Lists the users and keys that have to be written. */
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
    erasedAt: null,
    hasTechnicalRole: false,
  };
}

/** Adds names and an address that were missing, and the reported `isTechnical`. @returns whether the user changed */
function remember(user: KnownUser, { firstName = '', lastName = '', email, isTechnical }: KeyedUser): boolean {
  const before = { ...user };
  if (user.firstName + user.lastName === '') Object.assign(user, { firstName, lastName });
  if (user.email === null && email?.trim()) Object.assign(user, { email: toEmailKey(email.trim()) });
  if (isTechnical !== undefined) Object.assign(user, { isTechnical });
  return (
    user.firstName !== before.firstName ||
    user.lastName !== before.lastName ||
    user.email !== before.email ||
    user.isTechnical !== before.isTechnical
  );
}
