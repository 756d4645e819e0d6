import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';

/**
 * The counted routes of the portal. Patterns, so that they contain no ids and names; a closed list, so that callers can
 * not add counters.
 */
export const viewedPaths = [
  // Unknown paths.
  '/$',
  '/',
  '/analytics',
  '/analytics/top-users',
  '/analytics/top-skills',
  '/analytics/logs',
  '/dashboard-old',
  '/users',
  '/users/addUser',
  '/users/newUser',
  '/users/$id',
  '/settings',
  '/settings/security',
  '/settings/notifications',
  '/settings/company',
  '/settings/rights',
  '/settings/audit',
  '/settings/usage/{-$sortFilter}/{-$sortOption}',
  '/settings/billing',
  '/settings/billing/addNew',
  '/settings/billing/$id',
  '/connections',
  '/integrations',
  '/integrations/intake',
  '/connections/catalogue',
  '/connections/catalogue/$provider',
  '/connections/$provider/$service/$id',
  '/skills',
  '/skills/management',
  '/skills/management/addNew',
  '/skills/management/$id',
  '/skills/$id',
  '/companies',
  '/contacts',
  '/documentation',
  '/legalInformation',
  '/login',
  '/sign-up',
  '/forgot-password',
  '/new-password',
  '/verify-account',
  '/two-factor',
  '/two-factor/setup',
  '/unsubscribe',
  '/skill-approval',
] as const;

export const PageView = z.strictObject({
  path: z.enum(viewedPaths, { error: 'The path must be a route of the portal.' }),
});

const endpoint = defineEndpoints('Page views');

export const pageViewsContract = {
  create: endpoint({
    method: 'POST',
    path: '/page-views',
    summary: 'Count one view of a page by day and route, without personal data',
    access: 'public',
    successStatus: 204,
  }).input(z.object({ body: PageView })),
};
