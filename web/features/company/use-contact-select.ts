import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { User } from '#contract/users.ts';
import { useContact, useContactSearch } from './company.queries.ts';
import { toContactLabel } from './contact-label.ts';

interface ChosenContact {
  /** The chosen contact's address; empty without one. */
  value: string;
  onChange: (email: string) => void;
}

/** A combobox as the ARIA practices describe it: the focus stays in the field, the list follows the arrow keys. */
export function useContactSelect({ value, onChange }: ChosenContact) {
  const listId = useId();
  /** What is being typed; undefined while the field shows the chosen contact. */
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
    const act = findListAct(event.key, list.isOpen);
    if (act === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const active = options[list.activeIndex];
    if (act === 'close') close();
    else if (act === 'choose') {
      if (active) choose(active);
    } else if (!list.isOpen) open();
    else {
      const step = act === 'down' ? 1 : -1;
      setList({ isOpen: true, activeIndex: findNextIndex(list.activeIndex, step, options.length) });
    }
  }

  return { listId, text: typed ?? label, ...list, options, search, open, close, choose, type, pressKey };
}

/** The contact just picked is known; a stored one is looked up, and until then its address stands for it. */
function useContactLabel(value: string, picked: User | undefined): string {
  const isPicked = picked?.email === value;
  const stored = useContact(isPicked ? '' : value);
  const contact = isPicked ? picked : stored;
  return contact ? toContactLabel(contact) : value;
}

/** Where the arrow keys lead from `index` in a list of `count`; -1 is before the first. Goes round at both ends. */
function findNextIndex(index: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (index === -1) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}

type ListAct = 'down' | 'up' | 'choose' | 'close';

const acts: Readonly<Record<string, ListAct>> = { ArrowDown: 'down', ArrowUp: 'up', Enter: 'choose', Escape: 'close' };

/** What a key does to the list; undefined leaves it to the field. A closed list only answers to the arrows. */
function findListAct(key: string, isOpen: boolean): ListAct | undefined {
  const act = acts[key];
  return isOpen || act === 'down' || act === 'up' ? act : undefined;
}
