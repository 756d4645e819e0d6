import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { dayField } from '#contract/fields.ts';

/**
 * The counted routes of the portal. Patterns, so that they contain no ids and names; a closed list, so that callers can
 * not add counters.
 */
export const viewedPaths = [
  // Unknown paths.
  '/$',
  '/',
  '/analytics',
  '/analytics/quality',
  '/analytics/top-users',
  '/analytics/top-skills',
  '/analytics/logs',
  '/dashboard-old',
  '/users',
  '/users/addUser',
  '/users/newUser',
  '/users/invite',
  '/users/$id',
  '/settings',
  '/settings/security',
  '/settings/reports',
  '/settings/reports/addNew',
  '/settings/reports/$id',
  '/settings/downloads',
  '/settings/notifications',
  '/settings/company',
  '/settings/rights',
  '/settings/masking',
  '/settings/single-sign-on',
  '/settings/privacy',
  '/settings/privacy/retention',
  '/settings/audit',
  '/settings/usage/{-$sortFilter}/{-$sortOption}',
  '/settings/usage/limits',
  '/settings/usage/limits/request',
  '/settings/usage/support',
  '/settings/usage/own-cost',
  '/settings/billing',
  '/settings/billing/addNew',
  '/settings/billing/$id',
  '/connections',
  '/integrations',
  '/integrations/intake',
  '/integrations/intake/mapping',
  '/integrations/intake/dry-run',
  '/integrations/intake/imports',
  '/integrations/intake/imports/$id',
  '/integrations/intake/$id',
  '/connections/catalogue',
  '/connections/catalogue/$provider',
  '/connections/$provider/$service/$id',
  '/skills',
  '/skills/management',
  '/skills/management/addNew',
  '/skills/management/$id',
  '/skills/prices',
  '/skills/$id',
  '/companies',
  '/companies/support',
  '/companies/announcements',
  '/companies/reminders',
  '/payments',
  '/payments/statements',
  '/companies/accounting',
  '/companies/revenue',
  '/operations',
  '/operations/jobs',
  '/operations/page-views',
  '/contacts',
  '/documentation',
  '/legalInformation',
  '/login',
  '/single-sign-on/{-$companyId}',
  '/sign-up',
  '/forgot-password',
  '/new-password',
  '/verify-account',
  '/two-factor',
  '/two-factor/app',
  '/two-factor/setup',
  '/choose-company',
  '/unsubscribe',
  '/skill-approval',
] as const;

export const PageView = z.strictObject({
  path: z.enum(viewedPaths, { error: 'The path must be a route of the portal.' }),
});

/** The numbers of days that can be looked at. */
export const viewDays = [7, 30, 90] as const;
export type ViewDays = (typeof viewDays)[number];

const views = z.int().min(0);

/** Views of the last days, by UTC day and by route. */
export const PageViewCounts = z.object({
  total: views,
  /** Every day, the oldest first. */
  days: z.array(z.object({ date: z.iso.date(), views })),
  /** The most viewed first. */
  pages: z.array(z.object({ path: z.string(), views })),
});
export type PageViewCounts = z.infer<typeof PageViewCounts>;

/** With a `date` only the routes viewed on that day are counted. */
const PageViewQuery = z.strictObject({
  days: z.enum(['7', '30', '90']).optional(),
  date: dayField('Enter a day.').optional(),
});

const endpoint = defineEndpoints('Page views');

export const pageViewsContract = {
  list: endpoint({
    method: 'GET',
    path: '/page-views',
    summary: 'Count the page views of the last 7, 30 or 90 days, by day and by route; the routes also of one day',
    access: 'companies.manage',
  })
    .input(z.object({ query: PageViewQuery.optional() }))
    .output(PageViewCounts),

  create: endpoint({
    method: 'POST',
    path: '/page-views',
    summary: 'Count one view of a page by day and route, without personal data',
    access: 'public',
    deferrable: 'page-view',
    successStatus: 204,
  }).input(z.object({ body: PageView })),
};
