import { Link } from '@tanstack/react-router';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { look, Text } from '#web/ui/layout/layout.tsx';

type Paper = NonNullable<Invoice['corrects']>;

/** The papers that belong to this one, each as a link to its details: what it corrects, or what credits it. Nothing for others. */
export function CorrectionLinks({ invoice }: { invoice: Invoice }) {
  const { corrects, creditNotes = [], credited = 0, status } = invoice;
  if (corrects) {
    return (
      <Text as="span" block size="sm" tone="faint" breaks="anywhere">
        <span>Corrects</span> <PaperLink paper={corrects} />
      </Text>
    );
  }
  if (creditNotes.length === 0) return null;
  return (
    <Text as="span" block size="sm" tone="faint" breaks="anywhere">
      <span>{status === 'Credited' ? 'By' : `${formatEuroAmount(credited)} credited by`}</span>
      {creditNotes.map((paper) => (
        <span key={paper._id}>
          {' '}
          <PaperLink paper={paper} />
        </span>
      ))}
    </Text>
  );
}

function PaperLink({ paper: { _id, invoiceId } }: { paper: Paper }) {
  const { getSearch } = useOverlayInUrl('invoice');
  return (
    <Link to="." search={getSearch(_id)} resetScroll={false} {...look({ tone: 'quiet' })}>
      <bdi translate="no">{invoiceId}</bdi>
    </Link>
  );
}
