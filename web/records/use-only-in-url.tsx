import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { LinkButton } from '../ui/link-button.tsx';
import { Row } from '../ui/layout/layout.tsx';

/** Rows that a list can be narrowed down to. */
export interface Narrowing<Listed> {
  /** Names them after a number, e.g. `overdue invoices`, and one of them. */
  readonly many: string;
  readonly one: string;
  readonly matches: (row: Listed) => boolean;
}

interface Narrowed<Listed> {
  readonly rows: readonly Listed[] | undefined;
  readonly isNarrowed: boolean;
  /** Says what is shown, with the way back to all; goes above the list. */
  readonly notice: ReactNode;
}

/**
 * Narrows a list to the rows that a line of "Needs attention" counts, where its address says so: `?only=overdue`.
 * @param narrowings by the word in the address; constant
 */
export function useOnlyInUrl<Listed>(
  records: readonly Listed[] | undefined,
  narrowings: Readonly<Record<string, Narrowing<Listed>>>,
): Narrowed<Listed> {
  const navigate = useNavigate();
  const { only } = useSearch({ strict: false }) as { only?: unknown };
  const narrowing = typeof only === 'string' && Object.hasOwn(narrowings, only) ? narrowings[only] : undefined;
  const rows = useMemo(() => (narrowing ? records?.filter(narrowing.matches) : records), [records, narrowing]);
  if (!narrowing) return { rows, isNarrowed: false, notice: null };
  const showAll = () =>
    void navigate({ to: '.', search: (address: object) => ({ ...address, only: undefined }), resetScroll: false });
  const count = rows?.length;
  const notice = (
    <Row gap={3} size="sm" tone="soft" below={4} tall wrap>
      <span role="status">
        {count === undefined ? '' : `Shows ${count === 1 ? `1 ${narrowing.one}` : `${count} ${narrowing.many}`}.`}
      </span>
      <LinkButton onClick={showAll}>Show all</LinkButton>
    </Row>
  );
  return { rows, isNarrowed: true, notice };
}
