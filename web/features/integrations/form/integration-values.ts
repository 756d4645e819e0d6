import type { Integration } from '#contract/integrations/integrations.ts';
import { listFields } from '#contract/integrations/integration-rules.ts';
import type { IntegrationField } from '#contract/integrations/integration-rules.ts';
import type { Category, FieldName } from '#contract/integrations/vendors.ts';
import { toProviderName } from '#contract/integrations/vendors.ts';
import { settings } from '../../../lib/settings.ts';
import { listCategories } from '../integration-kind.ts';
import type { IntegrationKind } from '../integration-kind.ts';

/** What stands in the form: the fields that the service has, all of them text, and what every integration has. */
export type IntegrationValues = { readonly [Name in FieldName]?: string } & {
  readonly uniqueId: string;
  readonly category: Category;
  readonly status: boolean;
};

/** An integration as the API gives it, or the one still to be created, which has no id. */
export type IntegrationRecord = Partial<Integration> &
  Pick<Integration, 'uniqueId' | 'category' | 'status' | 'hasPassword'>;

/** Stands where something is that is not shown. */
export const mask = '••••••••';

export function newIntegrationRecord({ service }: IntegrationKind): IntegrationRecord {
  return { uniqueId: '', category: service.category, status: true, hasPassword: false };
}

/** The password never comes back from the server, so that its field starts empty. */
export function toValues({ service }: IntegrationKind, record: IntegrationRecord): IntegrationValues {
  const { uniqueId, category, status } = record;
  const texts = listFields(service).map(({ name }) => [name, name === 'password' ? '' : toText(record[name])]);
  return { uniqueId, category, status, ...Object.fromEntries(texts) };
}

const toText = (value: string | number | undefined) => (value === undefined ? '' : String(value));

/** What is sent of the values, whether they are to be saved or to be tried. */
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

/** Names that the form has no field for stay as they are; a name that only repeats the service's goes along with it. */
function keepUnshown({ name, serviceName }: IntegrationRecord, values: IntegrationValues) {
  return {
    ...(values.name === undefined && name !== undefined && name !== serviceName && { name }),
    ...(values.serviceName === undefined && serviceName !== undefined && { serviceName }),
  };
}

interface Comparison {
  readonly theirs: IntegrationRecord;
  readonly mine: IntegrationValues;
  readonly isConcealed: (field: IntegrationField) => boolean;
}

/** The fields in which the newer record differs from what the person wants to save. Passwords are only told of. */
export function findDifferences(kind: IntegrationKind, { theirs, mine, isConcealed }: Comparison) {
  const stored = toValues(kind, theirs);
  const label = (category: Category) => listCategories(kind).find(({ value }) => value === category)?.label ?? category;
  const fields = listFields(kind.service).filter((field) => field.name !== 'password' && !isConcealed(field));
  const differences = [
    { label: 'Category', theirs: label(stored.category), yours: label(mine.category) },
    { label: 'Status', theirs: nameStatus(stored.status), yours: nameStatus(mine.status) },
    ...fields.map(({ name, label: title }) => ({ label: title, theirs: stored[name] ?? '', yours: mine[name] ?? '' })),
    { label: 'Password', theirs: 'As stored', yours: mine.password ? 'A new one' : 'As stored' },
  ];
  return differences.filter((difference) => difference.theirs !== difference.yours);
}

export function nameStatus(status: boolean): string {
  return status ? 'Active' : 'Disabled';
}
