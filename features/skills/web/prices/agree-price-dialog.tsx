import { netWords } from '#features/billing/contract/vat-words.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AgreedPrices } from '#features/skills/contract/agreed-prices.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useAgreePrice } from '../skills.queries.ts';
import { PriceDialog } from './price-dialog.tsx';

const loadSchema = () =>
  import('#features/skills/contract/agreed-prices.ts').then(({ AgreedPriceForm }) => AgreedPriceForm);

interface AgreePriceDialogProps {
  id: string;
  prices: Pick<AgreedPrices, 'skillPrice' | 'today'>;
  onClose: () => void;
}

/** Agrees a price of a skill with the company acted in. */
export function AgreePriceDialog({ id, prices: { skillPrice, today }, onClose }: AgreePriceDialogProps) {
  const agree = useAgreePrice(id);
  const { companyName } = useCurrentUser();
  return (
    <PriceDialog
      title={`Agree a price with ${companyName}`}
      priceHint={`Leave empty for the standard price, ${formatEuroAmount(skillPrice)}. Both are ${netWords}.`}
      dayHint="Today or a later day."
      today={today}
      earliest={today}
      labels={{ save: 'Agree price', end: 'Use the standard price' }}
      loadSchema={loadSchema}
      run={(body) => agree.mutateAsync({ params: { _id: id }, body })}
      done={({ price }) => (price === null ? 'The agreed price has been ended.' : 'The price has been agreed.')}
      onClose={onClose}
    />
  );
}
