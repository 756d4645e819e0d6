import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiProblem, networkProblem } from './api-problem.ts';
import { toErrorWords } from './error-words.ts';
import { applyProblem } from './form-errors.ts';

type Schema = Parameters<typeof schemaResolver>[0];

interface ApiFormOptions<Values extends Record<string, unknown>> {
  readonly initialValues: Values;
  /** What the step before has to say, until the form is sent. */
  readonly initialAlert?: string | null;
  /** The contract's schema, loaded when the person begins to type: a page shows before its rules are there. */
  readonly loadSchema: () => Promise<Schema>;
  /** Sends the form. What it throws lands under the fields or in `alert`. */
  readonly onSubmit: (values: Values) => Promise<void>;
}

/**
 * A form checked on submit by the contract's schema and then sent. While one submit is under way further ones are
 * ignored; the first field with an error takes the focus; `alert` holds what belongs to no field.
 */
export function useApiForm<Values extends Record<string, unknown>>(options: ApiFormOptions<Values>) {
  const { initialValues, initialAlert = null, loadSchema, onSubmit } = options;
  const [alert, setAlert] = useState(initialAlert);
  const form = useForm<Values>({
    initialValues,
    validate: async (values) => {
      try {
        return await schemaResolver(await loadSchema())(values);
      } catch (error) {
        // The form itself would swallow it, and nothing at all would happen.
        setAlert(toErrorWords(networkProblem(error)));
        throw error;
      }
    },
  });

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

  /** For what is done beside the form: its words come in place of what was wrong with the form before. */
  function replaceAlert(words: string | null) {
    form.clearErrors();
    setAlert(words);
  }

  const preload = () => {
    // A failure shows when the form is sent.
    loadSchema().catch(() => undefined);
  };
  /** For the form element. Without `noValidate` the browser's own words would come before the contract's. */
  const formProps = { onSubmit: submit, onInput: preload, noValidate: true };
  return { form, formProps, alert, setAlert, replaceAlert, isBusy: form.submitting };
}
