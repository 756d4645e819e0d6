import { useQuery } from '@tanstack/react-query';
import { CompaniesPage } from '#features/company/web/companies/companies-page.tsx';
import { companiesQuery } from '#features/company/web/companies/companies.queries.ts';
import { DeletedCompanies } from '#features/company/web/companies/deleted-companies.tsx';
import { SupportOverview } from '#features/company/web/companies/support-overview.tsx';
import { PageViews } from '#features/company/web/page-views/page-views.tsx';
import { Announcements } from '#features/mail/web/announcements.tsx';

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
