import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { User } from '#contract/users.ts';
import { useContact, useContactSearch } from './company.queries.ts';

interface ChosenContact {
  /** The address of the chosen contact; empty without one. */
  value: string;
  onChange: (email: string) => void;
}

/** The ARIA combobox pattern: the focus stays in the field, arrow keys move through the list. */
export function useContactSelect({ value, onChange }: ChosenContact) {
  const listId = useId();
  /** The typed text; undefined while the field shows the chosen contact. */
  const [typed, setTyped] = useState<string>();
  const [list, setList] = useState({ isOpen: false, activeIndex: -1 });
  const [picked, setPicked] = useState<User>();
  const search = useContactSearch(typed ?? '', list.isOpen);
  const label = useContactLabel(value, picked);
  const options = search.users ?? [];

  const open = () => setList((before) => (before.isOpen ? before : { isOpen: true, activeIndex: -1 }));

  function close() {
    setList({ isOpen: false, activeIndex: -1 });
    setTyped(undefined);
  }

  function choose(user: User) {
    setPicked(user);
    onChange(user.email);
    close();
  }

  function type(text: string) {
    setTyped(text);
    setList({ isOpen: true, activeIndex: text.trim() === '' ? -1 : 0 });
    if (text === '') onChange('');
  }

  function pressKey(event: KeyboardEvent) {
    const action = findListAction(event.key, list.isOpen);
    if (action === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const active = options[list.activeIndex];
    if (action === 'close') close();
    else if (action === 'choose') {
      if (active) choose(active);
    } else if (!list.isOpen) open();
    else {
      const step = action === 'down' ? 1 : -1;
      setList({ isOpen: true, activeIndex: findNextIndex(list.activeIndex, step, options.length) });
    }
  }

  return { listId, text: typed ?? label, ...list, options, search, open, close, choose, type, pressKey };
}

/** The label of a contact. A stored one is fetched, and its address is shown until then. */
function useContactLabel(value: string, picked: User | undefined): string {
  const isPicked = picked?.email === value;
  const stored = useContact(isPicked ? '' : value);
  const contact = isPicked ? picked : stored;
  return contact ? toContactLabel(contact) : value;
}

/** The next index for an arrow key in a list of `count`; -1 is before the first. Wraps around at both ends. */
function findNextIndex(index: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (index === -1) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}

type ListAction = 'down' | 'up' | 'choose' | 'close';

const actions: Readonly<Record<string, ListAction>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  Enter: 'choose',
  Escape: 'close',
};

/** The action of a key; undefined leaves the key to the field. A closed list handles the arrow keys only. */
function findListAction(key: string, isOpen: boolean): ListAction | undefined {
  const action = actions[key];
  return isOpen || action === 'down' || action === 'up' ? action : undefined;
}

/** Section 2.3: options show 'first last, e-mail'. */
export function toContactLabel({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}, ${email}`;
}
