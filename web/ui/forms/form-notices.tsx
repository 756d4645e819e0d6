import { FormAlert } from './form-alert.tsx';
import { StaleSaveNotice } from './stale-save-notice.tsx';
import type { StaleField } from './stale-save-notice.tsx';

interface FormNoticesProps {
  /** What is wrong with the form as a whole. */
  alert: string | null;
  /** The fields in which a refused save differs from the newer record; undefined while no save is refused. */
  staleFields: readonly StaleField[] | undefined;
  onUseTheirs: () => void;
  onKeepMine: () => void;
}

/** What stands above a form's fields after a save that failed. It scrolls into view, because Save is at the foot. */
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
