import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { MockedProblem } from '../../api/testing/mock-api.ts';
import { makeToken } from '../../api/testing/make-current-user.ts';
import { openPortal, person } from '../testing/open-portal.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a failure to get the current user is only logged, and the portal goes on once it is there', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { api } = openPortal('/documentation', {
    session: { createToken: makeToken, getUser: new MockedProblem('internal'), get: { state: 'signedIn' } },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  screen.getByRole('status', { name: 'Loading' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(log).toHaveBeenCalledOnce();
  api.change({ session: { getUser: person(['User']) } });
  await userEvent.click(retry);
  await screen.findByRole('heading', { name: 'Documentation' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
