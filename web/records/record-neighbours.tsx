import { Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, type RefObject } from 'react';
import { formatCount } from '../lib/numbers.ts';
import { toKeyName, type PageKey } from '../ui/keys/page-keys.ts';
import { usePageKey } from '../ui/keys/use-page-key.ts';
import { Row, Text } from '../ui/layout/layout.tsx';
import type { Column } from '../ui/records/columns.ts';
import { findRecords, sortRecords, toSearchable } from '../ui/records/find-records.ts';
import type { ListAddress } from './list-address.ts';

interface RecordNeighboursProps<Row, Address extends ListAddress> {
  /** The record of the page. */
  id: string;
  /** All records of the list; undefined while they are loading. */
  records: readonly Row[] | undefined;
  columns: readonly Column<Row, never>[];
  parse: (raw: object) => Address;
  /** Whether the filters of the address, beside its search, leave a record in the list. */
  matches: (row: Row, address: Address) => boolean;
  getAddress: (row: Row) => string;
  /** 'user' */
  one: string;
}

/**
 * The way from the form of a record to the one before and after it in its list, as search, filters and order of the list stood
 * when the form was opened. Nothing for a record that this list does not have.
 */
export function RecordNeighbours<Row extends { readonly id: string }, Address extends ListAddress>(
  props: RecordNeighboursProps<Row, Address>,
) {
  const { id, records, columns, parse, matches, getAddress, one } = props;
  const navigate = useNavigate();
  const listSearch = useLocation({ select: ({ state }) => state.listSearch });
  const rows = useMemo(() => {
    if (!records) return [];
    const address = parse(listSearch ?? {});
    const sorted = sortRecords(records, columns, address);
    const found = findRecords(toSearchable(sorted, columns), address.search ?? '');
    return found.filter((row) => matches(row, address));
  }, [records, columns, parse, matches, listSearch]);
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const open = (opened: string) => {
    const row = rows.find((each) => each.id === opened);
    if (row) void navigate({ to: getAddress(row), state: { ...(listSearch && { listSearch }) } });
  };
  return <ListNeighbours id={id} ids={ids} one={one} onOpen={open} />;
}

interface ListNeighboursProps {
  id: string;
  /** All records of the list, in its order. */
  ids: readonly string[];
  one: string;
  onOpen: (id: string) => void;
  /** In a dialog the keys act on its record, not on the page below it. */
  isInDialog?: boolean;
}

/** The same of a list whose records are known. Nothing for a record that is not among them. */
export function ListNeighbours({ id, ids, one, onOpen, isInDialog = false }: ListNeighboursProps) {
  const dialog = useRef<HTMLDivElement>(null);
  const place = ids.indexOf(id);
  if (place === -1 || ids.length < 2) return null;
  const toStep = (to: string | undefined) => ({
    run: () => to !== undefined && onOpen(to),
    isThere: to !== undefined,
    dialog: isInDialog ? dialog : undefined,
  });
  return (
    <Row ref={dialog} gap={2} size="sm" breaks="never">
      <Text as="span" tone="faint" number>
        {`${formatCount(place + 1)} of ${formatCount(ids.length)}`}
      </Text>
      <Neighbour name="previous" label={`Previous ${one}`} {...toStep(ids[place - 1])}>
        Previous
      </Neighbour>
      <Neighbour name="next" label={`Next ${one}`} {...toStep(ids[place + 1])}>
        Next
      </Neighbour>
    </Row>
  );
}

interface NeighbourProps {
  name: Extract<PageKey, 'next' | 'previous'>;
  label: string;
  run: () => void;
  isThere: boolean;
  dialog: RefObject<Element | null> | undefined;
  children: string;
}

function Neighbour({ name, label, run, isThere, dialog, children }: NeighbourProps) {
  usePageKey(name, run, { isEnabled: isThere, ...(dialog && { inDialog: dialog }) });
  return (
    <Button
      variant="default"
      size="compact-md"
      aria-label={label}
      aria-keyshortcuts={toKeyName(name)}
      title={`${label} (${toKeyName(name)})`}
      disabled={!isThere}
      onClick={run}
    >
      {children}
    </Button>
  );
}
