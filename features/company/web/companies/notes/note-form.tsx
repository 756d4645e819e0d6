import { Button, Textarea } from '@mantine/core';
import type { Ref } from 'react';
import { useApiForm } from '#web/api/use-api-form.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Row } from '#web/ui/layout/layout.tsx';

const loadSchema = () =>
  import('#features/company/contract/company-notes.ts').then(({ CompanyNoteForm }) => CompanyNoteForm);

interface NoteFormProps {
  label: string;
  text?: string;
  button: string;
  /** The words of the toast. */
  done: string;
  /** Whether the field has the focus when the dialog opens. */
  isFocused?: boolean;
  field?: Ref<HTMLTextAreaElement>;
  send: (text: string) => Promise<void>;
  onCancel?: () => void;
}

/** The text of a note, a new one or a stored one. */
export function NoteForm({ label, text = '', button, done, isFocused, field, send, onCancel }: NoteFormProps) {
  const { form, formProps, alert, isBusy } = useApiForm({
    initialValues: { text },
    loadSchema,
    onSubmit: async (values) => {
      await send(values.text);
      showToast(done);
    },
  });
  return (
    <form {...formProps}>
      <FormAlert>{alert}</FormAlert>
      <Textarea
        label={label}
        rows={3}
        maxLength={2000}
        // What is typed while it is sent would be lost with the field.
        readOnly={isBusy}
        {...(isFocused && { 'data-autofocus': true })}
        {...(field && { ref: field })}
        {...form.getInputProps('text')}
      />
      <Row gap={2} above={3} justify="end">
        {onCancel && (
          <Button variant="default" size="compact-md" onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="compact-md" loading={isBusy}>
          {button}
        </Button>
      </Row>
    </form>
  );
}
