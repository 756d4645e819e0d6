import { choice, ids, text, type FilterValues } from '#contract/filters/filters.ts';
import { roles, userStates, type Role } from '#contract/roles.ts';

const toValues = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, value])) as Record<Value, Value>;

/** The last sign-ins that the list is narrowed to, with their words. */
export const signInWords = { never: 'Never', '30-days': 'Not in 30 days', '90-days': 'Not in 90 days' } as const;
type SignIn = keyof typeof signInWords;

/** The days without a sign-in; a user who has never signed in has none either. */
const daysWithout: Readonly<Record<SignIn, number>> = { never: Infinity, '30-days': 30, '90-days': 90 };
const dayMs = 86_400_000;

/** The filters of the list of users beside its search. */
export const userNarrowings = {
  /** Refused of callers who do not see the roles of others. */
  role: choice({ noun: 'role', values: toValues(roles) }),
  /** Refused of callers who do not manage users, because they see no status; the same for the last sign-in. */
  state: choice({ noun: 'status', values: toValues(userStates) }),
  signIn: choice({
    noun: 'last sign-in',
    values: signInWords,
    toWord: (value) => `last sign-in: ${signInWords[value].toLowerCase()}`,
  }),
};

export const userFilters = {
  /** A part of a name, of the address or, for those who see it, of the company. */
  search: text({ maxLength: 200, toWord: (value) => `search: ${value}` }),
  ...userNarrowings,
  /** The selected users of the list, of a file alone. */
  users: ids({ noun: 'users', most: 1000, maxLength: 36 }),
};

export type UserNarrowing = FilterValues<typeof userNarrowings>;

interface NarrowedUser {
  readonly roles?: readonly Role[] | undefined;
  readonly access?: { readonly state: (typeof userStates)[number]; readonly lastSignInAt: string | null } | undefined;
}

/** Whether the filters beside the search leave a user in the list; a user without a status is in none that asks for one. */
export function matchesUser({ roles: held = [], access }: NarrowedUser, narrowing: UserNarrowing, now: Date): boolean {
  const { role, state, signIn } = narrowing;
  if (role !== undefined && !held.includes(role)) return false;
  if (state !== undefined && access?.state !== state) return false;
  return signIn === undefined || (access !== undefined && isWithoutSignIn(access.lastSignInAt, signIn, now));
}

function isWithoutSignIn(lastSignInAt: string | null, signIn: SignIn, now: Date): boolean {
  return lastSignInAt === null || now.getTime() - Date.parse(lastSignInAt) > daysWithout[signIn] * dayMs;
}
