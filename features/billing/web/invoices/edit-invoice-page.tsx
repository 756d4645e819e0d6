import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { problems } from '#contract/problems.ts';
import { paths } from '#web/paths.ts';
import { RecordFormPage } from '#web/records/record-form-page.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { InvoiceForm, useInvoiceForm } from './invoice-form.tsx';
import { getEditedInvoiceQuery, useUpdateInvoice } from './invoices.queries.ts';

/** 'Update invoice', `/settings/billing/{id}` (section 2.3). */
export function EditInvoicePage() {
  const { id = '' } = useParams({ strict: false });
  const { data: invoice, error } = useQuery(getEditedInvoiceQuery(id));
  return (
    <RecordFormPage
      title="Update invoice"
      purpose={invoice && <bdi translate="no">{invoice.invoiceId}</bdi>}
      data={invoice}
      error={error}
      loadingLabel="Loading the invoice"
    >
      {(loaded) =>
        loaded.canEdit ? <EditInvoiceForm key={id} invoice={loaded} /> : <UnchangeableInvoice invoice={loaded} />
      }
    </RecordFormPage>
  );
}

function UnchangeableInvoice({ invoice: { status } }: { invoice: Invoice }) {
  const code = status === 'Credited' ? 'invoices.credited' : 'invoices.issued';
  return (
    <EmptyState drawing="building" text={problems[code].message}>
      <Link to={paths.billing()}>View invoices</Link>
    </EmptyState>
  );
}

function EditInvoiceForm({ invoice }: { invoice: Invoice }) {
  const updateInvoice = useUpdateInvoice();
  const state = useInvoiceForm({
    record: invoice,
    save: async (body, version, paidOn) => {
      const paid = body.status === 'Paid' && paidOn !== '' && { paidOn };
      const saved = await updateInvoice.mutateAsync({
        params: { _id: invoice._id },
        body: { ...body, ...paid, version },
      });
      showToast('The invoice has been saved.');
      return saved;
    },
  });
  return <InvoiceForm state={state} saveLabel="Update invoice" />;
}
