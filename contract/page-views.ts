import * as z from 'zod';
import { endpoint } from './endpoint.ts';

/** A page view names the route, never an id or a person. */
export const PageView = z.strictObject({
  path: z
    .string()
    .max(120)
    .regex(/^\/[A-Za-z0-9/_$:{}-]*$/, { error: 'A page view names a route of the portal.' }),
});

export const pageViewsContract = {
  create: endpoint({
    id: 'pageViewsCreate',
    method: 'POST',
    path: '/page-views',
    summary: 'Count one view of a page, by day and route, with nothing personal',
    tag: 'Page views',
    access: 'public',
    target: 'main',
    successStatus: 204,
  }).input(z.object({ body: PageView })),
};
