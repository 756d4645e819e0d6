import { lazyRouteComponent } from '@tanstack/react-router';
import type { Capability } from '#contract/capabilities.ts';
import { page } from './page-route.ts';

const BeingBuiltPage = lazyRouteComponent(
  () => import('../features/being-built/being-built-page.tsx'),
  'BeingBuiltPage',
);

/** A page of a later version: its address and its guard are already the real ones. */
function planned<Path extends string>(path: Path, capability?: Capability) {
  return page(path, BeingBuiltPage, capability ? { capability } : {});
}

/** Pages that later versions bring; the feature says of each what will stand there. */
export const plannedRoutes = [
  planned('/connections', 'integrations.manage'),
  page('/integrations', BeingBuiltPage, { capability: 'integrations.manage', tabs: 'integrations' }),
  planned('/connections/catalogue', 'integrations.manage'),
  planned('/connections/catalogue/$provider', 'integrations.manage'),
  planned('/connections/$provider/$service/$id', 'integrations.manage'),
  planned('/skills', 'skills.manage'),
  planned('/skills/management', 'skills.manage'),
  planned('/skills/management/addNew', 'skills.manage'),
  planned('/skills/management/$id', 'skills.manage'),
  planned('/skills/$id', 'skills.manage'),
];
