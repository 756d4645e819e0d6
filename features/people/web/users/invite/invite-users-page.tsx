import { Button, NativeSelect, Textarea, type ButtonProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useFocusRescue } from '#web/lib/focus-heading.ts';
import { formatCount, toNoun } from '#web/lib/numbers.ts';
import { useUnsavedInput } from '#web/lib/unsaved-input.ts';
import { paths } from '#web/paths.ts';
import { FieldGrid, FormSection } from '#web/ui/forms/form-layout.tsx';
import { TextFileButton } from '#web/ui/forms/text-file-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { userRolesQuery } from '../users.queries.ts';
import { inviteColumns, listAssigned } from './invite-columns.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { maxInvitations, parseInvitations } from './parse-invitations.ts';
import { useInvitations } from './use-invitations.ts';

const example = 'mari@example.com, Mari, Maasikas, User';

/** `/users/invite`: many people at once, from a pasted list or a CSV file. */
export function InviteUsersPage() {
  const { companyName } = useCurrentUser();
  const { data: grantable = ['User' as Role] } = useQuery(userRolesQuery);
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('User');
  // Deferred, so that a long list does not keep a keystroke waiting.
  const settled = useDeferredValue(text);
  const rows = useMemo(() => parseInvitations(settled, { company: companyName, role }), [settled, companyName, role]);
  const { listed, counts, isSending, wait, send } = useInvitations(rows);
  useUnsavedInput(() => text.trim() !== '');
  const context = useMemo(() => ({ assigned: listAssigned(rows) }), [rows]);
  const isTooLong = rows.length > maxInvitations;
  return (
    <>
      <PageHeader
        title="Invite users"
        purpose="Paste addresses or choose a CSV file, check the list, then send the invitations."
        actions={<Link to={paths.users()}>User management</Link>}
      />
      <FormSection
        title="People"
        description="Addresses from an e-mail program or a spreadsheet, or one person per line: e-mail, first name, last name, role, company, SAP Login ID, department, cost centre."
      >
        <FieldGrid>
          <div data-wide>
            <Textarea
              label="Addresses"
              description={`For example: ${example}. A header line is recognized.`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              rows={8}
              spellCheck={false}
              disabled={isSending}
            />
          </div>
          <div data-low>
            <TextFileButton
              label="CSV file"
              accept=".csv,.txt,text/csv,text/plain"
              isDisabled={isSending}
              onText={setText}
            >
              Choose a CSV file
            </TextFileButton>
          </div>
          <NativeSelect
            label="Default role"
            data={[...grantable]}
            value={role}
            onChange={(event) => setRole(grantable.find((each) => each === event.currentTarget.value) ?? 'User')}
            disabled={isSending}
          />
        </FieldGrid>
      </FormSection>
      {rows.length > 0 && (
        <Block aria-label="Preview" as="section" pad={[6, 0, 0]} rule="above">
          <Text role="status" breaks="anywhere">
            {`${
              isTooLong
                ? `The list has ${formatCount(rows.length)} people. Invite at most ${formatCount(maxInvitations)} at once.`
                : describe(counts)
            }${wait ? ` ${wait}` : ''}`}
          </Text>
          <Block above={4} below={4}>
            {counts.invited > 0 && counts.ready === 0 ? (
              <Link to={paths.users()}>See them in the list of users</Link>
            ) : (
              <SendButton loading={isSending} disabled={isTooLong || counts.ready === 0} onClick={() => void send()}>
                {counts.invited > 0 || counts.failed > 0 ? 'Send the rest' : 'Send invitations'}
              </SendButton>
            )}
          </Block>
          <RecordTable
            caption="People to invite"
            columns={inviteColumns}
            rows={listed}
            context={context}
            getKey={({ place }) => String(place)}
            loadingLabel="Reading the list"
            skeletonRowCount={3}
            empty={null}
            rowHeightPx={38}
            isDense
          />
        </Block>
      )}
    </>
  );
}

function describe({ ready, invited, exists, invalid, failed }: ReturnType<typeof useInvitations>['counts']): string {
  const parts = [
    invited > 0 && `${formatCount(invited)} invited`,
    ready > 0 && `${formatCount(ready)} ready`,
    exists > 0 && `${formatCount(exists)} already ${toNoun(exists, 'users')}`,
    invalid > 0 && `${formatCount(invalid)} with a problem`,
    failed > 0 && `${formatCount(failed)} not invited`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** Gives the focus on where everyone is invited and it is gone. */
function SendButton(props: ButtonProps & { onClick: () => void }) {
  useFocusRescue();
  return <Button {...props} />;
}
