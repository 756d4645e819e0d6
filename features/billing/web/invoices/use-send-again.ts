import { describeKind } from '#features/billing/contract/invoice-words.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useSendInvoice } from './invoices.queries.ts';

/** Sends the paper again to those who get the company's invoices, and says to how many; undefined for who may not. */
export function useSendAgain() {
  const user = useCurrentUser();
  const { mutateAsync } = useSendInvoice();
  const send = async (invoice: Invoice) => {
    try {
      const { readers } = await mutateAsync({ params: { _id: invoice._id } });
      showToast(`${describeKind(invoice)} ${invoice.invoiceId} is sent to ${formatCounted(readers, 'recipients')}.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
  return can(user, 'invoices.manage-issued') ? (invoice: Invoice) => void send(invoice) : undefined;
}
