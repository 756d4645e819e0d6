import { useEffect, useState } from 'react';
import type { User } from '#features/people/contract/users.ts';
import { useComboboxStore } from '../../ui/use-combobox-store.ts';
import { useContact, useContactSearch } from './contact.queries.ts';

interface ChosenContact {
  /** The address of the chosen contact; empty without one. */
  value: string;
  /** Without a user where the field is emptied. */
  onChange: (email: string, user?: User) => void;
}

/** The ARIA combobox pattern: the focus stays in the field, arrow keys move through the list. */
export function useContactSelect({ value, onChange }: ChosenContact) {
  /** The typed text; undefined while the field shows the chosen contact. */
  const [typed, setTyped] = useState<string>();
  const [picked, setPicked] = useState<User>();
  const { store, activeId } = useComboboxStore({ onDropdownClose: () => setTyped(undefined) });
  const { selectFirstOption, resetSelectedOption } = store;
  const { users, isPending, error } = useContactSearch(typed ?? '', store.dropdownOpened);
  const label = useContactLabel(value, picked);

  useEffect(() => {
    if (typed === undefined || typed.trim() === '') resetSelectedOption();
    else selectFirstOption();
  }, [selectFirstOption, resetSelectedOption, typed, users]);

  function choose(id: string) {
    const user = users?.find((each) => each.id === id);
    if (!user) return;
    setPicked(user);
    onChange(user.email, user);
    store.closeDropdown();
  }

  function type(text: string) {
    setTyped(text);
    store.openDropdown();
    if (text === '') onChange('');
  }

  return { store, activeId, text: typed ?? label, options: users ?? [], isPending, error, choose, type };
}

/** The label of a contact. A stored one is fetched, and its address is shown until then. */
function useContactLabel(value: string, picked: User | undefined): string {
  const isPicked = picked?.email === value;
  const stored = useContact(isPicked ? '' : value);
  const contact = isPicked ? picked : stored;
  return contact ? toContactLabel(contact) : value;
}

/** Section 2.3: options show 'first last, e-mail'. */
export function toContactLabel({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}, ${email}`;
}
