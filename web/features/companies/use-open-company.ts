import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chooseCompany } from '../../api/chosen-company.ts';
import { paths } from '../../paths.ts';

/** Goes into a company: from the next call on, this tab acts there, and what was known of the one before is forgotten. */
export function useOpenCompany() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async (companyId: string) => {
    await router.navigate({ to: paths.dashboard() });
    chooseCompany(companyId);
    await queryClient.resetQueries();
    await router.invalidate();
  };
}
