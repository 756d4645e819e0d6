import { useState } from 'react';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { newInvoice } from './invoice-form-values.ts';
import { InvoiceForm, useInvoiceForm } from './invoice-form.tsx';
import { useCreateInvoice } from './invoices.queries.ts';
import { useNoAddress } from './use-no-address.tsx';

/** 'Add invoice', `/settings/billing/addNew` (section 2.3). */
export function NewInvoicePage() {
  const { timeZone } = useCurrentUser();
  const createInvoice = useCreateInvoice();
  const send = useIdempotentCall();
  const [record] = useState(() => newInvoice(new Date(), timeZone));
  const noAddress = useNoAddress();
  const state = useInvoiceForm({
    record,
    save: async (body) => {
      try {
        await send((headers) => createInvoice.mutateAsync({ body, headers }));
      } catch (error) {
        noAddress.ask(error);
        throw error;
      }
      showToast('The invoice has been added.');
      return body;
    },
  });
  return (
    <>
      <PageHeader
        title="Add invoice"
        purpose="Add an invoice manually. Monthly usage invoices are created automatically."
      />
      <InvoiceForm state={state} saveLabel="Add invoice" />
      {noAddress.dialog}
    </>
  );
}
