import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClosingCompany } from '#features/billing/contract/close/closes.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { changedByCloses, useIssueClose } from './close.queries.ts';
import { sumOf } from './close-words.ts';

/** Issues the invoices of companies with the totals that were seen, one company after the other. */
export function useIssuing() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useIssueClose();
  const [done, setDone] = useState(0);

  const send = ({ id, months }: ClosingCompany) =>
    mutateAsync({ params: { id }, body: { total: sumOf(months, (vat) => vat.total) } });
  const reload = () => changedByCloses.forEach((each) => void queryClient.invalidateQueries({ queryKey: each.key() }));

  async function issueOne(company: ClosingCompany) {
    try {
      const { invoices } = await send(company);
      showToast(`Issued to ${company.name}: ${invoices.map(({ invoiceId }) => invoiceId).join(', ')}.`);
    } finally {
      reload();
    }
  }

  /** One that fails does not stop the others. */
  async function issueAll(companies: readonly ClosingCompany[]) {
    let issued = 0;
    const failed: string[] = [];
    for (const [index, company] of companies.entries()) {
      try {
        issued += (await send(company)).invoices.length;
      } catch (error) {
        failed.push(`${company.name}: ${toErrorWords(error)}`);
      }
      setDone(index + 1);
    }
    setDone(0);
    reload();
    const words = `${formatCounted(issued, 'invoices')} issued.`;
    showToast([words, ...failed].join(' '), failed.length > 0 ? 'error' : undefined);
  }

  return { done, issueOne, issueAll };
}
