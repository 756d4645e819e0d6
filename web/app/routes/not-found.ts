import { lazyRouteComponent } from '@tanstack/react-router';

/** The not-found page, fetched when it is first needed. */
export const NotFound = lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage');
