import { useId, useMemo, useState } from 'react';
import type { TablePart as Part } from '#contract/conversations/message-parts.ts';
import { Pager } from '#web/ui/records/pager.tsx';
import { Block, Row } from '#web/ui/layout/layout.tsx';
import styles from '../conversation.module.css';
import { tableItemsPerPage } from '#features/conversation-log/contract/sizes.ts';
import { filterRows, listCardFields, listFields, listFilters } from './table-cards.ts';
import { TableFilters } from './table-filters.tsx';
import { TableCards, TableGrid } from './table-views.tsx';

type View = 'cards' | 'table';

/** A filtered and paged table: cards of the most important fields, or a column for each field. */
export function TablePart({ part }: { part: Part }) {
  const [view, setView] = useState<View>('cards');
  const [wanted, setWanted] = useState<ReadonlyMap<string, string>>(new Map());
  const [page, setPage] = useState(1);
  const fields = useMemo(() => listFields(part), [part]);
  const cardFields = useMemo(() => listCardFields(part), [part]);
  const filters = useMemo(() => listFilters(part), [part]);
  const rows = useMemo(() => filterRows(part.sourceData, filters, wanted), [part, filters, wanted]);
  const perPage = part.itemsPerPage ?? tableItemsPerPage;
  const start = (page - 1) * perPage;
  const shown = rows.slice(start, start + perPage).map((row, index) => ({ key: `row ${start + index}`, row }));
  return (
    <Block size="field" shrink data-wide>
      <Row gap={4} rowGap={2} align="end" justify="between" wrap below={3}>
        <TableFilters
          filters={filters}
          wanted={wanted}
          onChange={(name, text) => {
            setWanted(new Map(wanted).set(name, text));
            setPage(1);
          }}
        />
        <ViewChoice view={view} onChange={setView} />
      </Row>
      {view === 'cards' ? <TableCards fields={cardFields} rows={shown} /> : <TableGrid fields={fields} rows={shown} />}
      <Row gap={4} rowGap={2} justify="between" wrap above={2} size="sm" tone="faint" tall={2}>
        <p role="status">{describeRows(start, shown.length, rows.length)}</p>
        <Pager label="Pages of the table" page={page} pageCount={Math.ceil(rows.length / perPage)} onChange={setPage} />
      </Row>
    </Block>
  );
}

function describeRows(start: number, shown: number, size: number): string {
  if (size === 0) return 'No rows';
  if (shown === size) return size === 1 ? '1 row' : `${size} rows`;
  return `${start + 1} to ${start + shown} of ${size} rows`;
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.views}>
      <legend className="visually-hidden">Show as</legend>
      {(['cards', 'table'] as const).map((each) => (
        <label key={each} data-chosen={each === view || undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={each === view}
            onChange={() => onChange(each)}
          />
          <span>{each === 'cards' ? 'Cards' : 'Table'}</span>
        </label>
      ))}
    </fieldset>
  );
}
