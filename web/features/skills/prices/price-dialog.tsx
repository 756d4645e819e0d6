import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiForm } from '../../../api/use-api-form.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DayField } from '../../../ui/forms/day-field.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';

interface PriceValues extends Record<string, unknown> {
  /** In euros; null for none. */
  price: number | null;
  validFrom: string;
}

interface PriceDialogProps {
  title: ReactNode;
  /** Meaning of an empty price. */
  priceHint: string;
  dayHint: string;
  /** The day that the form starts with. */
  today: string;
  earliest?: string;
  /** The labels of the button, with a price and without one. */
  labels: { save: string; end: string };
  loadSchema: Parameters<typeof useApiForm>[0]['loadSchema'];
  onSave: (values: PriceValues) => Promise<void>;
  onClose: () => void;
}

/** A price per request from a day on; an empty price ends the former. */
export function PriceDialog(props: PriceDialogProps) {
  const { title, priceHint, dayHint, today, earliest, labels, loadSchema, onSave, onClose } = props;
  const { form, formProps, alert, isBusy } = useApiForm<PriceValues>({
    initialValues: { price: null, validFrom: today },
    loadSchema,
    onSubmit: async (values) => {
      await onSave(values);
      onClose();
    },
  });
  const [text, setText] = useState('');
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
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
        <DayField mt="md" label="From" description={dayHint} minDate={earliest} {...form.getInputProps('validFrom')} />
        <DialogActions onCancel={onClose} isBusy={isBusy}>
          <Button type="submit" loading={isBusy}>
            {text.trim() === '' ? labels.end : labels.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Not a number where the text is none, which the form refuses. */
const parsePrice = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')));
