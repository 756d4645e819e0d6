import { schemaResolver, type FormErrors } from '@mantine/form';
import {
  IntegrationForm,
  IntegrationTest,
  IntegrationUpdate,
} from '#features/integrations/contract/integration-forms.ts';
import {
  listFields,
  passwordAgainMessage,
  targetFields,
  type IntegrationField,
} from '#features/integrations/contract/integration-rules.ts';
import { problems } from '#contract/problems.ts';
import type { IntegrationKind } from '../integration-kind.ts';
import { toBody, toValues, type IntegrationRecord, type IntegrationValues } from './integration-values.ts';

interface Judging {
  readonly kind: IntegrationKind;
  /** The record that the form stands on. */
  readonly record: IntegrationRecord;
  /** Unique IDs that are in use; only a new integration has one that could collide. */
  readonly takenIds: ReadonlySet<string>;
  /** Whether a field is hidden from the user. Errors of a hidden field are dropped, because the user could not fix it. */
  readonly isConcealed: (field: IntegrationField) => boolean;
}

/** Checks values before a save: the contract's rules, taken unique IDs, and the password of another address. */
export function judgeSave(values: IntegrationValues, judging: Judging): FormErrors {
  const { kind, record, takenIds } = judging;
  const body = toBody(kind, values, record);
  if (record.id !== undefined) return judge(IntegrationUpdate, body, values, judging);
  const uniqueId = values.uniqueId.trim().normalize('NFC');
  const taken = { uniqueId: problems['integrations.unique-id-taken'].message };
  return {
    ...(takenIds.has(uniqueId) && taken),
    ...judge(IntegrationForm, body, values, judging),
  };
}

/** Checks values before a test, which needs no unique ID. */
export function judgeTest(values: IntegrationValues, judging: Judging): FormErrors {
  const { kind, record } = judging;
  const body = { ...toBody(kind, values, record), ...(record.id !== undefined && { id: record.id }) };
  return judge(IntegrationTest, body, values, judging);
}

function judge(
  schema: Parameters<typeof schemaResolver>[0],
  body: Record<string, unknown>,
  values: IntegrationValues,
  { kind, record, isConcealed }: Judging,
): FormErrors {
  const errors = schemaResolver(schema, { sync: true })(body);
  const again = needsPasswordAgain(kind, record, values) && { password: passwordAgainMessage };
  const concealed = new Set<string>(
    listFields(kind.service)
      .filter(isConcealed)
      .map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries({ ...errors, ...again }).filter(([name]) => !concealed.has(name)));
}

/** A stored password is never sent to another address or with another username; the server checks it too. */
function needsPasswordAgain(kind: IntegrationKind, record: IntegrationRecord, values: IntegrationValues): boolean {
  if (!record.hasPassword || values.password !== '') return false;
  const stored = toValues(kind, record);
  return targetFields.some((name) => values[name] !== stored[name]);
}
