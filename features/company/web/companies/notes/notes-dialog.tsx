import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CompanyNote, CompanyNotes } from '#features/company/contract/company-notes.ts';
import { findCurrentRecord } from '#web/api/form-errors.ts';
import { useInPlace } from '#web/lib/use-in-place.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { Block, Stack, Text } from '#web/ui/layout/layout.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import { getNotesQuery, useCreateNote, useUpdateNote } from './notes.queries.ts';

interface NotesDialogProps {
  companyId: string;
  onClose: () => void;
}

/** The provider's notes about a company, over the list of companies: `/companies?notes=<id>`. */
export function NotesDialog({ companyId, onClose }: NotesDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(getNotesQuery(companyId));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={data ? <bdi>{`Notes about ${data.companyName}`}</bdi> : 'Notes'}
      widthPx={640}
    >
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <SkeletonLines label="Loading the notes" widths={['100%', '80%', '60%']} />}
      {data && <Notes companyId={companyId} {...data} />}
    </Dialog>
  );
}

function Notes({ companyId, count, notes }: CompanyNotes & { companyId: string }) {
  const create = useCreateNote();
  const [added, setAdded] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The pressed button has gone with its form.
    if (added > 0 && document.activeElement === document.body) field.current?.focus();
  }, [added]);
  return (
    <>
      <Text below={4} tone="soft">
        Only the provider sees notes. They are in no export of the company, and are deleted with it.
      </Text>
      <NoteForm
        // Empty again after each.
        key={added}
        label="New note"
        button="Add note"
        done="The note has been added."
        isFocused={notes.length === 0}
        field={field}
        send={async (text) => {
          await create.mutateAsync({ params: { id: companyId }, body: { text } });
          setAdded(added + 1);
        }}
      />
      {notes.length === 0 && (
        <Text above={6} tone="faint">
          No notes yet.
        </Text>
      )}
      <Stack as="ul" above={6} rule="entries" aria-label="Notes">
        {notes.map((note) => (
          <Block as="li" key={note.id} pad={[4, 0]}>
            <Note companyId={companyId} note={note} onDeleted={() => field.current?.focus()} />
          </Block>
        ))}
      </Stack>
      {count > notes.length && (
        <Text above={2} size="sm" tone="faint">{`The newest ${formatCount(notes.length)} are shown.`}</Text>
      )}
    </>
  );
}

interface NoteProps {
  companyId: string;
  note: CompanyNote;
}

function Note({ onDeleted, ...which }: NoteProps & { onDeleted: () => void }) {
  const { isOpen, open, close, ref } = useInPlace<HTMLDivElement>();
  return (
    <div ref={ref}>
      {isOpen ? <EditedNote {...which} onEnd={close} /> : <NoteItem {...which} onEdit={open} onDeleted={onDeleted} />}
    </div>
  );
}

function EditedNote({ companyId, note, onEnd }: NoteProps & { onEnd: () => void }) {
  const update = useUpdateNote();
  // A list that is loaded again while the note is edited does not make the save a newer one.
  const [version, setVersion] = useState(note.version);
  async function send(text: string) {
    try {
      await update.mutateAsync({ params: { id: companyId, noteId: note.id }, body: { text, version } });
    } catch (error) {
      // After the words about it, a second save replaces the newer text.
      setVersion(findCurrentRecord<CompanyNote>(error)?.version ?? version);
      throw error;
    }
    onEnd();
  }
  return (
    <NoteForm
      label="Note"
      text={note.text}
      button="Save"
      done="The note has been saved."
      send={send}
      onCancel={onEnd}
    />
  );
}
