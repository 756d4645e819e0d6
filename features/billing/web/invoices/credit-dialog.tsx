import { NativeSelect, TextInput } from '@mantine/core';
import { formatMonth } from '#contract/calendar/formats.ts';
import { addEuros, formatEuroAmount } from '#features/money/contract/euros.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { ActionDialog, ReasonField } from '#web/records/action-dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Text } from '#web/ui/layout/layout.tsx';
import { parseTotal } from './invoice-form-values.ts';
import { useCreditInvoice } from './invoices.queries.ts';

interface CreditDialogProps {
  invoice: Invoice;
  onClose: () => void;
}

/** Issues a credit note for all that is left of an invoice, or for a part. */
export function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  const { _id, invoiceId, total, credited = 0, version } = invoice;
  const credit = useCreditInvoice();
  const send = useIdempotentCall();
  const left = addEuros([total, -credited]);
  const isWhole = (values: { amount: string }) => values.amount === 'left';
  return (
    <ActionDialog
      title={`Credit invoice ${invoiceId}`}
      values={{ amount: 'left', total: '', reason: '' }}
      run={async (values) => {
        const part = !isWhole(values) && { total: parseTotal(values.total) };
        const body = { reason: values.reason, ...part, version };
        const note = await send((headers) => credit.mutateAsync({ params: { _id }, body, headers }));
        showToast(`Credit note ${note.invoiceId} has been issued.`);
      }}
      label="Issue credit note"
      isHarmful
      renderFields={(form) => (
        <>
          <NativeSelect
            label="Amount"
            data={[
              {
                value: 'left',
                label: `${credited > 0 ? 'All that is left' : 'The whole invoice'}, ${formatEuroAmount(left)}`,
              },
              { value: 'part', label: 'A part' },
            ]}
            {...form.getInputProps('amount')}
          />
          {!isWhole(form.values) && (
            <TextInput
              mt="md"
              label="Total to credit, incl. VAT"
              description={`At most ${formatEuroAmount(left)}.`}
              inputMode="decimal"
              leftSection="€"
              {...form.getInputProps('total')}
            />
          )}
          <ReasonField form={form} description="It is printed on the credit note." />
          <Text above={4} tone="soft">
            {describeEffect(invoice, isWhole(form.values))}
          </Text>
        </>
      )}
      onClose={onClose}
    >
      <Text below={4} tone="soft">
        The credit note gets the next number of the series and names this invoice. Neither can be changed or deleted.
      </Text>
    </ActionDialog>
  );
}

function describeEffect({ period, status }: Invoice, isWhole: boolean): string {
  const paid = status === 'Paid' ? ' It has been paid: pay the amount back to the customer.' : '';
  if (!isWhole) return `The rest of the invoice is still to be paid.${paid}`;
  const again = period === undefined ? '' : ` ${formatMonth(period)} can then be issued again, with a new number.`;
  return `Nothing of the invoice is to be paid any more.${again}${paid}`;
}
