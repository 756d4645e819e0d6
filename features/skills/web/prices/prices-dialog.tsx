import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import type { SkillPrices } from '#features/skills/contract/agreed-prices.ts';
import { paths } from '#web/paths.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { describePresent } from './agreements.ts';
import { AgreePriceDialog } from './agree-price-dialog.tsx';
import { PriceHistory } from './price-history.tsx';
import { Text } from '#web/ui/layout/layout.tsx';

interface PricesDialogProps {
  prices: SkillPrices;
  today: string;
  onClose: () => void;
}

/** Every agreement for a skill; a price is agreed in a dialog that takes its place. */
export function PricesDialog({ prices, today, onClose }: PricesDialogProps) {
  const { _id: id, name, isDeleted, skillPrice, presentPrice, agreements } = prices;
  const [isAgreeing, setAgreeing] = useState(false);
  if (isAgreeing) {
    return <AgreePriceDialog id={id} prices={{ skillPrice, today }} onClose={() => setAgreeing(false)} />;
  }
  return (
    <Dialog opened onClose={onClose} title={<bdi>{name}</bdi>} widthPx={640}>
      <Text below={3}>
        <span>{`${isDeleted ? 'This skill was deleted, so no new price can be agreed. ' : ''}${isDeleted ? 'Last price' : 'Today'} ${describePresent({ presentPrice, agreements, today })} per request; the standard price is ${formatEuroAmount(skillPrice)}, both ${netWords}. `}</span>
        {!isDeleted && <Link to={paths.skill(id)}>Open the skill</Link>}
      </Text>
      <PriceHistory
        caption={`Prices agreed for ${name}`}
        loadingLabel="Loading the agreed prices"
        prices={agreements}
        none="Standard price"
        empty="No price has been agreed. The standard price applies."
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {!isDeleted && <Button onClick={() => setAgreeing(true)}>Agree a price</Button>}
      </DialogActions>
    </Dialog>
  );
}
