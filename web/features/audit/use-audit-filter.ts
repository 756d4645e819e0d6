import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { paths } from '../../paths.ts';
import { readAuditFilter, searchMaxLength } from './audit-filter.ts';
import type { AuditEntity, AuditFilter } from './audit-filter.ts';

/** A pause in typing after which the address, and with it the log, takes the text. */
const searchDelayMs = 300;

/** The filter of the log, kept in the address (`?search=&entity=`). */
export function useAuditFilter() {
  const navigate = useNavigate();
  const router = useRouter();
  const filter = readAuditFilter(useSearch({ strict: false }));
  const addressText = filter.search ?? '';
  const [text, setText] = useState(addressText);
  const [seenAddressText, setSeenAddressText] = useState(addressText);
  const settledText = useDebounced(text, searchDelayMs);

  const write = (changed: object) => {
    const search = readAuditFilter({ ...filter, search: text, ...changed });
    void navigate({ to: paths.audit(), search, replace: true, resetScroll: false });
  };

  // Back, forward and links change the address without typing.
  if (addressText !== seenAddressText) {
    setSeenAddressText(addressText);
    if (addressText !== settledText) setText(addressText);
  }

  useEffect(() => {
    // Whoever is on the way to another page is not called back.
    const isLeaving = router.latestLocation.pathname !== paths.audit();
    if (settledText === text && settledText !== addressText && !isLeaving) write({ search: settledText });
    // oxlint-disable-next-line react/exhaustive-deps -- only a text that has come to rest is written, with the rest as it stands then
  }, [settledText]);

  return {
    filter: filter satisfies AuditFilter,
    text,
    setText: (typed: string) => setText(typed.slice(0, searchMaxLength)),
    setEntity: (entity: AuditEntity | undefined) => write({ entity }),
  };
}
