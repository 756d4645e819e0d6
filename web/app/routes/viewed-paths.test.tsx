import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { viewedPaths } from '#features/company/contract/page-views.ts';
import { describePath } from '#features/company/web/page-views/describe-path.ts';
import { findPageName } from '../page-names.ts';
import { buildRouter } from './router.ts';

test('the server counts views of exactly the routes of the portal', () => {
  const { routesByPath } = buildRouter(new QueryClient());
  expect(Object.keys(routesByPath).toSorted()).toEqual(viewedPaths.toSorted());
});

test('every page has a name of its own in the page views, the same at each of its addresses', () => {
  const described = viewedPaths.filter((path) => path !== '/$').map(describePath);
  expect(described.filter((path) => findPageName(path) === undefined)).toEqual([]);
  const byName = Map.groupBy(described, (path) => findPageName(path));
  expect([...byName.values()].filter((addresses) => addresses.length > 1)).toEqual([
    ['/', '/analytics'],
    ['/users/addUser', '/users/newUser'],
    ['/connections', '/integrations'],
  ]);
});
