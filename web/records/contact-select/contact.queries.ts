import { skipToken, useQuery } from '@tanstack/react-query';
import { contactSearchDebounceMs } from '#contract/constants.ts';
import type { User } from '#features/people/contract/users.ts';
import { queries } from '../../api/queries.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** Contacts in one list of options. */
export const contactLimit = 20;

/**
 * The users offered as contacts, fetched while `isOpen`. Shows the answer to the latest text only, whatever order the
 * answers arrive in.
 */
export function useContactSearch(text: string, isOpen: boolean) {
  const settledText = useDebounced(text.trim(), contactSearchDebounceMs);
  const query = { limit: contactLimit, ...(settledText === '' ? {} : { stringValue: settledText }) };
  const search = useQuery(queries.users.list.queryOptions({ input: isOpen ? { query } : skipToken }));
  const isPending = settledText !== text.trim() || search.isPending;
  return { users: isPending ? undefined : search.data, isPending: isPending && !search.isError, error: search.error };
}

/** The user with a stored contact address; undefined while loading, and when no user has the address any more. */
export function useContact(email: string): User | undefined {
  const { data } = useQuery(
    queries.users.list.queryOptions({ input: email === '' ? skipToken : { query: { stringValue: email } } }),
  );
  return data?.find((user) => user.email.toLowerCase() === email.toLowerCase());
}
