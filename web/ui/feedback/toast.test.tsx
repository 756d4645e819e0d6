import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, showToast } from './toast-store.ts';
import { ToastHost } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastHost />);
});

afterEach(() => {
  act(dismissToast);
  vi.useRealTimers();
});

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

test('a notice stands for five seconds', () => {
  act(() => showToast('The user was saved.'));
  pass(4999);
  expect(screen.getByRole('status').textContent).toBe('The user was saved.');
  pass(1);
  expect(screen.queryByRole('status')).toBeNull();
});

test('an error is announced as an alert', () => {
  act(() => showToast('You are offline.', 'error'));
  expect(screen.getByRole('alert').textContent).toBe('You are offline.');
});

test('a newer notice takes the place of the older one, with its own five seconds', () => {
  act(() => showToast('First'));
  pass(3000);
  act(() => showToast('Second'));
  expect(screen.queryByText('First')).toBeNull();
  pass(4999);
  expect(screen.queryByText('Second')).not.toBeNull();
  pass(1);
  expect(screen.queryByText('Second')).toBeNull();
});

test('a dismissed notice is gone at once', () => {
  act(() => showToast('First'));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('First')).toBeNull();
});
