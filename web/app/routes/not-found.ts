import { lazyRouteComponent } from '@tanstack/react-router';

/** The not-found page, loaded lazily. */
export const NotFound = lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage');
