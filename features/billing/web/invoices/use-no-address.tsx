import { useState } from 'react';
import { ApiProblem } from '#web/api/api-problem.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { NoAddressDialog } from '#web/records/companies/no-address-dialog.tsx';

/** The way to the company profile, where an invoice could not be issued because the company has no address. */
export function useNoAddress() {
  const [message, setMessage] = useState<string>();
  return {
    /** Opens the dialog where this is what went wrong; answers whether it is. */
    ask(error: unknown): boolean {
      const isMissing = error instanceof ApiProblem && error.is('invoices.no-address');
      if (isMissing) setMessage(toErrorWords(error));
      return isMissing;
    },
    dialog: message !== undefined && <NoAddressDialog message={message} onClose={() => setMessage(undefined)} />,
  };
}
