import { useVersionedForm, type useVersionedForm as VersionedForm } from '../api/use-versioned-form.ts';
import { useLeaveGuard } from '../lib/use-unsaved-changes-guard.ts';
import type { StaleField } from '../ui/forms/stale-save-notice.tsx';

type Options<Values extends Record<string, unknown>, Stored extends object> = Parameters<
  typeof VersionedForm<Values, Stored>
>[0] & {
  /** The fields in which a newer record differs from the form, for a save that was refused as stale. */
  readonly listDifferences: (newer: Stored, mine: Values) => readonly StaleField[];
};

/**
 * The state of a `RecordForm`: values over one version of a record, the problems of a save, the newer record where the
 * save was stale, and the guard of unsaved changes.
 */
export function useRecordForm<Values extends Record<string, unknown>, Stored extends object>(
  options: Options<Values, Stored>,
) {
  const state = useVersionedForm(options);
  const { form, newer } = state;
  const guard = useLeaveGuard(() => form.isDirty());
  return {
    ...state,
    staleFields: newer && options.listDifferences(newer, form.values),
    guard,
    isUnchanged: !form.isDirty(),
    /** Nothing is unsaved any more, for example once the record is deleted. */
    forget: () => form.resetDirty(),
  };
}
