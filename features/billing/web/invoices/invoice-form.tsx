import { NativeSelect, TextInput } from '@mantine/core';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import type { Invoice, InvoiceForm as InvoiceBody } from '#features/billing/contract/invoices.ts';
import { paths } from '#web/paths.ts';
import { listDifferences } from '#web/records/list-differences.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { RecordForm } from '#web/ui/forms/record-form.tsx';
import {
  invoiceLabels,
  toInvoiceForm,
  toInvoiceValues,
  type InvoiceRecord,
  type InvoiceValues,
} from './invoice-form-values.ts';

interface InvoiceFormOptions {
  record: InvoiceRecord;
  /** `version` is the one the form stands on. */
  save: (body: InvoiceBody, version: number | undefined, paidOn: string) => Promise<InvoiceRecord>;
}

/** The state of the invoice form. It has no rules of its own (section 5); those of the server appear under the fields. */
export function useInvoiceForm({ record, save }: InvoiceFormOptions) {
  const navigate = useNavigate();
  return useRecordForm<InvoiceValues, InvoiceRecord>({
    record,
    toValues: toInvoiceValues,
    validate: () => ({}),
    save: (values, base) => save(toInvoiceForm(values), base.version, values.paidOn),
    onSaved: () => void navigate({ to: paths.billing() }),
    listDifferences: (newer, mine) => listDifferences({ labels: invoiceLabels, theirs: toInvoiceValues(newer), mine }),
  });
}

interface InvoiceFormProps {
  state: ReturnType<typeof useInvoiceForm>;
  saveLabel: string;
}

/** The fields of an invoice (section 5), for adding and for editing. */
export function InvoiceForm({ state, saveLabel }: InvoiceFormProps) {
  const { form, base } = state;
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const settledNote = getSettledNote(base);
  const field = (name: keyof InvoiceValues) => ({
    label: invoiceLabels[name],
    autoComplete: 'off',
    disabled: settledNote !== undefined,
    ...form.getInputProps(name),
  });
  return (
    <RecordForm
      state={state}
      saveLabel={saveLabel}
      onCancel={() => (canGoBack ? router.history.back() : void navigate({ to: paths.billing() }))}
    >
      <FormSection title="Invoice" description={settledNote ?? 'Invoice number and billed company.'}>
        <FieldGrid>
          <TextInput {...field('invoiceId')} spellCheck={false} />
          <TextInput {...field('company')} />
        </FieldGrid>
      </FormSection>
      <FormSection title="Dates" description="An unpaid invoice becomes Overdue after its due date.">
        <FieldGrid>
          <DayField {...field('issueDate')} />
          <DayField {...field('dueDate')} />
        </FieldGrid>
      </FormSection>
      <FormSection title="Amount" description="Amount due in euros, and payment status.">
        <FieldGrid>
          <TextInput {...field('total')} inputMode="decimal" leftSection="€" />
          <NativeSelect {...field('status')} disabled={false} data={['Pending', 'Paid']} />
          {base._id !== undefined && form.getValues().status === 'Paid' && (
            <DayField {...field('paidOn')} disabled={false} description="Today, where it is empty." />
          )}
        </FieldGrid>
      </FormSection>
    </RecordForm>
  );
}

/** Why only the status of an invoice can change. */
function getSettledNote({ isSettled, isOwn, period }: Partial<Invoice>): string | undefined {
  if (!isSettled) return undefined;
  if (isOwn === true) return 'This record is paid. Only its status and the date of payment can be changed.';
  const what = period === undefined ? 'This invoice has been issued' : 'This is an automatic monthly invoice';
  return `${what}. Only its status and the date of payment can be changed.`;
}
