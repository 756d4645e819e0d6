import { Button, Textarea } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { useApiForm } from '../api/use-api-form.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { showToast } from '../ui/feedback/toast-store.ts';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { useConfirmWord } from '../ui/forms/confirm-word.tsx';

type Values = Record<string, unknown>;
type Form<Given extends Values> = ReturnType<typeof useApiForm<Given>>['form'];

interface ActionFormProps<Given extends Values> {
  /** Values that the fields begin with; without them the dialog only asks. */
  values?: Given;
  /** The contract's schema of the values. */
  loadSchema?: Parameters<typeof useApiForm<Given>>[0]['loadSchema'];
  /** Does what the button says. The dialog closes then; an error stands under its field or above the form, and the dialog stays. */
  run: (values: Given) => Promise<unknown>;
  /** The words of the toast after it. */
  done?: string | ((values: Given) => string);
  /** The label of the button. */
  label: string | ((values: Given) => string);
  /** Whether it takes something away, so that its button is red and not focused. */
  isHarmful?: boolean;
  /** A word that is typed first, e.g. `DELETE`. */
  word?: string | undefined;
  isDisabled?: boolean | ((values: Given) => boolean);
  onClose: () => void;
  renderFields?: (form: Form<Given>) => ReactNode;
  /** The consequences, above the fields. */
  children?: ReactNode;
}

export interface ActionDialogProps<Given extends Values> extends ActionFormProps<Given> {
  title: ReactNode;
  widthPx?: number;
}

/** A dialog for one action. A second click on its button does nothing while the first is under way. */
export function ActionDialog<Given extends Values>({ title, widthPx, ...form }: ActionDialogProps<Given>) {
  return (
    <Dialog opened onClose={form.onClose} title={title} {...(widthPx !== undefined && { widthPx })}>
      <ActionForm {...form} />
    </Dialog>
  );
}

/** The form of such a dialog, for one that loads something first. */
export function ActionForm<Given extends Values>(props: ActionFormProps<Given>) {
  const {
    values,
    loadSchema,
    run,
    done,
    label,
    isHarmful = false,
    word,
    isDisabled,
    onClose,
    renderFields,
    children,
  } = props;
  const confirmWord = useConfirmWord(word);
  const { form, formProps, alert, isBusy } = useApiForm<Given>({
    initialValues: values ?? ({} as Given),
    loadSchema,
    onSubmit: async (given) => {
      if (!confirmWord.confirm()) return confirmWord.focus();
      await run(given);
      if (done !== undefined) showToast(typeof done === 'function' ? done(given) : done);
      onClose();
      return undefined;
    },
  });
  const isAsked = values === undefined && word === undefined;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    // React passes it on to a form that the dialog was opened from.
    event.stopPropagation();
    // Says what is missing together with the errors of the fields.
    confirmWord.confirm();
    formProps.onSubmit(event);
  }

  return (
    <form {...formProps} onSubmit={submit} autoComplete="off">
      <FormAlert>{alert}</FormAlert>
      {children}
      {renderFields?.(form)}
      {confirmWord.renderField({ mt: 'md', ...(values === undefined && { 'data-autofocus': true }) })}
      <DialogActions onCancel={onClose} isBusy={isBusy} isCancelFocused={isAsked && isHarmful}>
        <Button
          type="submit"
          loading={isBusy}
          disabled={typeof isDisabled === 'function' ? isDisabled(form.values) : isDisabled}
          {...(isHarmful && { color: 'red' })}
          {...(isAsked && !isHarmful && { 'data-autofocus': true })}
        >
          {typeof label === 'function' ? label(form.values) : label}
        </Button>
      </DialogActions>
    </form>
  );
}

interface ReasonFieldProps {
  form: Pick<Form<{ reason: string }>, 'getInputProps'>;
  description?: string;
}

/** The reason of an action, which is recorded in the audit log. */
export function ReasonField({ form, description }: ReasonFieldProps) {
  return (
    <Textarea
      data-autofocus
      mt="md"
      label="Reason"
      description={description}
      rows={3}
      maxLength={500}
      aria-required
      {...form.getInputProps('reason')}
    />
  );
}
