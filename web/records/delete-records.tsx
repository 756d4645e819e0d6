import { useState, type ReactNode } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { toErrorWords } from '../api/error-words.ts';
import { showToast } from '../ui/feedback/toast-store.ts';
import { ConfirmDelete } from '../ui/forms/confirm-delete.tsx';

interface DeleteRecordsProps<Row> {
  /** The records to delete; the dialog keeps showing them while it closes. */
  records: readonly Row[];
  opened: boolean;
  onClose: () => void;
  /** 'user', '3 users'. */
  getWhat: (count: number) => string;
  /** How the dialog names one record. */
  getName: (row: Row) => string;
  /** Deletes all of the records or none. */
  deleteAll: (rows: readonly Row[]) => Promise<unknown>;
  getDoneText: (count: number) => string;
  /** Effect on things that belong to the records. */
  note?: string;
  /** Names what was selected and is not deleted, with the reason. */
  leftOut?: ReactNode;
  /** Said where the record was already gone, which then counts as deleted. */
  goneText?: string;
  onDeleted?: () => void;
}

/** Asks for the word DELETE, deletes, and says in the toast how it went. A failure leaves the dialog open. */
export function DeleteRecords<Row>(props: DeleteRecordsProps<Row>) {
  const { records, opened, onClose, getWhat, getName, deleteAll, getDoneText, note, goneText, onDeleted } = props;
  const { leftOut } = props;
  // Deleted records leave the list, and with it these props, while the dialog is still fading out.
  const [shown, setShown] = useState(records);
  if (opened && records.length > 0 && shown !== records) setShown(records);

  async function confirm() {
    try {
      await deleteAll(records);
      showToast(getDoneText(records.length));
    } catch (error) {
      const isGone = error instanceof ApiProblem && error.is('record.not-found');
      if (!isGone || goneText === undefined) {
        showToast(toErrorWords(error), 'error');
        throw error;
      }
      showToast(goneText);
    }
    onDeleted?.();
  }

  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      what={getWhat(shown.length)}
      names={shown.map(getName)}
      note={note}
      leftOut={leftOut}
      onConfirm={confirm}
    />
  );
}
