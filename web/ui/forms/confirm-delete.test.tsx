import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepFocus } from '../../lib/keep-focus.ts';
import { ConfirmDelete } from './confirm-delete.tsx';
import { fill } from '../../testing/fill.ts';

const mismatch = 'Please enter DELETE to confirm the deletion';

function Page({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <ConfirmDelete
        opened={opened}
        onClose={() => setOpened(false)}
        what="2 users"
        names={['Anna Hannigan', 'Jaan Tamm']}
        onConfirm={onConfirm}
      />
    </MantineProvider>
  );
}

async function open(onConfirm: () => Promise<void>) {
  const person = userEvent.setup();
  render(<Page onConfirm={onConfirm} />);
  await person.click(screen.getByText('Open'));
  await screen.findByRole('dialog');
  return {
    person,
    field: () => screen.getByRole('textbox', { name: 'Type DELETE to confirm' }),
    confirm: () => person.click(screen.getByRole('button', { name: 'Delete' })),
  };
}

test('the dialog names everything that will be deleted', async () => {
  await open(vi.fn<() => Promise<void>>());
  screen.getByRole('dialog', { name: 'Delete 2 users' });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Anna Hannigan', 'Jaan Tamm']);
});

test.each(['', 'delete', 'DELETE ', 'DELETED'])(
  'the text %o deletes nothing and leaves the dialog open',
  async (text) => {
    const onConfirm = vi.fn<() => Promise<void>>();
    onTestFinished(keepFocus(document));
    const { person, field, confirm } = await open(onConfirm);
    if (text !== '') await person.type(field(), text);
    await confirm();
    screen.getByText(mismatch);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(onConfirm).not.toHaveBeenCalled();
  },
);

test('the exact word deletes once and closes the dialog', async () => {
  const onConfirm = vi.fn(async () => {});
  const { person, field } = await open(onConfirm);
  await person.type(field(), 'DELETE{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('a failed deletion leaves the dialog open for another try', async () => {
  const onConfirm = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('refused')).mockResolvedValueOnce();
  const { person, field, confirm } = await open(onConfirm);
  await fill(person, field(), 'DELETE');
  await confirm();
  screen.getByRole('dialog');
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a closed dialog forgets the word and the error', async () => {
  const { person, field, confirm } = await open(vi.fn<() => Promise<void>>());
  await person.type(field(), 'DEL');
  await confirm();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.click(screen.getByText('Open'));
  expect(field()).toHaveProperty('value', '');
  expect(screen.queryByText(mismatch)).toBeNull();
});
