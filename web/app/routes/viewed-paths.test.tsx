import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { viewedPaths } from '#features/company/contract/page-views.ts';
import { buildRouter } from './router.ts';

test('the server counts views of exactly the routes of the portal', () => {
  const { routesByPath } = buildRouter(new QueryClient());
  expect(Object.keys(routesByPath).toSorted()).toEqual(viewedPaths.toSorted());
});
