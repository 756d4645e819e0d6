import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chooseCompany } from '../../api/chosen-company.ts';
import { leavePage } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';

/** A page of a company, with what narrows its list. */
export interface CompanyPlace {
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

/**
 * Opens a page of a company, without an id of the own one: from the next call on this tab acts in it, and the cache of
 * the company before is dropped. The page is left first, because its records would otherwise be loaded in the new company;
 * a user who stays for unsaved changes stays in the old company too.
 */
export function useOpenCompany() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async (companyId: string | undefined, place: CompanyPlace = { path: paths.dashboard() }) => {
    const { path, search = {} } = place;
    if (!(await leavePage(() => router.navigate({ to: path, search })))) return;
    chooseCompany(companyId);
    await queryClient.resetQueries();
    await router.invalidate();
  };
}
