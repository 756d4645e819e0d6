import { useQuery } from '@tanstack/react-query';
import { CompaniesPage } from '../../features/companies/companies-page.tsx';
import { companiesQuery } from '../../features/companies/companies.queries.ts';
import { DeletedCompanies } from '../../features/companies/deleted-companies.tsx';
import { SupportOverview } from '../../features/companies/support-overview.tsx';
import { PageViews } from '../../features/page-views/page-views.tsx';
import { Announcements } from '../../features/mails/announcements.tsx';

/** `/companies`: every company, then their support, the provider's announcements and the views of its pages. */
export function CompaniesWithAnnouncements() {
  // The announcements render together with the table, so that the layout does not shift.
  const { data: companies } = useQuery(companiesQuery);
  return (
    <>
      <CompaniesPage />
      {companies && <DeletedCompanies />}
      {companies && <SupportOverview />}
      {companies && <Announcements />}
      {companies && <PageViews />}
    </>
  );
}
