import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { viewedPaths } from '#contract/page-views.ts';
import { buildRouter } from './router.ts';

test('every route of the portal, and nothing else, is counted by the server', () => {
  const { routesByPath } = buildRouter(new QueryClient());
  expect(Object.keys(routesByPath).toSorted()).toEqual(viewedPaths.toSorted());
});
