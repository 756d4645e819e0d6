import { useForm } from '@mantine/form';
import type { FormErrors } from '@mantine/form';
import { useState } from 'react';
import { ApiProblem } from './api-problem.ts';
import { applyProblem, findCurrentRecord } from './form-errors.ts';
import { mergeValues } from './merge-values.ts';

interface VersionedFormOptions<Values extends object, Stored extends object> {
  /** The record as it was loaded. Later values of it are not taken over: they would overwrite what is being typed. */
  readonly record: Stored;
  readonly toValues: (record: Stored) => Values;
  readonly validate: (values: Values, base: Stored) => FormErrors;
  /** Saves the values over `base`, with its version, and answers the record as it stands then. */
  readonly save: (values: Values, base: Stored) => Promise<Stored>;
  /** Runs once the form stands on the saved record and holds nothing unsaved. */
  readonly onSaved: (record: Stored) => void;
}

/**
 * A form over one stored record. After a save that was refused as stale the form stands on the newer record, with what
 * the person had changed kept over it; both are shown until `useTheirs` or `keepMine` decides. Any other refusal lands
 * under the fields or in `alert`.
 */
export function useVersionedForm<Values extends Record<string, unknown>, Stored extends object>(
  options: VersionedFormOptions<Values, Stored>,
) {
  const { record, toValues, validate, save, onSaved } = options;
  const [base, setBase] = useState(record);
  const [newer, setNewer] = useState<Stored>();
  const [alert, setAlert] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const form = useForm<Values>({ initialValues: toValues(record), validate: (values) => validate(values, base) });

  function adopt(next: Stored) {
    form.setInitialValues(toValues(next));
    form.reset();
    setBase(next);
    setNewer(undefined);
    setAlert(null);
  }

  function compare(current: Stored, comparedBase: Stored) {
    const merged = mergeValues(toValues(comparedBase), form.getValues(), toValues(current));
    adopt(current);
    form.setValues(merged);
    if (form.isDirty()) setNewer(current);
  }

  async function saveOver(saveBase: Stored) {
    if (isSaving) return;
    setAlert(null);
    setIsSaving(true);
    try {
      const saved = await save(form.getValues(), saveBase);
      adopt(saved);
      onSaved(saved);
    } catch (error) {
      const current = findCurrentRecord<Stored>(error);
      if (current) compare(current, saveBase);
      if (!current || !form.isDirty()) setAlert(showProblem(form, error));
    } finally {
      setIsSaving(false);
    }
  }

  return {
    form,
    base,
    newer,
    alert,
    isSaving,
    adopt,
    setBase,
    submit: form.onSubmit(
      () => saveOver(base),
      (errors) => focusField(form, Object.keys(errors)[0]),
    ),
    useTheirs: () => adopt(base),
    keepMine: () => void saveOver(base),
  };
}

type FormWithNodes = Parameters<typeof applyProblem>[0] & { getInputNode: (path: string) => HTMLElement | null };

function showProblem(form: FormWithNodes, error: unknown): string | null {
  if (error instanceof ApiProblem) focusField(form, error.fields[0]?.path);
  return applyProblem(form, error);
}

function focusField(form: FormWithNodes, path: string | undefined) {
  if (path !== undefined) form.getInputNode(path)?.focus();
}
