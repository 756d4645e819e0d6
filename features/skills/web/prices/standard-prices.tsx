import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { Block, Text, look } from '#web/ui/layout/layout.tsx';
import { getStandardPricesQuery, useSetStandardPrice } from '../skills.queries.ts';
import { PriceDialog } from './price-dialog.tsx';
import { PriceHistory } from './price-history.tsx';

const loadSchema = () =>
  import('#features/skills/contract/prices/standard-prices.ts').then(({ StandardPriceForm }) => StandardPriceForm);

/** Prices of the skill for companies without an agreement, by day; shown to the provider, who sets it. */
export function StandardPrices({ skill: { _id: id, name } }: { skill: Skill }) {
  const { data, error, isFetching, refetch } = useQuery(getStandardPricesQuery(id));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Block above={12}>
      <ChartPanel
        title="Standard price"
        note="What companies without an agreed price pay. A price applies to requests from its start day, also where they are reported later; earlier requests keep theirs."
        action={
          data && (
            <Button variant="default" size="compact-sm" {...look({ fixed: true })} onClick={() => setIsOpen(true)}>
              Change from a day
            </Button>
          )
        }
      >
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
        {data && <Text below={3}>{`Today ${formatEuroAmount(data.presentPrice)} per request, ${netWords}.`}</Text>}
        {(data || !error) && (
          <PriceHistory
            caption={`Standard prices of ${name}`}
            loadingLabel="Loading the standard prices"
            prices={data?.prices}
            none="–"
            empty="No price has been set."
          />
        )}
        {isOpen && data && (
          <StandardPriceDialog id={id} name={name} today={data.today} onClose={() => setIsOpen(false)} />
        )}
      </ChartPanel>
    </Block>
  );
}

interface StandardPriceDialogProps {
  id: string;
  name: string;
  today: string;
  onClose: () => void;
}

function StandardPriceDialog({ id, name, today, onClose }: StandardPriceDialogProps) {
  const set = useSetStandardPrice(id);
  return (
    <PriceDialog
      title={
        <span>
          Standard price of <bdi>{name}</bdi>
        </span>
      }
      priceHint={`For all companies without an agreed price, ${netWords}.`}
      dayHint="Today or a later day."
      today={today}
      earliest={today}
      labels={{ save: 'Set price', end: 'Set price' }}
      loadSchema={loadSchema}
      run={({ price, validFrom }) => set.mutateAsync({ params: { _id: id }, body: { price: price ?? NaN, validFrom } })}
      done="The price has been set."
      onClose={onClose}
    />
  );
}
