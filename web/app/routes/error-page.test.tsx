import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { toApiProblem } from '../../api/api-problem.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ErrorPage } from './error-page.tsx';

const show = (error: Error) => renderPage(() => <ErrorPage error={error} reset={() => {}} />, '/users');

test('a fault of the page says what to do, and never the words of the exception', async () => {
  show(new TypeError("Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node."));
  const words = (await screen.findByRole('alert')).textContent;
  expect(words).toContain('Please reload it');
  expect(words).not.toContain('removeChild');
  screen.getByRole('button', { name: 'Reload' });
});

test.each([
  new TypeError('Failed to fetch dynamically imported module: https://portal.example/assets/users-1.js'),
  new Error('Unable to preload CSS for /assets/users-1.css'),
])('a page whose code cannot be fetched says so, and can be tried again: %s', async (error) => {
  show(error);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The portal cannot be reached right now. Please try again shortly.',
  );
  screen.getByRole('button', { name: 'Try again' });
});

test('a page that the API denies says so, and can be tried again', async () => {
  const { status, message } = problems['access.refused'];
  show(toApiProblem(status, { code: 'access.refused', message, requestId: 'r1' }));
  expect((await screen.findByRole('alert')).textContent).toBe('You are not authorized to perform this action!');
  screen.getByRole('button', { name: 'Try again' });
});
