import type { FieldProblem, ProblemCode } from '#contract/problems.ts';
import { ApiProblem } from './api-problem.ts';
import { toErrorWords } from './error-words.ts';

/** The part of a Mantine form that takes the errors of a problem. */
interface FormWithErrors {
  getValues: () => object;
  setErrors: (errors: Record<string, string>) => void;
}

/** Problems of one field for which the API names no field. */
const fieldsOfProblems: Partial<Record<ProblemCode, string>> = {
  'users.email-taken': 'email',
  'intake.key-name-taken': 'name',
  'log-views.name-taken': 'name',
  'invoices.number-taken': 'invoiceId',
  'integrations.unique-id-taken': 'uniqueId',
};

/** The problems of single fields in an error. */
export function getProblemFields(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof ApiProblem)) return [];
  const path = (fieldsOfProblems as Partial<Record<string, string>>)[error.code];
  return path === undefined ? error.fields : [{ path, message: error.message }];
}

/**
 * Shows the field problems of an error under the form's fields. Returns the words for above the form, or null where every
 * problem has its field, because an error is shown once.
 */
export function applyProblem(form: FormWithErrors, error: unknown): string | null {
  const fields = getProblemFields(error);
  const shown = fields.filter(({ path }) => hasField(form.getValues(), path));
  if (shown.length === 0) return toErrorWords(error);
  // The first message of a path wins, as it does when the form itself checks.
  form.setErrors(Object.fromEntries(shown.toReversed().map(({ path, message }) => [path, message])));
  return shown.length === fields.length ? null : toErrorWords(error);
}

function hasField(values: object, path: string): boolean {
  const [first = ''] = path.split('.');
  return Object.hasOwn(values, first);
}

/** The newer record of a stale save. */
export function findCurrentRecord<Record>(error: unknown): Record | undefined {
  if (!(error instanceof ApiProblem) || !error.is('record.stale')) return undefined;
  return error.current as Record | undefined;
}
