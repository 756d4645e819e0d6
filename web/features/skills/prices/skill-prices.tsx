import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatEuroAmount } from '#contract/billing/euros.ts';
import { formatDateTime, formatShortDay } from '#contract/calendar/formats.ts';
import type { AgreedPrice, AgreedPrices } from '#contract/skills/agreed-prices.ts';
import type { Skill } from '#contract/skills/skills.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { LoadError } from '../../../records/load-error.tsx';
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { defineColumns } from '../../../ui/records/columns.ts';
import { RecordTable } from '../../../ui/records/record-table.tsx';
import { getPricesQuery, useAgreePrice } from '../skills.queries.ts';
import styles from './skill-prices.module.css';

const columns = defineColumns<AgreedPrice, { timeZone: string }>([
  { key: 'from', label: 'From', width: '22%', cell: ({ validFrom }) => formatShortDay(validFrom) },
  {
    key: 'price',
    label: 'Price per request',
    width: '28%',
    align: 'end',
    cell: ({ price }) => (price === null ? 'Standard price' : formatEuroAmount(price)),
  },
  {
    key: 'by',
    label: 'Agreed',
    cell: ({ createdAt, createdBy }, { timeZone }) => (
      <>
        {createdBy === '' ? '' : <bdi>{createdBy}</bdi>}{' '}
        <time className={styles.when} dateTime={createdAt}>
          {formatDateTime(createdAt, timeZone)}
        </time>
      </>
    ),
  },
]);

/** What the company acted in pays for the skill: for the provider, who agrees it. */
export function SkillPrices({ skill: { _id: id, name } }: { skill: Skill }) {
  const { companyName, timeZone } = useCurrentUser();
  const { data, error, isFetching, refetch } = useQuery(getPricesQuery(id));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ChartPanel
      title="Agreed prices"
      note={
        <>
          What <bdi>{companyName}</bdi> pays for this skill. A price counts for requests from its day on; recorded
          requests keep theirs.
        </>
      }
      action={
        data && (
          <Button variant="default" size="compact-sm" onClick={() => setIsOpen(true)}>
            Agree a price
          </Button>
        )
      }
    >
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {data && (
        <p className={styles.present}>
          Today {formatEuroAmount(data.presentPrice)} per request; the standard price is{' '}
          {formatEuroAmount(data.skillPrice)}.
        </p>
      )}
      {(data || !error) && (
        <RecordTable
          caption={`Prices agreed for ${name}`}
          columns={columns}
          rows={data?.agreements}
          context={{ timeZone }}
          getKey={({ createdAt, validFrom }) => `${createdAt} ${validFrom}`}
          loadingLabel="Loading the agreed prices"
          skeletonRowCount={1}
          empty="No price has been agreed: the standard price is paid."
        />
      )}
      {isOpen && data && <PriceDialog id={id} prices={data} onClose={() => setIsOpen(false)} />}
    </ChartPanel>
  );
}

const loadSchema = () => import('#contract/skills/agreed-prices.ts').then(({ AgreedPriceForm }) => AgreedPriceForm);

interface PriceDialogProps {
  id: string;
  prices: AgreedPrices;
  onClose: () => void;
}

/** An empty price ends the agreement. */
function PriceDialog({ id, prices, onClose }: PriceDialogProps) {
  const agree = useAgreePrice();
  const { companyName } = useCurrentUser();
  const { form, formProps, alert, isBusy } = useApiForm<{ price: number | null; validFrom: string }>({
    initialValues: { price: null, validFrom: prices.today },
    loadSchema,
    onSubmit: async (body) => {
      await agree.mutateAsync({ params: { _id: id }, body });
      showToast(body.price === null ? 'The agreed price has been ended.' : 'The price has been agreed.');
      onClose();
    },
  });
  const [text, setText] = useState('');
  return (
    <Dialog opened onClose={onClose} title={`Agree a price with ${companyName}`}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
        <TextInput
          data-autofocus
          label="Price per request in euros"
          description={`Leave empty for the standard price, ${formatEuroAmount(prices.skillPrice)}.`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={form.errors['price']}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            form.setFieldValue('price', parsePrice(currentTarget.value));
          }}
        />
        <TextInput
          mt="md"
          type="date"
          label="From"
          description="Today or a later day."
          min={prices.today}
          {...form.getInputProps('validFrom')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {text.trim() === '' ? 'Use the standard price' : 'Agree price'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Not a number where the text is none, which the form refuses. */
const parsePrice = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')));
