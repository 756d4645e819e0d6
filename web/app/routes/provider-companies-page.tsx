import { useQuery } from '@tanstack/react-query';
import { CompaniesPage } from '../../features/companies/companies-page.tsx';
import { companiesQuery } from '../../features/companies/companies.queries.ts';
import { Announcements } from '../../features/mails/announcements.tsx';

/** `/companies`: every tenant, and below them what the provider writes to all of them. */
export function CompaniesScreen() {
  // What stands below comes with the table, so that nothing is pushed down.
  const { data: tenants } = useQuery(companiesQuery);
  return (
    <>
      <CompaniesPage />
      {tenants && <Announcements />}
    </>
  );
}
