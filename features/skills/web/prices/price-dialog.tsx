import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog, type ActionDialogProps } from '#web/records/action-dialog.tsx';
import { DayField } from '#web/ui/forms/day-field.tsx';

interface PriceValues extends Record<string, unknown> {
  /** In euros; null for none. */
  price: number | null;
  validFrom: string;
}

type Given = Pick<ActionDialogProps<PriceValues>, 'title' | 'loadSchema' | 'run' | 'done' | 'onClose'>;

interface PriceDialogProps extends Given {
  /** Meaning of an empty price. */
  priceHint: string;
  dayHint: string;
  /** The day that the form starts with. */
  today: string;
  earliest?: string;
  /** The labels of the button, with a price and without one. */
  labels: { save: string; end: string };
}

/** A price per request from a day on; an empty price ends the former. */
export function PriceDialog(props: PriceDialogProps) {
  const { priceHint, dayHint, today, earliest, labels, ...dialog } = props;
  const [text, setText] = useState('');
  return (
    <ActionDialog<PriceValues>
      {...dialog}
      values={{ price: null, validFrom: today }}
      label={text.trim() === '' ? labels.end : labels.save}
      renderFields={(form) => (
        <>
          <TextInput
            data-autofocus
            label="Price per request in euros"
            description={priceHint}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={form.errors['price']}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              form.setFieldValue('price', parsePrice(currentTarget.value));
            }}
          />
          <DayField
            mt="md"
            label="From"
            description={dayHint}
            minDate={earliest}
            {...form.getInputProps('validFrom')}
          />
        </>
      )}
    />
  );
}

/** Not a number where the text is none, which the form refuses. */
const parsePrice = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')));
