import { useSuspenseQuery } from '@tanstack/react-query';
import { can } from '#contract/capabilities.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { client } from './client.ts';
import { takeFirstUser } from './session/identity-token.ts';
import { keepPageUser } from './session/page-person.ts';
import { queries } from './queries.ts';

/** Who is signed in. Guards load it before a page renders; a failure with `session.required` means that there is no session. */
export const currentUserQuery = {
  ...queries.session.getUser.queryOptions({ staleTime: 60_000 }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const user = (await takeFirstUser()) ?? (await client.session.getUser(undefined, { signal }));
    keepPageUser(user);
    return user;
  },
};

/** The signed-in user; suspends until known, and throws the problem where it can not be known. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(currentUserQuery).data;
}

/** Whether someone of the provider manages the companies, and acts in none of them. */
export const isOperatorAtHome = (user: CurrentUser): boolean =>
  can(user, 'companies.manage') && user.homeCompanyName === null;
