import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { beginAtTop } from './begin-at-top.ts';

test('the page stays at its top until the reader does something', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  beginAtTop();
  fireEvent.scroll(window);
  fireEvent.scroll(window);
  expect(scrollTo.mock.calls).toEqual([
    [0, 0],
    [0, 0],
  ]);
  fireEvent.wheel(window);
  fireEvent.scroll(window);
  expect(scrollTo).toHaveBeenCalledTimes(2);
  scrollTo.mockRestore();
});
