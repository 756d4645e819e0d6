import { redirect } from '@tanstack/react-router';
import type { ParsedLocation } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { companyQuery } from '../../features/company/company.queries.ts';
import { invoicesQuery } from '../../features/invoices/invoices.queries.ts';
import type { AreaVisits } from './area-visits.ts';

/** Loads what an area loads on entering, and drops the filters of an earlier visit. */
export function enterArea(follow: AreaVisits, location: ParsedLocation, queryClient: QueryClient): void {
  const { entered, bare } = follow(location);
  // Section 2.3. A failure shows on the page that needs the answer.
  if (entered === 'settings') {
    void queryClient.prefetchQuery(companyQuery);
    void queryClient.prefetchQuery(invoicesQuery);
  }
  if (bare) throw redirect({ ...bare, replace: true });
}
