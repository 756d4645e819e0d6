import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { applyProblem } from '../../api/form-errors.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { newInvoiceValues, toInvoiceForm } from './invoice-form-values.ts';
import { InvoiceForm } from './invoice-form.tsx';
import { useCreateInvoice } from './invoices.queries.ts';
import { useLeaveForm } from './use-invoice-form-exit.ts';

/** 'Add invoice' (section 2.3). */
export function NewInvoice() {
  const { cancel } = useLeaveForm();
  const state = useNewInvoice();
  return (
    <>
      <PageHeader
        title="Add invoice"
        purpose="An invoice beside those that every month with requests makes by itself."
      />
      <InvoiceForm state={state} staleFields={undefined} saveLabel="Add invoice" onCancel={cancel} />
    </>
  );
}

/** The form of an invoice that is still to be created. The server alone judges it (section 5). */
function useNewInvoice() {
  const { timeZone } = useCurrentUser();
  const { goToList } = useLeaveForm();
  const create = useCreateInvoice();
  const [key, setKey] = useState(newIdempotencyKey);
  const [alert, setAlert] = useState<string | null>(null);
  const [initialValues] = useState(() => newInvoiceValues(new Date(), timeZone));
  const form = useForm({ initialValues });

  async function send(values: typeof initialValues) {
    if (create.isPending) return;
    setAlert(null);
    try {
      await create.mutateAsync({ body: toInvoiceForm(values), headers: { 'idempotency-key': key } });
    } catch (error) {
      // Once the server has answered, the next attempt is another one; without an answer it is the same.
      if (error instanceof ApiProblem && error.requestId !== '') setKey(newIdempotencyKey());
      setAlert(applyProblem(form, error));
      return;
    }
    form.resetDirty();
    showToast('The invoice has been added.');
    goToList();
  }

  const nothing = () => undefined;
  return {
    form,
    alert,
    isSaving: create.isPending,
    submit: form.onSubmit(send),
    useTheirs: nothing,
    keepMine: nothing,
  };
}
