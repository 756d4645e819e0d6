import type { Integration } from '#features/integrations/contract/integrations.ts';
import { listFields, type IntegrationField } from '#features/integrations/contract/integration-rules.ts';
import type { Category, FieldName } from '#features/integrations/contract/vendor-facts.ts';
import { toProviderName } from '#features/integrations/contract/vendors.ts';
import { settings } from '#web/lib/settings.ts';
import { listCategories, type IntegrationKind } from '../integration-kind.ts';
import { toStatus } from '#features/integrations/contract/integration-filters.ts';
import type { StaleField } from '#web/ui/forms/stale-save-notice.tsx';

/** The values of the form: the fields of the service, all of them text, and those of every integration. */
export type IntegrationValues = { readonly [Name in FieldName]?: string } & {
  readonly uniqueId: string;
  readonly category: Category;
  readonly status: boolean;
};

/** An integration as the API gives it; without an id it is still to be created. */
export type IntegrationRecord = Partial<Integration> &
  Pick<Integration, 'uniqueId' | 'category' | 'status' | 'hasPassword'>;

/** Stands for a value that is not shown. */
export const mask = '••••••••';

export function newIntegrationRecord({ service }: IntegrationKind): IntegrationRecord {
  const { initial, category } = service;
  return { ...initial, uniqueId: '', category, status: true, hasPassword: false } as IntegrationRecord;
}

/** The field of the password starts empty, because the server never sends a password. */
export function toValues({ service }: IntegrationKind, record: IntegrationRecord): IntegrationValues {
  const { uniqueId, category, status } = record;
  const texts = listFields(service).map(({ name }) => [name, name === 'password' ? '' : toText(record[name])]);
  return { uniqueId, category, status, ...Object.fromEntries(texts) };
}

const toText = (value: string | number | undefined) => (value === undefined ? '' : String(value));

/** The body of a save or of a test. */
export function toBody({ vendor, service }: IntegrationKind, values: IntegrationValues, record: IntegrationRecord) {
  const { port, ...rest } = values;
  return {
    provider: toProviderName(vendor.key, settings.brand.provider),
    service: service.key,
    ...keepUnshown(record, values),
    ...rest,
    ...(port !== undefined && { port: /^\d{1,5}$/.test(port) ? Number(port) : port }),
  };
}

/** Keeps a name that the form has no field for. A name that only repeats the service's name follows it. */
function keepUnshown({ name, serviceName }: IntegrationRecord, values: IntegrationValues) {
  return {
    ...(values.name === undefined && name !== undefined && name !== serviceName && { name }),
    ...(values.serviceName === undefined && serviceName !== undefined && { serviceName }),
  };
}

interface Comparison {
  readonly kind: IntegrationKind;
  readonly newer: IntegrationRecord;
  readonly mine: IntegrationValues;
  readonly isConcealed: (field: IntegrationField) => boolean;
}

/** The fields in which the newer record differs from what the user wants to save. Passwords are never shown. */
export function listIntegrationDifferences({ kind, newer, mine, isConcealed }: Comparison): StaleField[] {
  const stored = toValues(kind, newer);
  const toLabel = (category: Category) =>
    listCategories(kind).find(({ value }) => value === category)?.label ?? category;
  const fields = listFields(kind.service).filter((field) => field.name !== 'password' && !isConcealed(field));
  const differences = [
    { label: 'Category', theirs: toLabel(stored.category), yours: toLabel(mine.category) },
    { label: 'Status', theirs: toStatus(stored.status), yours: toStatus(mine.status) },
    ...fields.map(({ name, label }) => ({ label, theirs: stored[name] ?? '', yours: mine[name] ?? '' })),
    { label: 'Password', theirs: 'As stored', yours: mine.password ? 'A new one' : 'As stored' },
  ];
  return differences.filter((difference) => difference.theirs !== difference.yours);
}
