import { choice, text } from '#contract/filters/filters.ts';
import { userStates } from '#contract/roles.ts';

type UserState = (typeof userStates)[number];

const states = Object.fromEntries(userStates.map((state) => [state, state])) as Record<UserState, string>;

/** The filters of the list of users. */
export const userFilters = {
  /** A part of a name, of the address or, for those who see it, of the company. */
  search: text({ maxLength: 200, toWord: (value) => `search: ${value}` }),
  /** Refused of callers who do not manage users, because they see no status. */
  state: choice({ noun: 'status', values: states }),
};
