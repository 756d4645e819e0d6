import { schemaResolver, useForm } from '@mantine/form';
import { useState, type SubmitEvent } from 'react';
import { useUnsavedInput } from '../lib/unsaved-input.ts';
import { ApiProblem, networkProblem } from './api-problem.ts';
import { toErrorWords } from './error-words.ts';
import { applyProblem } from './form-errors.ts';

type Schema = Parameters<typeof schemaResolver>[0];

interface ApiFormOptions<Values extends Record<string, unknown>> {
  readonly initialValues: Values;
  /**
   * The contract's schema, loaded at the first input, because the page is shown before its rules are needed; without one the server
   * alone checks.
   */
  readonly loadSchema?: (() => Promise<Schema>) | undefined;
  /** Sends the form. Its errors appear under the fields or in `alert`. */
  readonly onSubmit: (values: Values) => Promise<void>;
}

/**
 * A form checked on submit by the contract's schema and then sent. While one submit is under way further ones are
 * ignored; the first field with an error takes the focus; `alert` holds what belongs to no field.
 */
export function useApiForm<Values extends Record<string, unknown>>(options: ApiFormOptions<Values>) {
  const { initialValues, loadSchema, onSubmit } = options;
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues,
    validate: async (values) => {
      if (!loadSchema) return {};
      try {
        return await schemaResolver(await loadSchema())(values);
      } catch (error) {
        // Mantine's form swallows an error of its validation, and the click would do nothing.
        setAlert(toErrorWords(networkProblem(error)));
        throw error;
      }
    },
  });

  useUnsavedInput(() => form.isDirty());

  function focusFirst(paths: readonly string[]) {
    const first = Object.keys(initialValues).find((field) => paths.includes(field));
    if (first) form.getInputNode(first)?.focus();
  }

  async function send(values: Values) {
    try {
      await onSubmit(values);
    } catch (error) {
      setAlert(applyProblem(form, error));
      if (error instanceof ApiProblem) focusFirst(error.fields.map(({ path }) => path));
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (form.submitting) return;
    setAlert(null);
    form.onSubmit(send, (errors) => focusFirst(Object.keys(errors)))(event);
  }

  /** Replaces the errors of the form by the words of an action beside it. */
  function replaceAlert(words: string | null) {
    form.clearErrors();
    setAlert(words);
  }

  const preload = () => {
    // A failed load is reported when the form is sent.
    loadSchema?.().catch(() => undefined);
  };
  /** For the form element. `noValidate` turns off the browser's own messages in favour of the contract's. */
  const formProps = { onSubmit: submit, onInput: preload, noValidate: true };
  return { form, formProps, alert, setAlert, replaceAlert, isBusy: form.submitting };
}
