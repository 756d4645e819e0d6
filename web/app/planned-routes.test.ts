// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { plannedPages } from '../features/being-built/planned-pages.ts';
import { plannedRoutes } from './planned-routes.ts';

test('every page being built says what will stand there, and every such text has its page', () => {
  const routes = plannedRoutes.map(({ options }) => (options as { path?: string }).path);
  expect(routes.sort()).toEqual(Object.keys(plannedPages).sort());
});
