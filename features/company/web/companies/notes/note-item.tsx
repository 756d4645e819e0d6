import { Button } from '@mantine/core';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { CompanyNote } from '#features/company/contract/company-notes.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { useInPlace } from '#web/lib/use-in-place.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useDeleteNote } from './notes.queries.ts';

interface NoteItemProps {
  companyId: string;
  note: CompanyNote;
  onEdit: () => void;
  onDeleted: () => void;
}

/** A note with its author and time. Only who wrote it can change it; it is deleted after a question in its place. */
export function NoteItem({ companyId, note, onEdit, onDeleted }: NoteItemProps) {
  const { timeZone } = useCurrentUser();
  const { isOpen: isAsked, open: ask, close, ref } = useInPlace<HTMLElement>();
  const written = `${note.author}, ${formatDateTime(note.createdAt, timeZone)}`;
  const edited = note.editedAt === null ? '' : `, edited ${formatDateTime(note.editedAt, timeZone)}`;
  return (
    <article ref={ref} aria-label={`Note of ${written}`}>
      <Text breaks="kept" dir="auto" translate="no">
        {note.text}
      </Text>
      <Row gap={4} rowGap={2} wrap justify="between" above={2}>
        <Text as="span" size="sm" tone="faint">
          {`${written}${edited}`}
        </Text>
        {!isAsked && (
          <Row gap={4} size="sm">
            {note.canEdit && (
              <LinkButton aria-label={`Edit the note of ${written}`} onClick={onEdit}>
                Edit
              </LinkButton>
            )}
            <LinkButton aria-label={`Delete the note of ${written}`} onClick={ask}>
              Delete
            </LinkButton>
          </Row>
        )}
      </Row>
      {isAsked && <DeletionQuestion companyId={companyId} note={note} onCancel={close} onDeleted={onDeleted} />}
    </article>
  );
}

interface DeletionQuestionProps extends Omit<NoteItemProps, 'onEdit'> {
  onCancel: () => void;
}

function DeletionQuestion({ companyId, note, onCancel, onDeleted }: DeletionQuestionProps) {
  const deleteNote = useDeleteNote();
  async function confirm() {
    try {
      await deleteNote.mutateAsync({ params: { id: companyId, noteId: note.id } });
      onDeleted();
      showToast('The note has been deleted.');
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return (
    <Row gap={2} rowGap={2} wrap justify="end" above={2} role="group" aria-label="Delete this note?">
      <Text as="span">Delete this note?</Text>
      <Button variant="default" size="compact-md" disabled={deleteNote.isPending} onClick={onCancel}>
        Cancel
      </Button>
      <Button color="red" size="compact-md" loading={deleteNote.isPending} onClick={() => void confirm()}>
        Delete note
      </Button>
    </Row>
  );
}
