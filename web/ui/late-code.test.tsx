import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLateCode, useLateCode } from './late-code.ts';
import { toastStore } from './feedback/toast-store.ts';

interface Part {
  readonly words: string;
}

function Shown({
  code,
  isOpen,
  onGiveUp,
}: {
  code: ReturnType<typeof createLateCode<Part>>;
  isOpen: boolean;
  onGiveUp: () => void;
}) {
  const part = useLateCode(code, isOpen, onGiveUp);
  return <p>{part ? part.words : 'Not yet'}</p>;
}

test('what was opened before its code is there shows with it, fetched once', async () => {
  const { promise, resolve } = Promise.withResolvers<Part>();
  let fetches = 0;
  const code = createLateCode(() => {
    fetches += 1;
    return promise;
  });
  code.approach();
  const { rerender } = render(<Shown code={code} isOpen={false} onGiveUp={() => {}} />);
  rerender(<Shown code={code} isOpen onGiveUp={() => {}} />);
  expect(screen.getByText('Not yet')).toBeTruthy();
  await act(async () => resolve({ words: 'Menu' }));
  expect(screen.getByText('Menu')).toBeTruthy();
  expect(fetches).toBe(1);
});

test('code that cannot be fetched closes what needs it, says so, and is fetched anew by the next click', async () => {
  let isOnline = false;
  const code = createLateCode(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return { words: 'Menu' };
  });
  const closed: string[] = [];
  const page = (isOpen: boolean) => <Shown code={code} isOpen={isOpen} onGiveUp={() => closed.push('closed')} />;
  const { rerender } = render(page(true));
  await act(async () => {});
  expect(closed).toEqual(['closed']);
  expect(toastStore.get()?.message).toBe('This could not be loaded. Check your connection and try again.');
  isOnline = true;
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Menu')).toBeTruthy();
});
