import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HighlightedText } from './highlighted-text.tsx';

test('an address may break after its @, stays unchanged when copied, and shows its match in bold', () => {
  const { container } = render(<HighlightedText text="anna.berg@acme.example" query="g@acme" />);
  expect(container.textContent).toBe('anna.berg@acme.example');
  expect(container.innerHTML).toContain('g@<wbr>acme');
  expect(container.querySelector('b')?.textContent).toBe('g@acme');
});
