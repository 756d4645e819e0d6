import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyNote, CompanyNotes } from '#features/company/contract/company-notes.ts';
import { findCurrentRecord } from '#web/api/form-errors.ts';
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
  const [editedId, setEditedId] = useState<string>();
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
            {note.id === editedId ? (
              <EditedNote companyId={companyId} note={note} onEnd={() => setEditedId(undefined)} />
            ) : (
              <NoteItem companyId={companyId} note={note} onEdit={() => setEditedId(note.id)} />
            )}
          </Block>
        ))}
      </Stack>
      {count > notes.length && (
        <Text above={2} size="sm" tone="faint">{`The newest ${formatCount(notes.length)} are shown.`}</Text>
      )}
    </>
  );
}

interface EditedNoteProps {
  companyId: string;
  note: CompanyNote;
  onEnd: () => void;
}

function EditedNote({ companyId, note, onEnd }: EditedNoteProps) {
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
      isFocused
      send={send}
      onCancel={onEnd}
    />
  );
}
