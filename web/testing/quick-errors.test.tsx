import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

const getMessage = (error: unknown) => (error as Error).message;

test('a wait that ends in vain prints the page once, and so does a query outside a wait', async () => {
  render(<p>Present</p>);
  const tries: string[] = [];
  const look = () => {
    try {
      return screen.getByText('Absent');
    } catch (error) {
      tries.push(getMessage(error));
      throw error;
    }
  };
  const ended = await waitFor(look, { timeout: 60 }).catch(getMessage);
  expect(tries.filter((message) => message.includes('Present'))).toEqual([]);
  expect(tries[0]).toContain('Unable to find an element with the text: Absent');
  expect(ended).toMatch(/Unable to find an element with the text: Absent[^]*Present/);
  expect(() => screen.getByText('Absent')).toThrow('Present');
});
