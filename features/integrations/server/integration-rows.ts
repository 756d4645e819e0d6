import {
  categoryLabels,
  healthLabels,
  nameKindOf,
  toStatus,
} from '#features/integrations/contract/integration-filters.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { instantColumns, toListedRows, type RowColumn, type RowSet } from '#server/lib/row-file.ts';

/** The listed integrations as rows, with nothing by which one signs in: neither addresses nor names of sign-in. */
export function toIntegrationRows(actor: Actor, integrations: readonly Integration[], brandProvider: string): RowSet {
  const toDate = (instant: string | null | undefined) => (instant ? new Date(instant) : null);
  const columns: RowColumn<Integration>[] = [
    { key: 'id', label: 'Integration ID', value: ({ id }) => id },
    { key: 'name', label: 'Name', value: ({ name }) => name },
    { key: 'provider', label: 'Service provider', value: (each) => nameKindOf(each, brandProvider).provider },
    { key: 'service', label: 'Service', value: (each) => nameKindOf(each, brandProvider).service },
    { key: 'category', label: 'Category', value: ({ category }) => categoryLabels[category] },
    { key: 'uniqueId', label: 'Unique ID', value: ({ uniqueId }) => uniqueId },
    { key: 'status', label: 'Status', value: ({ status }) => toStatus(status) },
    { key: 'health', label: 'Health', value: ({ health }) => healthLabels[health.state] },
    { key: 'failure', label: 'Failure', value: ({ health }) => health.failure },
    ...instantColumns<Integration>(
      { key: 'lastSuccessAt', label: 'Last success', zone: actor.timeZone },
      ({ health }) => toDate(health.lastSuccessAt),
    ),
  ];
  return toListedRows(columns, integrations);
}
