import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { parseLimit } from '#contract/billing/limits.ts';
import { toErrorWords } from '../../../api/error-words.ts';
import { findCurrentRecord } from '../../../api/form-errors.ts';
import { useApiForm } from '../../../api/use-api-form.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { formatEuroAmount } from '#contract/billing/euros.ts';

const loadSchema = () => import('#contract/billing/limit-forms.ts').then(({ LimitForm }) => LimitForm);

/** A limit and the version of its record. */
export interface VersionedLimit {
  limit: number | null;
  version: number;
}

/** A limit that the dialog sets. */
export interface LimitTarget {
  /** Completes `the limit of …`. */
  name: string;
  stored: VersionedLimit;
  description: string;
  save: (limit: number | null, version: number) => Promise<unknown>;
  /** The limit in the present record, which the problem of a stale version carries. */
  readCurrent: (record: object) => VersionedLimit;
}

interface LimitDialogProps {
  target: LimitTarget;
  onClose: () => void;
}

/** The dialog of a budget limit (sections 2.3 and 5); a valid number is applied and closes it. */
export function LimitDialog({ target, onClose }: LimitDialogProps) {
  const [base, setBase] = useState(target.stored);
  const [isRemoving, setIsRemoving] = useState(false);

  async function save(limit: number | null) {
    try {
      await target.save(limit, base.version);
    } catch (error) {
      const record = findCurrentRecord<object>(error);
      if (!record) throw error;
      const current = target.readCurrent(record);
      setBase(current);
      throw new Error(
        `Somebody else has changed this in the meantime: ${describeLimit(current)}. Confirm again to replace it.`,
        { cause: error },
      );
    }
    showToast(
      limit === null
        ? `The limit of ${target.name} is gone.`
        : `The limit of ${target.name} is ${formatEuroAmount(limit)} now.`,
    );
    onClose();
  }

  const { form, formProps, alert, setAlert, isBusy } = useApiForm({
    initialValues: { limit: base.limit === null ? '' : String(base.limit) },
    loadSchema,
    onSubmit: ({ limit }) => save(parseLimit(limit) ?? null),
  });

  async function remove() {
    setIsRemoving(true);
    await save(null).catch((error: unknown) => setAlert(toErrorWords(error)));
    setIsRemoving(false);
  }

  return (
    <Dialog opened onClose={onClose} title={`Budget limit of ${target.name}`}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
        <TextInput
          data-autofocus
          label="Limit in euro"
          description={target.description}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('limit')}
        />
        <DialogActions>
          {base.limit !== null && (
            <Button variant="default" onClick={() => void remove()} loading={isRemoving} disabled={isBusy}>
              Remove limit
            </Button>
          )}
          <Button variant="default" onClick={onClose} disabled={isBusy || isRemoving}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={isRemoving}>
            Confirm
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const describeLimit = ({ limit }: VersionedLimit) =>
  limit === null ? 'there is no limit now' : `it is ${formatEuroAmount(limit)} now`;
