import { FormAlert } from './form-alert.tsx';
import { StaleSaveNotice } from './stale-save-notice.tsx';
import type { StaleField } from './stale-save-notice.tsx';

interface FormNoticesProps {
  /** The problem of the form as a whole. */
  alert: string | null;
  /** The fields in which a stale save differs from the newer record; undefined while no save is stale. */
  staleFields: readonly StaleField[] | undefined;
  onUseTheirs: () => void;
  onKeepMine: () => void;
}

/** The problems of a failed save above the fields. They scroll into view, because Save is at the foot. */
export function FormNotices({ alert, staleFields, onUseTheirs, onKeepMine }: FormNoticesProps) {
  if (!alert && !staleFields) return null;
  return (
    <div ref={reveal}>
      <FormAlert>{alert}</FormAlert>
      {staleFields && <StaleSaveNotice fields={staleFields} onUseTheirs={onUseTheirs} onKeepMine={onKeepMine} />}
    </div>
  );
}

function reveal(notices: HTMLElement | null) {
  notices?.scrollIntoView({ block: 'center' });
}
