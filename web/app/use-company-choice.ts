import { can } from '#contract/capabilities.ts';
import type { CurrentUser } from '#contract/session-forms.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { chooseCompany } from '../api/chosen-company.ts';
import { queries } from '../api/queries.ts';
import { paths } from '../paths.ts';

/** The companies a person may act in, and the switch: what was known of the one before is forgotten. */
export function useCompanyChoice(user: CurrentUser) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const canSeeAll = can(user, 'companies.manage');
  const all = useQuery(queries.companies.list.queryOptions({ enabled: canSeeAll, staleTime: 60_000 }));
  const choose = async (companyId: string) => {
    if (companyId === user.companyId) return;
    chooseCompany(companyId);
    await queryClient.resetQueries();
    await navigate({ to: paths.dashboard() });
  };
  return { companies: all.data ?? user.companies, canSeeAll, choose };
}
