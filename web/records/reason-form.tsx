import { Button, Textarea } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import type { useApiForm } from '../api/use-api-form.ts';
import { DialogActions } from '../ui/dialog.tsx';
import { useDeleteWord } from '../ui/forms/delete-word.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';

interface ReasonFormProps {
  state: ReturnType<typeof useApiForm<{ reason: string }>>;
  /** Label of the button that sends the form. */
  label: string;
  /** Asks for the word DELETE too, because it deletes for good. */
  isDeletion?: boolean;
  /** Below the label of the reason. */
  description?: string;
  onCancel: () => void;
  /** Consequences, above the reason. */
  children: ReactNode;
}

/** The form of a dialog that asks why, because the reason is recorded in the audit log. */
export function ReasonForm({ state, label, isDeletion, description, onCancel, children }: ReasonFormProps) {
  const { form, formProps, alert, isBusy } = state;
  const word = useDeleteWord();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!isDeletion || word.confirm()) formProps.onSubmit(event);
    else event.preventDefault();
  }

  return (
    <form {...formProps} onSubmit={submit}>
      <FormAlert>{alert}</FormAlert>
      {children}
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
      {isDeletion && word.renderField({ mt: 'md' })}
      <DialogActions onCancel={onCancel} isBusy={isBusy}>
        <Button type="submit" loading={isBusy} {...(isDeletion && { color: 'red' })}>
          {label}
        </Button>
      </DialogActions>
    </form>
  );
}
