import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { readSkillFilter, searchMaxLength } from './skill-filter.ts';
import type { SkillFilter } from './skill-filter.ts';

/** A pause in typing after which the address takes the text. The list itself follows every keystroke. */
const addressDelayMs = 200;

/** What a list of skills is narrowed to, kept in the address of that list (`?search=&provider=&area=&domainKnowledge=`). */
export function useSkillFilter(path: string) {
  const navigate = useNavigate();
  const router = useRouter();
  const inAddress = readSkillFilter(useSearch({ strict: false }));
  const addressText = inAddress.search ?? '';
  const [text, setText] = useState(addressText);
  const [seenAddressText, setSeenAddressText] = useState(addressText);
  /** What is on its way into the address, while the typing goes on. */
  const [written, setWritten] = useState<string>();
  const settledText = useDebounced(text, addressDelayMs);

  const write = (changed: Partial<Record<keyof SkillFilter, string>>) => {
    const search = readSkillFilter({ ...inAddress, search: text, ...changed });
    setWritten(search.search ?? '');
    void navigate({ to: path, search, replace: true, resetScroll: false });
  };

  // Back, forward and links change the address without typing.
  if (addressText !== seenAddressText) {
    setSeenAddressText(addressText);
    setWritten(undefined);
    if (addressText !== written) setText(addressText);
  }

  useEffect(() => {
    // Whoever is on the way to another page is not called back.
    const isLeaving = router.latestLocation.pathname !== path;
    if (settledText === text && settledText !== addressText && !isLeaving) write({ search: settledText });
    // oxlint-disable-next-line react/exhaustive-deps -- only a text that has come to rest is written, with the rest as it stands then
  }, [settledText]);

  return {
    /** With the text as it is typed. */
    filter: { ...inAddress, search: text },
    setText: (typed: string) => setText(typed.slice(0, searchMaxLength)),
    choose: write,
    clear: () => {
      setText('');
      write({ search: '', provider: '', area: '', domainKnowledge: '' });
    },
  };
}

export type SkillFilterState = ReturnType<typeof useSkillFilter>;
