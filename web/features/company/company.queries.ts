import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Company } from '#contract/company.ts';
import { contactSearchDebounceMs } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { queries } from '../../api/queries.ts';
import { listQueryOptions } from '../../api/record-queries.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** Loaded on entering the settings area; the form waits for a newer one where that is older than 15 seconds. */
export const companyQuery = queries.company.get.queryOptions({ ...listQueryOptions, staleTime: 15_000 });

/** Contacts in one list of options. */
export const contactLimit = 20;

/** Caches the company of an answer, and loads the current user anew, because the shell shows the logo and name. */
function useCacheCompany() {
  const queryClient = useQueryClient();
  return (company: Company) => {
    queryClient.setQueryData(companyQuery.queryKey, company);
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  };
}

export function useUpdateCompany() {
  return useMutation(queries.company.update.mutationOptions({ onSuccess: useCacheCompany() }));
}

export function useReloadCompany(): () => Promise<Company> {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...companyQuery, staleTime: 0 });
}

export function useUpdateLogo() {
  return useMutation(queries.company.updateLogo.mutationOptions({ onSuccess: useCacheCompany() }));
}

export function useDeleteLogo() {
  return useMutation(queries.company.deleteLogo.mutationOptions({ onSuccess: useCacheCompany() }));
}

/** The bytes of a file, cached for ever, because the bytes of a key never change. */
export function useFile(key: string | null) {
  return useQuery(
    queries.files.get.queryOptions({
      input: key === null ? skipToken : { params: { key } },
      staleTime: Infinity,
    }),
  );
}

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
