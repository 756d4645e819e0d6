import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { SearchBox } from '../filters/search-box.tsx';
import { usePageKey } from './use-page-key.ts';

function Page({ onKey }: { onKey: () => void }) {
  usePageKey('next', onKey);
  return (
    <>
      <input aria-label="Words" />
      <input type="checkbox" aria-label="Choice" />
    </>
  );
}

function Opened({ onKey }: { onKey: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  usePageKey('next', onKey, { inDialog: place });
  return (
    <div role="dialog" aria-label="Record">
      <div ref={place} />
    </div>
  );
}

test('a key acts once, not while it is typed, held down or pressed with Ctrl', async () => {
  const pressed: string[] = [];
  render(<Page onKey={() => pressed.push('page')} />);
  const person = userEvent.setup();
  await person.keyboard('j');
  await person.keyboard('{Control>}j{/Control}');
  await person.keyboard('{j>3/}');
  expect(pressed).toHaveLength(2);
  await person.type(screen.getByLabelText('Words'), 'jj');
  expect(pressed).toHaveLength(2);
  screen.getByLabelText('Choice').focus();
  await person.keyboard('J');
  expect(pressed).toHaveLength(3);
});

test('a key belongs to the newest dialog alone', async () => {
  const pressed: string[] = [];
  const person = userEvent.setup();
  const { rerender } = render(
    <>
      <Page onKey={() => pressed.push('page')} />
      <Opened onKey={() => pressed.push('dialog')} />
    </>,
  );
  await person.keyboard('j');
  rerender(
    <>
      <Page onKey={() => pressed.push('page')} />
      <Opened onKey={() => pressed.push('dialog')} />
      <div role="dialog" aria-label="Question" />
    </>,
  );
  await person.keyboard('j');
  expect(pressed).toEqual(['dialog']);
});

test('the slash leads to the search of a list, and is a letter inside of it', async () => {
  const typed: string[] = [];
  render(
    <MantineProvider env="test">
      <SearchBox value="it" onChange={(text) => typed.push(text)} placeholder="Search..." label="Search users" />
    </MantineProvider>,
  );
  const person = userEvent.setup();
  await person.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search users' }));
  expect(typed).toEqual([]);
  await person.keyboard('/');
  expect(typed).toHaveLength(1);
});
