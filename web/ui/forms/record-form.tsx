import { Button } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { Dialog, DialogActions } from '../dialog.tsx';
import { FormActions, ReadOnlyFields } from './form-layout.tsx';
import { FormAlert } from './form-alert.tsx';
import { StaleSaveNotice, type StaleField } from './stale-save-notice.tsx';

/** State of a record's form; `useRecordForm` of `web/records` answers it. */
export interface RecordFormState {
  /** Problem of the form as a whole. */
  readonly alert: string | null;
  /** The fields in which a refused save differs from the newer record; undefined while no save is stale. */
  readonly staleFields: readonly StaleField[] | undefined;
  readonly useTheirs: () => void;
  readonly keepMine: () => void;
  /** Holds back a navigation that would lose unsaved changes. */
  readonly guard: {
    readonly isHeld: boolean;
    readonly stay: () => void;
    readonly leave: () => void;
  };
  readonly isSaving: boolean;
  /** Whether the form holds what is stored; false where that is not known. */
  readonly isUnchanged?: boolean;
  readonly submit: (event?: SubmitEvent<HTMLFormElement>) => void;
}

interface RecordFormProps {
  state: RecordFormState;
  saveLabel: string;
  onCancel: () => void;
  /** Saving has to wait, for example for an upload. */
  isSaveDisabled?: boolean;
  /** The fields are shown without Save, because the user may not change them. */
  isReadOnly?: boolean;
  /** A further action at the far end of the buttons, for example Delete. */
  aside?: ReactNode;
  /** The sections of fields. */
  children: ReactNode;
}

/**
 * The form of a record, for creating and for editing: problems and the stale notice above the fields, Save and Cancel
 * below them, and the dialog that guards unsaved changes.
 */
export function RecordForm({
  state,
  saveLabel,
  onCancel,
  isSaveDisabled,
  isReadOnly,
  aside,
  children,
}: RecordFormProps) {
  const { alert, staleFields, useTheirs, keepMine, guard, isSaving, isUnchanged = false, submit } = state;
  if (isReadOnly) return <ReadOnlyFields>{children}</ReadOnlyFields>;
  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <FormNotices alert={alert} staleFields={staleFields} onUseTheirs={useTheirs} onKeepMine={keepMine} />
      {children}
      <FormActions
        saveLabel={saveLabel}
        onCancel={onCancel}
        saving={isSaving}
        isResting={isUnchanged && !alert && !staleFields}
        {...(isSaveDisabled && { disabled: true })}
      >
        {aside}
      </FormActions>
      <UnsavedChangesDialog opened={guard.isHeld} onStay={guard.stay} onLeave={guard.leave} />
    </form>
  );
}

interface FormNoticesProps {
  /** The problem of the form as a whole. */
  alert: string | null;
  /** The fields in which a stale save differs from the newer record; undefined while no save is stale. */
  staleFields: readonly StaleField[] | undefined;
  onUseTheirs: () => void;
  onKeepMine: () => void;
}

/** The problems of a failed save above the fields. They scroll into view, because Save is at the foot. */
function FormNotices({ alert, staleFields, onUseTheirs, onKeepMine }: FormNoticesProps) {
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

interface UnsavedChangesDialogProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before a page with unsaved changes is left. Escape and a click outside stay. */
function UnsavedChangesDialog({ opened, onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <Dialog opened={opened} onClose={onStay} title="Leave without saving?">
      <p>You have unsaved changes that will be lost.</p>
      <DialogActions>
        <Button variant="default" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button onClick={onStay} data-autofocus>
          Stay on this page
        </Button>
      </DialogActions>
    </Dialog>
  );
}
