import { useCallback } from 'react';
import type { Integration } from '#contract/integrations/integrations.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { DataTable } from '../../../ui/records/data-table.tsx';
import { SortHeader } from '../../../ui/records/sort-header.tsx';
import { SpareSpace, useVirtualRows } from '../../../ui/records/virtual-rows.tsx';
import { IntegrationRow } from './integration-row.tsx';
import styles from './integrations-list.module.css';
import { integrationsColumns } from './integrations-search.ts';
import type { IntegrationsColumn, IntegrationsSearch } from './integrations-search.ts';
import type { ListedIntegration } from './listed-integrations.ts';
import { useIntegrationsArea } from '../use-integrations-navigation.ts';

export const columnLabels: Readonly<Record<IntegrationsColumn, string>> = {
  name: 'Name',
  provider: 'Service provider',
  service: 'Service',
  status: 'Status',
};

/** A row whose texts fit on one line, in pixels; longer ones are measured when they appear. */
const rowHeightPx = 61;
/** Rows kept beyond the edges, so that Tab always finds the next one. */
const spareRows = 4;

interface IntegrationsTableProps {
  listed: readonly ListedIntegration[];
  filter: IntegrationsSearch;
  onSort: (column: IntegrationsColumn) => void;
  onDelete: (integration: Integration) => void;
}

/** The table of integrations. Only the rows in view are in the page; empty rows keep the place of the others. */
export function IntegrationsTable({ listed, filter, onSort, onDelete }: IntegrationsTableProps) {
  const { search = '', sortBy, order = 'ascending' } = filter;
  const { timeZone } = useCurrentUser();
  const { frame, rows, before, after, measure } = useVirtualRows({
    count: listed.length,
    rowHeightPx,
    spareRows,
    getKey: (index) => listed[index]?.integration.id ?? index,
  });
  const { openForm } = useIntegrationsArea();
  const open = useCallback((path: string) => void openForm(path, search), [openForm, search]);

  return (
    <div ref={frame} className={styles.table}>
      <DataTable caption="Integrations" rowCount={listed.length + 1}>
        <colgroup>
          {integrationsColumns.map((column) => (
            <col key={column} data-column={column} />
          ))}
          <col data-column="options" />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {integrationsColumns.map((column) => (
              <SortHeader
                key={column}
                label={columnLabels[column]}
                {...(sortBy === column && { sorted: order })}
                onSort={() => onSort(column)}
              />
            ))}
            <th scope="col">
              <span className="visually-hidden">Options</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <SpareSpace heightPx={before} columnCount={integrationsColumns.length + 1} />
          {rows.map(({ index }) => {
            const each = listed[index];
            return (
              each && (
                <IntegrationRow
                  key={each.integration.id}
                  listed={each}
                  index={index}
                  search={search}
                  timeZone={timeZone}
                  onOpen={open}
                  onDelete={onDelete}
                  measure={measure}
                />
              )
            );
          })}
          <SpareSpace heightPx={after} columnCount={integrationsColumns.length + 1} />
        </tbody>
      </DataTable>
    </div>
  );
}
