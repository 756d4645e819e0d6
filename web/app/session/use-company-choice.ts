import { can } from '#contract/capabilities.ts';
import type { CurrentUser } from '#contract/session/session-forms.ts';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useOpenCompany } from '../../features/companies/use-open-company.ts';

/** With more companies than these the choice holds one's own, and the page of companies has the others. */
const shortListLength = 10;

/** The companies that a person may choose from in the bar, and the switch. */
export function useCompanyChoice(user: CurrentUser) {
  const open = useOpenCompany();
  const canSeeAll = can(user, 'companies.manage');
  const { data: all } = useQuery(queries.companies.list.queryOptions({ enabled: canSeeAll, staleTime: 60_000 }));
  const companies = all && all.length <= shortListLength ? all : withCurrent(user);
  const choose = async (companyId: string) => {
    if (companyId !== user.companyId) await open(companyId);
  };
  return { companies, canSeeAll, choose };
}

/** The person's own companies, and the one acted in. */
function withCurrent({ companies, companyId, companyName }: CurrentUser) {
  if (companies.some(({ id }) => id === companyId)) return companies;
  return [...companies, { id: companyId, name: companyName }];
}
