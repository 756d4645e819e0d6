import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Invoice } from '#contract/billing/invoices.ts';
import { useVersionedForm } from '../../api/use-versioned-form.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { findDifferences, toInvoiceForm, toInvoiceValues } from './invoice-form-values.ts';
import { InvoiceForm } from './invoice-form.tsx';
import { getEditedInvoiceQuery, isUnknownInvoice, useSaveInvoice } from './invoices.queries.ts';
import { useLeaveForm } from './use-invoice-form-exit.ts';

/** 'Update invoice' (section 2.3). An id that is no invoice's shows the not-found page. */
export function EditInvoice({ id }: { id: string }) {
  usePageTitle('Update invoice');
  const { data: invoice, error } = useQuery(getEditedInvoiceQuery(id));
  const { defaultNotFoundComponent: NotFound } = useRouter().options;
  if (isUnknownInvoice(error)) return NotFound && <NotFound isNotFound routeId={undefined} />;
  return (
    <>
      <PageHeader title="Update invoice" purpose={invoice && <bdi>{invoice.invoiceId}</bdi>} />
      {invoice ? <EditInvoiceForm invoice={invoice} /> : <SkeletonForm fieldCount={6} label="Loading the invoice" />}
    </>
  );
}

function EditInvoiceForm({ invoice }: { invoice: Invoice }) {
  const save = useSaveInvoice();
  const { goToList, cancel } = useLeaveForm();
  const state = useVersionedForm({
    record: invoice,
    toValues: toInvoiceValues,
    // The form has no rules of its own (section 5); the server's land under the fields.
    validate: () => ({}),
    save: (values, base) =>
      save.mutateAsync({ params: { _id: invoice._id }, body: { ...toInvoiceForm(values), version: base.version } }),
    onSaved: () => {
      showToast('The invoice has been saved.');
      goToList();
    },
  });
  return (
    <InvoiceForm
      state={state}
      staleFields={state.newer && findDifferences(state.newer, state.form.values)}
      saveLabel="Update invoice"
      settledNote={getSettledNote(state.base)}
      onCancel={cancel}
    />
  );
}

function getSettledNote({ status, period }: Invoice): string | undefined {
  if (period !== undefined)
    return 'This invoice closed a month and says what was used in it. Only its status can change.';
  return status === 'Paid' ? 'This invoice is paid. Only its status can change.' : undefined;
}
