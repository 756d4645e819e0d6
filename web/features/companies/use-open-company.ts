import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chooseCompany } from '../../api/chosen-company.ts';
import { leavePage } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';

/**
 * Goes into a company: from the next call on, this tab acts there, and what was known of the one before is forgotten.
 * The page is left first, so that no record of the old company is asked for in the new one; whoever stays because of
 * unsaved changes stays in the old company too.
 */
export function useOpenCompany() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async (companyId: string) => {
    if (!(await leavePage(() => router.navigate({ to: paths.dashboard() })))) return;
    chooseCompany(companyId);
    await queryClient.resetQueries();
    await router.invalidate();
  };
}
