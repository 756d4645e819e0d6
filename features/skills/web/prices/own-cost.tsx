import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { can } from '#contract/capabilities.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { PriceHistory } from './price-history.tsx';
import { Block, Text, look } from '#web/ui/layout/layout.tsx';

const getRatesQuery = (id: string) => queries.ownCosts.listRates.queryOptions({ input: { params: { _id: id } } });

/** The company's own cost of a request of an own skill. */
export function OwnCost({ skill: { _id: id, name } }: { skill: Skill }) {
  const canSet = can(useCurrentUser(), 'limits.manage');
  const { data, error, isFetching, refetch } = useQuery(getRatesQuery(id));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Block above={12}>
      <ChartPanel
        title="Own cost"
        note="Your company’s own cost per request. It is not billed and does not count towards limits; the Usage Dashboard shows it separately."
        action={
          canSet &&
          data && (
            <Button variant="default" size="compact-sm" {...look({ fixed: true })} onClick={() => setIsOpen(true)}>
              Set own cost
            </Button>
          )
        }
      >
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
        {data?.presentPrice != null && (
          <Text below={3}>{`Today ${formatEuroAmount(data.presentPrice)} per request.`}</Text>
        )}
        {(data || !error) && (
          <PriceHistory
            caption={`Own cost of ${name}`}
            loadingLabel="Loading the own cost"
            prices={data?.rates}
            none="No own cost"
            empty="No own cost has been set."
          />
        )}
        {isOpen && data && <OwnCostDialog id={id} name={name} today={data.today} onClose={() => setIsOpen(false)} />}
      </ChartPanel>
    </Block>
  );
}

const loadSchema = () => import('#features/money/contract/own-costs.ts').then(({ OwnCostForm }) => OwnCostForm);

interface OwnCostDialogProps {
  id: string;
  name: string;
  today: string;
  onClose: () => void;
}

function OwnCostDialog({ id, name, today, onClose }: OwnCostDialogProps) {
  const create = useCreateRate(id);
  return (
    <PriceDialog
      title={
        <span>
          Own cost of <bdi>{name}</bdi>
        </span>
      }
      priceHint="Your company’s own figure. Leave empty for none."
      dayHint="A past day also changes the own cost of earlier requests."
      today={today}
      labels={{ save: 'Set own cost', end: 'End own cost' }}
      loadSchema={loadSchema}
      run={(body) => create.mutateAsync({ params: { _id: id }, body })}
      done={({ price }) => (price === null ? 'The own cost has been ended.' : 'The own cost has been set.')}
      onClose={onClose}
    />
  );
}

const useCreateRate = (id: string) =>
  useCall(queries.ownCosts.createRate, {
    answers: getRatesQuery(id),
    changes: [queries.ownCosts.get],
    afterFailure: [],
  });
