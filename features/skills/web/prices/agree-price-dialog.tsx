import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AgreedPriceForm, AgreedPrices } from '#features/skills/contract/agreed-prices.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { useAgreePrice } from '../skills.queries.ts';
import { TermsPreviewPart } from './terms-preview.tsx';
import { TierFields } from './tier-fields.tsx';
import { emptyTiers, parseAmount, parseTiers } from './typed-tiers.ts';

const loadSchema = () =>
  import('#features/skills/contract/agreed-prices.ts').then(({ AgreedPriceForm: schema }) => schema);

interface AgreePriceDialogProps {
  id: string;
  prices: Pick<AgreedPrices, 'skillPrice' | 'today'>;
  onClose: () => void;
}

/** Agrees a price or tiers of a skill, and a base fee, with the company acted in. */
export function AgreePriceDialog({ id, prices: { skillPrice, today }, onClose }: AgreePriceDialogProps) {
  const agree = useAgreePrice(id);
  const { companyName } = useCurrentUser();
  const [typed, setTyped] = useState({ price: '', baseFee: '', tiers: emptyTiers });
  const initial: AgreedPriceForm = { price: null, tiers: null, baseFee: 0, validFrom: today };
  return (
    <ActionDialog<AgreedPriceForm & Record<string, unknown>>
      title={`Agree a price with ${companyName}`}
      widthPx={640}
      values={initial}
      loadSchema={loadSchema}
      run={(body) => agree.mutateAsync({ params: { _id: id }, body })}
      done={(given) => (isEnd(given) ? 'The agreed price has been ended.' : 'The price has been agreed.')}
      label={(given) => (isEnd(given) ? 'Use the standard price' : given.tiers ? 'Agree tiers' : 'Agree price')}
      onClose={onClose}
      renderFields={(form) => (
        <>
          {form.values.tiers ? (
            <TierFields
              typed={typed.tiers}
              errors={form.errors}
              onChange={(tiers) => {
                setTyped({ ...typed, tiers });
                form.clearErrors();
                form.setFieldValue('tiers', parseTiers(tiers));
              }}
            />
          ) : (
            <TextInput
              data-autofocus
              label="Price per request in euros"
              description={`Leave empty for the standard price, ${formatEuroAmount(skillPrice)}. Both are ${netWords}.`}
              inputMode="decimal"
              autoComplete="off"
              value={typed.price}
              error={form.errors['price']}
              onChange={({ currentTarget: { value } }) => {
                setTyped({ ...typed, price: value });
                form.setFieldValue('price', value.trim() === '' ? null : parseAmount(value));
              }}
            />
          )}
          <Block above={4}>
            <Checkbox
              label="Tiers by the number of a request in the month"
              description="E.g. the first 100 requests of each month at 0, further ones at 0.45."
              checked={form.values.tiers !== null}
              onChange={({ currentTarget: { checked } }) => {
                form.clearErrors();
                form.setFieldValue('tiers', checked ? parseTiers(typed.tiers) : null);
                form.setFieldValue('price', checked || typed.price.trim() === '' ? null : parseAmount(typed.price));
              }}
            />
          </Block>
          <TextInput
            mt="md"
            label="Base fee per month in euros"
            description={`A line of each invoice, ${netWords}, from the month of the first day on. Leave empty for none.`}
            inputMode="decimal"
            autoComplete="off"
            value={typed.baseFee}
            error={form.errors['baseFee']}
            onChange={({ currentTarget: { value } }) => {
              setTyped({ ...typed, baseFee: value });
              form.setFieldValue('baseFee', value.trim() === '' ? 0 : parseAmount(value));
            }}
          />
          <DayField
            mt="md"
            label="From"
            description="Today or a later day. It replaces what was agreed before."
            minDate={today}
            {...form.getInputProps('validFrom')}
          />
          <TermsPreviewPart
            id={id}
            terms={{ price: form.values.price, tiers: form.values.tiers, baseFee: form.values.baseFee }}
            check={async () => !(await form.validate()).hasErrors}
          />
        </>
      )}
    />
  );
}

const isEnd = ({ price, tiers, baseFee }: AgreedPriceForm) => price === null && tiers === null && baseFee === 0;
