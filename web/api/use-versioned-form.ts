import { useForm, type FormErrors } from '@mantine/form';
import { useState } from 'react';
import { applyProblem, findCurrentRecord, getProblemFields } from './form-errors.ts';
import { mergeValues } from './merge-values.ts';

interface VersionedFormOptions<Values extends object, Stored extends object> {
  /** The record as it was loaded. Later values are ignored, because they would overwrite what is being typed. */
  readonly record: Stored;
  readonly toValues: (record: Stored) => Values;
  readonly validate: (values: Values, base: Stored) => FormErrors;
  /** Saves the values over `base`, with its version, and answers the record as it stands then. */
  readonly save: (values: Values, base: Stored) => Promise<Stored>;
  /** Runs once the form stands on the saved record and holds nothing unsaved. */
  readonly onSaved: (record: Stored) => void;
}

/**
 * A form over one version of a record. After a stale save the form stands on the newer record with the user's changes
 * merged into it; `newer` is that record until `useTheirs` takes it or `keepMine` saves again. Any other problem appears
 * under the fields or in `alert`.
 */
export function useVersionedForm<Values extends Record<string, unknown>, Stored extends object>(
  options: VersionedFormOptions<Values, Stored>,
) {
  const { save, onSaved } = options;
  const { form, base, setBase, stand } = useStandingForm(options);
  const [isStale, setIsStale] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  function adopt(record: Stored, mine?: Values) {
    setIsStale(stand(record, mine));
    setAlert(null);
  }

  function refuse(error: unknown) {
    const current = findCurrentRecord<Stored>(error);
    if (current) adopt(current, form.getValues());
    // Without changes of the user there is nothing to compare: the alert alone says why the values have changed.
    if (!current || !form.isDirty()) setAlert(showProblem(form, error));
  }

  async function saveForm() {
    if (isSaving) return;
    setAlert(null);
    setIsSaving(true);
    try {
      const saved = await save(form.getValues(), base);
      adopt(saved);
      onSaved(saved);
    } catch (error) {
      refuse(error);
    } finally {
      setIsSaving(false);
    }
  }

  const submit = form.onSubmit(saveForm, (errors) => focusFirst(form, Object.keys(errors)));
  const newer = isStale ? base : undefined;
  const useTheirs = () => adopt(base);
  const keepMine = () => submit();
  return { form, base, setBase, adopt, submit, newer, alert, isSaving, useTheirs, keepMine };
}

/** The form and the record it stands on. */
function useStandingForm<Values extends Record<string, unknown>, Stored extends object>(
  options: VersionedFormOptions<Values, Stored>,
) {
  const { record, toValues, validate } = options;
  const [base, setBase] = useState(record);
  const form = useForm<Values>({ initialValues: toValues(record), validate: (values) => validate(values, base) });

  /** Moves the form to another record and keeps the changes in `mine`. Answers whether there are any. */
  function stand(next: Stored, mine?: Values): boolean {
    const values = toValues(next);
    const merged = mine && mergeValues(toValues(base), mine, values);
    form.setInitialValues(values);
    form.reset();
    if (merged) form.setValues(merged);
    setBase(next);
    return form.isDirty();
  }

  return { form, base, setBase, stand };
}

type FormWithNodes = Parameters<typeof applyProblem>[0] & { getInputNode: (path: string) => HTMLElement | null };

function showProblem(form: FormWithNodes, error: unknown): string | null {
  const words = applyProblem(form, error);
  const paths = getProblemFields(error).map(({ path }) => path);
  focusFirst(form, paths);
  return words;
}

/** Focuses the first of the fields in the order of the form's values, which is that of the page. */
function focusFirst(form: FormWithNodes, paths: readonly string[]) {
  const first = Object.keys(form.getValues()).find((field) => paths.includes(field)) ?? paths[0];
  if (first !== undefined) form.getInputNode(first)?.focus();
}
