import { afterEach, expect, test, vi } from 'vitest';
import { sparesLine } from './browser.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [undefined, false],
  [{ saveData: false, effectiveType: '4g' }, false],
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ saveData: false, effectiveType: '3g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
])('with a connection of %j nothing ahead: %s', (connection, isSpared) => {
  vi.stubGlobal('navigator', { connection });
  expect(sparesLine()).toBe(isSpared);
});
