import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Company } from '#contract/company.ts';
import { contactSearchDebounceMs } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { queries } from '../../api/queries.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** Loaded anew each time the page is entered, so that the form never starts on an old version. */
export const companyQuery = queries.company.get.queryOptions({ gcTime: 0 });

/** As many contacts as a list shows at once; more text finds the others. */
export const contactLimit = 20;

function useKeepCompany() {
  const queryClient = useQueryClient();
  return (company: Company) => {
    queryClient.setQueryData(companyQuery.queryKey, company);
  };
}

export function useSaveCompany() {
  return useMutation(queries.company.update.mutationOptions({ onSuccess: useKeepCompany() }));
}

export function useReloadCompany(): () => Promise<Company> {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...companyQuery, staleTime: 0 });
}

export function useUploadLogo() {
  return useMutation(queries.company.updateLogo.mutationOptions({ onSuccess: useKeepCompany() }));
}

export function useRemoveLogo() {
  return useMutation(queries.company.deleteLogo.mutationOptions({ onSuccess: useKeepCompany() }));
}

/** The bytes of a file; a key never holds other bytes later. */
export function useFile(key: string | null) {
  return useQuery(
    queries.files.get.queryOptions({
      input: key === null ? skipToken : { params: { key } },
      staleTime: Infinity,
    }),
  );
}

/**
 * The users to choose a contact from, while `isOpen`. The answer shown is always that of the text last typed, whatever
 * order the answers arrive in.
 */
export function useContactSearch(text: string, isOpen: boolean) {
  const settledText = useDebounced(text.trim(), contactSearchDebounceMs);
  const query = { limit: contactLimit, ...(settledText === '' ? {} : { stringValue: settledText }) };
  const search = useQuery(queries.users.list.queryOptions({ input: isOpen ? { query } : skipToken }));
  const isPending = settledText !== text.trim() || search.isPending;
  return { users: isPending ? undefined : search.data, isPending: isPending && !search.isError, error: search.error };
}

/** The user behind a stored contact address; undefined until known, and where nobody has it any more. */
export function useContact(email: string): User | undefined {
  const { data } = useQuery(
    queries.users.list.queryOptions({ input: email === '' ? skipToken : { query: { stringValue: email } } }),
  );
  return data?.find((user) => user.email.toLowerCase() === email.toLowerCase());
}
