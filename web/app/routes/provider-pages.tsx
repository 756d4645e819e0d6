import { useQuery } from '@tanstack/react-query';
import { CompaniesPage } from '#features/company/web/companies/companies-page.tsx';
import { companiesQuery } from '#features/company/web/companies/companies.queries.ts';
import { DeletedCompanies } from '#features/company/web/companies/deleted-companies.tsx';
import { CloseOverview } from '#features/billing/web/close/close-overview.tsx';
import { SupportOverview } from '#features/company/web/companies/support-overview.tsx';
import { PageViews } from '#features/company/web/page-views/page-views.tsx';
import { Announcements } from '#features/mail/web/announcements.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { findPageName } from '../page-names.ts';

/** `/companies`: every company, then those that were deleted. */
export function ProviderCompaniesPage() {
  // The deleted ones render together with the table, so that the layout does not shift.
  const { data: companies } = useQuery(companiesQuery);
  return (
    <>
      <CompaniesPage />
      {companies && <DeletedCompanies />}
    </>
  );
}

/** `/companies/support`: what is billed next in all companies, i.e. ended months without an invoice, and support of the open month. */
export function CompaniesSupportPage() {
  return (
    <>
      <PageHeader
        title="To bill"
        purpose="Ended months without an invoice, and support of the open month, by company."
      />
      <CloseOverview />
      <SupportOverview />
    </>
  );
}

/** `/companies/announcements`: e-mails to all companies. */
export function AnnouncementsPage() {
  return (
    <>
      <PageHeader title="Announcements" purpose="E-mails to the administrators of all companies." />
      <Announcements />
    </>
  );
}

/** `/operations/page-views`: how often each page was viewed. */
export function PageViewsPage() {
  return (
    <>
      <PageHeader
        title="Page views"
        purpose="How often the pages of the portal are viewed, by the people of every company."
      />
      <PageViews findName={findPageName} />
    </>
  );
}
