import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PrintedFacts } from './printed-facts.tsx';

test('facts are in the page only while it is printed, without those that have no value', () => {
  render(<PrintedFacts facts={{ Period: '1–24 Nov 2026', 'Technical users': false }} />);
  expect(screen.queryByText('Period')).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  screen.getByText('1–24 Nov 2026');
  expect(screen.queryByText('Technical users')).toBeNull();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText('Period')).toBeNull();
});
