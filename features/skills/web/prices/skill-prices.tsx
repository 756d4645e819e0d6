import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { getPricesQuery } from '../skills.queries.ts';
import { describePresent } from './agreements.ts';
import { AgreePriceDialog } from './agree-price-dialog.tsx';
import { PriceHistory } from './price-history.tsx';
import { Block, Text, look } from '#web/ui/layout/layout.tsx';

/** Prices of the skill for the current company; shown to the provider, who agrees them. */
export function SkillPrices({ skill: { _id: id, name } }: { skill: Skill }) {
  const { companyName } = useCurrentUser();
  const { data, error, isFetching, refetch } = useQuery(getPricesQuery(id));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Block above={12}>
      <ChartPanel
        title="Agreed prices"
        note={
          <span>
            Prices agreed with <bdi translate="no">{companyName}</bdi> for this skill. A price applies to requests from
            its start day; earlier requests keep theirs.
          </span>
        }
        action={
          data && (
            <Button variant="default" size="compact-sm" {...look({ fixed: true })} onClick={() => setIsOpen(true)}>
              Agree a price
            </Button>
          )
        }
      >
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
        {data && (
          <Text below={3}>
            <span>{`Today ${describePresent(data)} per request; the standard price is ${formatEuroAmount(data.skillPrice)}, both ${netWords}. `}</span>
            <Link to={paths.agreedPrices()}>All agreed prices</Link>
          </Text>
        )}
        {(data || !error) && (
          <PriceHistory
            caption={`Prices agreed for ${name}`}
            loadingLabel="Loading the agreed prices"
            prices={data?.agreements}
            none="Standard price"
            empty="No price has been agreed. The standard price applies."
          />
        )}
        {isOpen && data && <AgreePriceDialog id={id} prices={data} onClose={() => setIsOpen(false)} />}
      </ChartPanel>
    </Block>
  );
}
