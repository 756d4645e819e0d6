import { useQuery } from '@tanstack/react-query';
import { CompaniesPage } from '../../features/companies/companies-page.tsx';
import { companiesQuery } from '../../features/companies/companies.queries.ts';
import { Announcements } from '../../features/mails/announcements.tsx';

/** `/companies`: every company, then the provider's announcements. */
export function CompaniesWithAnnouncements() {
  // The announcements render together with the table, so that the layout does not shift.
  const { data: companies } = useQuery(companiesQuery);
  return (
    <>
      <CompaniesPage />
      {companies && <Announcements />}
    </>
  );
}
