import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SubmitEvent } from 'react';
import { useLeaveGuard } from '../../lib/use-unsaved-changes-guard.ts';
import { paths } from '../../paths.ts';
import { FieldGrid, FormActions, FormSection } from '../../ui/forms/form-layout.tsx';
import { FormNotices } from '../../ui/forms/form-notices.tsx';
import type { StaleField } from '../../ui/forms/stale-save-notice.tsx';
import { UnsavedChangesDialog } from '../../ui/forms/unsaved-changes-dialog.tsx';
import { invoiceLabels } from './invoice-form-values.ts';
import type { InvoiceValues } from './invoice-form-values.ts';

interface InvoiceFormProps {
  /** What `useVersionedForm` answers. */
  state: {
    form: UseFormReturnType<InvoiceValues>;
    alert: string | null;
    isSaving: boolean;
    submit: (event?: SubmitEvent<HTMLFormElement>) => void;
    useTheirs: () => void;
    keepMine: () => void;
  };
  staleFields: readonly StaleField[] | undefined;
  saveLabel: string;
  /** Why nothing but the status can be changed, where that is so. */
  settledNote?: string | undefined;
  onCancel: () => void;
}

/** The fields of an invoice (section 5), for adding and for editing. */
export function InvoiceForm({ state, staleFields, saveLabel, settledNote, onCancel }: InvoiceFormProps) {
  const { form, alert, isSaving, submit, useTheirs, keepMine } = state;
  const guard = useLeaveGuard(() => form.isDirty());
  const field = (name: keyof InvoiceValues) => ({
    label: invoiceLabels[name],
    autoComplete: 'off',
    disabled: settledNote !== undefined,
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={submit} noValidate>
      <FormNotices alert={alert} staleFields={staleFields} onUseTheirs={useTheirs} onKeepMine={keepMine} />
      <FormSection title="Invoice" description={settledNote ?? 'Its number and whom it is made out to.'}>
        <FieldGrid>
          <TextInput {...field('invoiceId')} spellCheck={false} />
          <TextInput {...field('company')} />
        </FieldGrid>
      </FormSection>
      <FormSection title="Dates" description="Once the due date has passed, an invoice that is not paid is Overdue.">
        <FieldGrid>
          <TextInput {...field('issueDate')} type="date" />
          <TextInput {...field('dueDate')} type="date" />
        </FieldGrid>
      </FormSection>
      <FormSection title="Amount" description="What is to be paid, in euro, and whether it has been.">
        <FieldGrid>
          <TextInput {...field('total')} inputMode="decimal" leftSection="€" />
          <NativeSelect {...field('status')} disabled={false} data={['Pending', 'Paid']} />
        </FieldGrid>
      </FormSection>
      <FormActions saveLabel={saveLabel} onCancel={onCancel} saving={isSaving} />
      <UnsavedChangesDialog
        opened={guard.isHeld}
        isSignedOut={guard.nextPath === paths.login()}
        onStay={guard.stay}
        onLeave={guard.leave}
      />
    </form>
  );
}
