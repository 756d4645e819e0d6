import { useQuery } from '@tanstack/react-query';
import type { Person, PersonContents } from '#features/protection/contract/erasures.ts';
import { ActionForm, ReasonField } from '#web/records/action-dialog.tsx';
import { deleteWord } from '#web/ui/forms/confirm-word.tsx';
import { queries } from '#web/api/queries.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { Contents } from './contents.tsx';
import { useErasePerson } from './privacy.queries.ts';

const loadSchema = () => import('#features/protection/contract/erasures.ts').then(({ DeletionForm }) => DeletionForm);

interface Props {
  person: Person;
  onClose: () => void;
}

/** Says what an erasure deletes and what stays, and asks for its reason. */
export function ErasePersonDialog({ person: { id, name }, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(
    queries.erasures.getPerson.queryOptions({ input: { params: { id } }, staleTime: 0, throwOnError: false }),
  );
  return (
    <Dialog opened onClose={onClose} title={<bdi>{`Erase ${name}`}</bdi>} widthPx={560}>
      {!data && !error && (
        <Text size="sm" tone="soft">
          Counting what is stored…
        </Text>
      )}
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {data && <EraseForm contents={data} onClose={onClose} />}
    </Dialog>
  );
}

function EraseForm({ contents, onClose }: { contents: PersonContents; onClose: () => void }) {
  const { id, isUser } = contents;
  const erase = useErasePerson();
  return (
    <ActionForm
      values={{ reason: '' }}
      loadSchema={loadSchema}
      run={(body) => erase.mutateAsync({ params: { id }, body })}
      done="The person is being erased."
      label="Erase person"
      isHarmful
      word={deleteWord}
      renderFields={(form) => (
        <ReasonField form={form} description="Recorded in the audit log. This action cannot be undone." />
      )}
      onClose={onClose}
    >
      <Text as="h3" below={2} size="sm">
        Deleted
      </Text>
      <Contents>
        {isUser && <li>The user and the account, unless another company has it</li>}
        <li>Names, e-mail addresses and IDs</li>
        <li>
          {`All texts and images of ${formatCounted(contents.conversations, 'conversations')} with ${formatCounted(contents.messages, 'messages')}, and what is reported later`}
        </li>
        {contents.mails > 0 && <li>{`${formatCounted(contents.mails, 'e-mails')} to the person`}</li>}
        <li>Exports of all data made before</li>
      </Contents>
      <Text as="h3" below={2} size="sm">
        Kept
      </Text>
      <Contents>
        <li>Figures, without a name: conversations, messages, times and costs</li>
        {contents.requests > 0 && (
          <li>{`${formatCounted(contents.requests, 'requests')}, without a text, because they are billed`}</li>
        )}
        {contents.auditEntries > 0 && (
          <li>
            {`Audit log: ${contents.auditEntries.toLocaleString('en')} with the name, because the audit log is sealed`}
          </li>
        )}
        <li>Invoices, and names of those who changed settings</li>
        <li>Backups made before, until they are replaced</li>
        <li>What others wrote about the person in their own conversations</li>
      </Contents>
    </ActionForm>
  );
}
