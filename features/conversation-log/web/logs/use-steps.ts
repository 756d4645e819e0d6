import { useEffect, useState } from 'react';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import type { Neighbours } from '../conversation/conversation-steps.tsx';
import { countPages } from './log-query.ts';
import type { useLogs } from './log.queries.ts';

interface StepsOptions {
  /** The open conversation. */
  id: string;
  logs: ReturnType<typeof useLogs>;
  page: number;
  onPage: (page: number) => void;
}

/** Steps from the open conversation to those around it, at the ends of a page through the page beside it. */
export function useSteps({ id, logs, page, onPage }: StepsOptions): Neighbours {
  const { replace } = useOverlayInUrl('record');
  const [entered, setEntered] = useState<{ from: string; at: 0 | -1 }>();
  const rows = logs.data?.payloads ?? [];
  const place = rows.findIndex(({ _id }) => _id === id);
  const target = entered?.from === id && !logs.isPlaceholderData && place === -1 ? rows.at(entered.at)?._id : undefined;

  useEffect(() => {
    if (target === undefined) return;
    setEntered(undefined);
    replace(target);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page that a step leads to
  }, [target]);

  const toRow = (row: { readonly _id: string } | undefined) => row && (() => replace(row._id));
  const toPage = (next: number, at: 0 | -1) => () => {
    setEntered({ from: id, at });
    onPage(next);
  };
  const hasNewer = page > 1;
  const hasOlder = page < countPages(logs.data?.size ?? 0);
  return {
    newer: toRow(rows[place - 1]) ?? (hasNewer ? toPage(page - 1, -1) : undefined),
    older: toRow(rows[place + 1]) ?? (hasOlder ? toPage(page + 1, 0) : undefined),
  };
}
