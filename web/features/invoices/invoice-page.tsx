import { useParams } from '@tanstack/react-router';
import { EditInvoice } from './edit-invoice.tsx';
import { NewInvoice } from './new-invoice.tsx';

/** `/settings/billing/addNew` without an id, `/settings/billing/{id}` with one. */
export function InvoicePage() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <NewInvoice /> : <EditInvoice key={id} id={id} />;
}
