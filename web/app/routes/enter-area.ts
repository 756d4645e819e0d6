import { redirect, type ParsedLocation } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { can } from '#contract/capabilities.ts';
import { currentUserQuery, isOperatorAtHome } from '../../api/current-user.ts';
import { companyQuery } from '#features/company/web/company.queries.ts';
import { invoicesQuery } from '#features/billing/web/invoices/invoices.queries.ts';
import { paths } from '../../paths.ts';
import type { AreaVisits } from './area-visits.ts';
import { findMovedAddress } from './moved-addresses.ts';

/** Loads what an area loads on entering, drops the filters of an earlier visit, and leads the operator home after a sign-in. */
export function enterArea(follow: AreaVisits, location: ParsedLocation, queryClient: QueryClient): void {
  const { entered, bare } = follow(location);
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  // Section 2.3, for users who may read them. A failure shows on the page that needs the answer.
  if (entered === 'settings') {
    if (user && can(user, 'company.read')) void queryClient.prefetchQuery(companyQuery);
    if (user && can(user, 'billing.read')) void queryClient.prefetchQuery(invoicesQuery);
  }
  if (user && location.state.leadsHome && isOperatorAtHome(user))
    throw redirect({ to: paths.companies(), replace: true });
  const moved = user && findMovedAddress(location, user);
  if (moved) throw redirect({ ...moved, replace: true });
  if (bare) throw redirect({ ...bare, replace: true });
}
