import { useState } from 'react';
import type { Invoice } from '#contract/billing/invoices.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { ConfirmDelete } from '../../ui/forms/confirm-delete.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useDeleteInvoice } from './invoices.queries.ts';

/** Asks for the word DELETE, and says in the toast how it went. */
export function DeleteInvoice({ invoice, onClose }: { invoice: Invoice | undefined; onClose: () => void }) {
  const remove = useDeleteInvoice();
  // Once deleted it is gone from the props while the dialog is still fading out.
  const [asked, setAsked] = useState(invoice);
  if (invoice && asked !== invoice) setAsked(invoice);

  async function confirm() {
    if (!invoice) return;
    try {
      await remove.mutateAsync({ params: { id: invoice._id } });
    } catch (error) {
      showToast(toErrorWords(error), 'error');
      throw error;
    }
    showToast('The invoice has been deleted.');
  }

  return (
    <ConfirmDelete
      opened={invoice !== undefined}
      onClose={onClose}
      what="invoice"
      names={asked ? [asked.invoiceId] : []}
      onConfirm={confirm}
    />
  );
}
