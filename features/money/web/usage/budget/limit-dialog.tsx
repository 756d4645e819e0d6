import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { parseLimit, type LimitAction } from '#features/money/contract/limits.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { findCurrentRecord } from '#web/api/form-errors.ts';
import { useApiForm } from '#web/api/use-api-form.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { useLimitMails } from './limit-mails.ts';

const loadSchema = () => import('#features/money/contract/limit-forms.ts').then(({ LimitForm }) => LimitForm);

const actionOptions = [
  { value: 'stop', label: 'Stop paid skills' },
  { value: 'warn', label: 'Warn only' },
];

const actionEffects: Readonly<Record<LimitAction, string>> = {
  stop: 'Assistants that ask before each run can no longer run paid skills. Assistants that only report are not stopped.',
  warn: 'Nothing is stopped. Your administrators get an e-mail, and assistants that ask show a warning.',
};

/** A limit and the version of its record. */
export interface VersionedLimit {
  limit: number | null;
  /** Effect of the limit when it is reached; undefined for a limit without one. */
  action?: LimitAction;
  version: number;
}

/** A limit that the dialog sets. */
export interface LimitTarget {
  /** 'Account limit', 'Limit of Leave request'. */
  name: string;
  /** Title of the dialog. */
  title: string;
  stored: VersionedLimit;
  description: string;
  save: (limit: number | null, version: number, action: LimitAction | undefined) => Promise<unknown>;
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
  const [action, setAction] = useState(target.stored.action);
  const [isRemoving, setIsRemoving] = useState(false);
  const mails = useLimitMails();
  const [isMailed, setMailed] = useState(true);

  async function save(limit: number | null) {
    try {
      await target.save(limit, base.version, action);
    } catch (error) {
      const record = findCurrentRecord<object>(error);
      if (!record) throw error;
      const current = target.readCurrent(record);
      setBase(current);
      throw new Error(`Someone else has changed this limit: ${describeLimit(current)}. Confirm again to replace it.`, {
        cause: error,
      });
    }
    if (limit === null) showToast(`${target.name} removed.`);
    else await sayThatItIsSet(`${target.name} set to ${formatEuroAmount(limit)}.`);
    onClose();
  }

  /** Turns the e-mails on too; the limit is set by then, so that a failure of theirs closes the dialog all the same. */
  async function sayThatItIsSet(words: string) {
    try {
      if (isMailed) await mails.turnOn();
      showToast(words);
    } catch (error) {
      showToast(`${words} Its e-mails could not be turned on: ${toErrorWords(error)}`, 'error');
    }
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
    <Dialog opened onClose={onClose} title={target.title}>
      <form {...formProps}>
        <FormAlert>{alert}</FormAlert>
        <TextInput
          data-autofocus
          label="Limit in euros"
          description={target.description}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('limit')}
        />
        {action && (
          <NativeSelect
            mt="md"
            label="When the limit is reached"
            description={actionEffects[action]}
            data={actionOptions}
            value={action}
            onChange={({ currentTarget }) => setAction(currentTarget.value === 'warn' ? 'warn' : 'stop')}
          />
        )}
        {mails.areOff && (
          <Checkbox
            mt="md"
            label="E-mail administrators at 50, 80 and 100%"
            description="For every limit. You can turn it off in Company Profile › Contacts and e-mails."
            checked={isMailed}
            onChange={({ currentTarget }) => setMailed(currentTarget.checked)}
          />
        )}
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
  limit === null ? 'it has been removed' : `it is now ${formatEuroAmount(limit)}`;
