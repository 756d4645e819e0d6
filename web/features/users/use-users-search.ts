import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { paths } from '../../paths.ts';
import { readUsersSearch, searchMaxLength, toggleSort } from './users-search.ts';
import type { UsersColumn } from './users-search.ts';

/** A pause in typing after which the address takes the text. The list itself follows every keystroke. */
const addressDelayMs = 200;

/** Search text and order of the list, kept in the address (`?search=&sortBy=&order=`). */
export function useUsersSearch() {
  const navigate = useNavigate();
  const router = useRouter();
  const inAddress = readUsersSearch(useSearch({ strict: false }));
  const addressText = inAddress.search ?? '';
  const [text, setText] = useState(addressText);
  const [seenAddressText, setSeenAddressText] = useState(addressText);
  const settledText = useDebounced(text, addressDelayMs);

  // Back, forward and links change the address without typing.
  if (addressText !== seenAddressText) {
    setSeenAddressText(addressText);
    if (addressText !== settledText) setText(addressText);
  }

  useEffect(() => {
    if (settledText !== text || settledText === addressText) return;
    // Whoever is on the way to another page is not called back.
    if (router.latestLocation.pathname !== paths.users()) return;
    void navigate({
      to: paths.users(),
      search: readUsersSearch({ ...inAddress, search: settledText }),
      replace: true,
      resetScroll: false,
    });
    // oxlint-disable-next-line react/exhaustive-deps -- only a text that has come to rest is written, with the rest as it stands then
  }, [settledText]);

  return {
    text,
    sorting: inAddress,
    setText: (typed: string) => setText(typed.slice(0, searchMaxLength)),
    sortBy: (column: UsersColumn) =>
      void navigate({
        to: paths.users(),
        search: toggleSort(readUsersSearch({ ...inAddress, search: text }), column),
        replace: true,
        resetScroll: false,
      }),
  };
}
