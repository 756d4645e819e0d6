import { useSuspenseQuery } from '@tanstack/react-query';
import { can } from '#contract/capabilities.ts';
import type { Capability } from '#contract/capabilities.ts';
import type { CurrentUser } from '#contract/session-forms.ts';
import { queries } from './queries.ts';

/** Who is signed in. Guards load it before a page renders; a failure with `session.required` means nobody is. */
export const currentUserQuery = queries.session.user.queryOptions({ staleTime: 60_000 });

/** The signed-in user; suspends until known, and throws the problem where it can not be known. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(currentUserQuery).data;
}

/** Whether the signed-in user has a capability of section 6. */
export function useCan(capability: Capability): boolean {
  return can(useCurrentUser(), capability);
}
