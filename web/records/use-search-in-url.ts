import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';
import { searchMaxLength, toggleSort, type ListAddress } from './list-address.ts';

interface SearchInUrlOptions<Address extends ListAddress> {
  /** Reads the parameters of the address and leaves out what means nothing. */
  readonly parse: (raw: object) => Address;
  /** The column that orders the list where the address names none. */
  readonly usualSort?: string | undefined;
  /** A pause in typing after which the address takes the text. */
  readonly delayMs?: number;
}

/**
 * Search text, filters and order of a list, kept in its address. The text follows every keystroke in `filter.search`;
 * the address, which is `settled`, takes it after a pause, or at once with any other change.
 */
export function useSearchInUrl<Address extends ListAddress>(options: SearchInUrlOptions<Address>) {
  const { parse, usualSort, delayMs = 200 } = options;
  const navigate = useNavigate();
  const router = useRouter();
  // The list's own path. The location is already that of the next page while the list is being left.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const settled = parse(useSearch({ strict: false }));
  const addressText = settled.search ?? '';
  const [text, setText] = useState(addressText);
  const [seenAddressText, setSeenAddressText] = useState(addressText);
  /** Texts on their way into the address, oldest first. Typing goes on meanwhile, so they must not come back from it. */
  const [written, setWritten] = useState<readonly string[]>([]);
  const restedText = useDebounced(text, delayMs);

  const write = (changed: object) => {
    const next = parse({ ...settled, search: text, ...changed }).search ?? '';
    if (next !== addressText) setWritten((texts) => [...texts, next]);
    // Changes the newest address: a record that was just opened over the list may not be rendered yet.
    const search = (newest: object) => parse({ ...newest, search: text, ...changed });
    void navigate({ to: path, search, replace: true, resetScroll: false });
  };

  if (addressText !== seenAddressText) {
    setSeenAddressText(addressText);
    const place = written.indexOf(addressText);
    setWritten(place === -1 ? [] : written.slice(place + 1));
    // Back, forward and links change the address without typing.
    if (place === -1) setText(addressText);
  }

  useEffect(() => {
    // Writing on the way to another page would lead back from it.
    const isElsewhere = router.latestLocation.pathname !== path;
    if (restedText === text && restedText !== addressText && !isElsewhere) write({ search: restedText });
    // oxlint-disable-next-line react/exhaustive-deps -- only a text at rest is written, with the rest as it stands then
  }, [restedText]);

  return {
    filter: { ...settled, search: text },
    settled,
    setText: (typed: string) => setText(typed.slice(0, searchMaxLength)),
    change: write,
    sort: settled.sortBy === undefined ? { sortBy: usualSort } : { sortBy: settled.sortBy, order: settled.order },
    sortBy: (column: string) =>
      write(toggleSort(settled.sortBy === undefined ? { sortBy: usualSort } : settled, column)),
    /** Drops the text and every filter, and keeps the order. */
    clear: () => {
      setText('');
      const { sortBy, order } = settled;
      void navigate({ to: path, search: parse({ sortBy, order }), replace: true, resetScroll: false });
    },
  };
}
