import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Invoice } from '#contract/billing/invoices.ts';
import { isUnknownRecord } from '../../api/record-queries.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { RecordNotFound } from '../../records/record-not-found.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { InvoiceForm, useInvoiceForm } from './invoice-form.tsx';
import { getEditedInvoiceQuery, useUpdateInvoice } from './invoices.queries.ts';

/** 'Update invoice', `/settings/billing/{id}` (section 2.3). */
export function EditInvoicePage() {
  const { id = '' } = useParams({ strict: false });
  return <EditInvoice key={id} id={id} />;
}

function EditInvoice({ id }: { id: string }) {
  usePageTitle('Update invoice');
  const { data: invoice, error } = useQuery(getEditedInvoiceQuery(id));
  if (isUnknownRecord(error)) return <RecordNotFound />;
  return (
    <>
      <PageHeader title="Update invoice" purpose={invoice && <bdi>{invoice.invoiceId}</bdi>} />
      {invoice ? <EditInvoiceForm invoice={invoice} /> : <SkeletonForm fieldCount={6} label="Loading the invoice" />}
    </>
  );
}

function EditInvoiceForm({ invoice }: { invoice: Invoice }) {
  const updateInvoice = useUpdateInvoice();
  const state = useInvoiceForm({
    record: invoice,
    save: async (body, version) => {
      const saved = await updateInvoice.mutateAsync({ params: { _id: invoice._id }, body: { ...body, version } });
      showToast('The invoice has been saved.');
      return saved;
    },
  });
  return <InvoiceForm state={state} saveLabel="Update invoice" />;
}
