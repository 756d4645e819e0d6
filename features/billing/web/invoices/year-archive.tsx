import { getIssueYear } from '#features/billing/contract/invoices/invoice-filters.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { queries } from '#web/api/queries.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { useCall } from '#web/api/use-call.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Block } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

interface YearArchiveProps {
  /** Undefined until they are loaded. */
  readonly invoices: readonly Invoice[] | undefined;
  /** The year that the list shows; the latest one with a paper where it shows all. */
  readonly year: number | undefined;
}

/** A button for the PDF and XML of every paper of a year; nothing for a year without one. */
export function YearArchive({ invoices = [], year }: YearArchiveProps) {
  const archive = useCall(queries.invoiceArchive.get);
  const years = invoices.filter(({ isOwn }) => !isOwn).map(getIssueYear);
  const shown = year ?? Math.max(...years);
  if (!years.includes(shown)) return null;
  const download = async () => {
    try {
      saveFile(await archive.mutateAsync({ params: { year: String(shown) } }), `invoices-${shown}.zip`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
  return (
    <Block above={4} data-unprinted>
      <LinkButton onClick={() => void download()} disabled={archive.isPending}>
        {archive.isPending ? `Collecting the files of ${shown}…` : `PDF and XML of ${shown} as ZIP`}
      </LinkButton>
    </Block>
  );
}
