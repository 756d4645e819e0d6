import type { FieldProblem, ProblemCode } from '#contract/problems.ts';
import { ApiProblem } from './api-problem.ts';
import { toErrorWords } from './error-words.ts';

/** The part of a Mantine form that a refusal is written into. */
interface FormWithErrors {
  getValues: () => object;
  setErrors: (errors: Record<string, string>) => void;
}

/** Refusals that are about one field, although the API names none. */
const fieldsOfProblems: Partial<Record<ProblemCode, string>> = {
  'users.email-taken': 'email',
  'intake.key-name-taken': 'name',
  'invoices.number-taken': 'invoiceId',
  'integrations.unique-id-taken': 'uniqueId',
};

/** What is wrong with which field, as far as the refusal tells. */
export function getProblemFields(error: unknown): readonly FieldProblem[] {
  if (!(error instanceof ApiProblem)) return [];
  const path = (fieldsOfProblems as Partial<Record<string, string>>)[error.code];
  return path === undefined ? error.fields : [{ path, message: error.message }];
}

/**
 * Puts the fields of a refusal under the form's fields. Returns the words that belong above the form, or null where
 * every refused field has found its place: an error is shown once.
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

/** The record as it stands now, where a save was refused because somebody else has changed it meanwhile. */
export function findCurrentRecord<Record>(error: unknown): Record | undefined {
  if (!(error instanceof ApiProblem) || !error.is('record.stale')) return undefined;
  return error.current as Record | undefined;
}
