import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { readIntegrationsSearch, searchMaxLength, toggleSort } from './integrations-search.ts';
import type { IntegrationsColumn, IntegrationsSearch } from './integrations-search.ts';

/** A pause in typing after which the address takes the text. The list itself follows every keystroke. */
const addressDelayMs = 200;

/** Filters and order of the list, kept in the address of whichever of its two paths it stands at. */
export function useIntegrationsSearch() {
  const navigate = useNavigate();
  const router = useRouter();
  const ownPath = useLocation({ select: ({ pathname }) => pathname });
  const inAddress = readIntegrationsSearch(useSearch({ strict: false }));
  const addressText = inAddress.search ?? '';
  const [text, setText] = useState(addressText);
  const [seenAddressText, setSeenAddressText] = useState(addressText);
  const settledText = useDebounced(text, addressDelayMs);

  // Back, forward and links change the address without typing.
  if (addressText !== seenAddressText) {
    setSeenAddressText(addressText);
    if (addressText !== settledText) setText(addressText);
  }

  const write = (search: object) =>
    void navigate({ to: ownPath, search: readIntegrationsSearch(search), replace: true, resetScroll: false });

  useEffect(() => {
    if (settledText !== text || settledText === addressText) return;
    // Whoever is on the way to another page is not called back.
    if (router.latestLocation.pathname !== ownPath) return;
    write({ ...inAddress, search: settledText });
    // oxlint-disable-next-line react/exhaustive-deps -- only a text that has come to rest is written, with the rest as it stands then
  }, [settledText]);

  return {
    /** What the list is narrowed to now, with the text as it stands in the box. */
    filter: { ...inAddress, search: text },
    setText: (typed: string) => setText(typed.slice(0, searchMaxLength)),
    change: (changed: { [Name in keyof IntegrationsSearch]: string }) =>
      write({ ...inAddress, search: text, ...changed }),
    clear: () => {
      setText('');
      write({ sortBy: inAddress.sortBy, order: inAddress.order });
    },
    sortBy: (column: IntegrationsColumn) => write(toggleSort({ ...inAddress, search: text }, column)),
  };
}
