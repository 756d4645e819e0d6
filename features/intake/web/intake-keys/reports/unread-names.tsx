import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { UnreadKind, UnreadName } from '#features/intake/contract/unread-names.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { DataTable } from '#web/ui/records/data-table.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';

const likenesses: Readonly<Record<UnreadKind, string>> = {
  conversation: 'The ID of a conversation',
  person: 'A user',
  skill: 'A skill',
  text: 'The text of a message',
};

/** The attributes of a key that look like something that is read. */
export function UnreadNames({ unread }: { unread: readonly UnreadName[] }) {
  const { timeZone } = useCurrentUser();
  return (
    <Block as="section" above={6} below={6} aria-labelledby="unread-names">
      <h2 id="unread-names">Attributes that are not read</h2>
      {unread.length === 0 ? (
        <Text above={4} size="sm" tone="soft">
          No attribute of the last 30 days looks like a conversation, user, skill or text without being read.
        </Text>
      ) : (
        <>
          <Text above={4} below={3} size="sm" tone="soft">
            These look like something the portal reads, by their names alone.{' '}
            <Link to={paths.reportedNames()}>Mapping</Link> reads a user or skill from any attribute; what names a
            conversation or text has to be sent under a name of the guide.
          </Text>
          <DataTable caption="Attributes that are not read">
            <thead>
              <tr>
                <th scope="col">Attribute</th>
                <th scope="col">Looks like</th>
                <th scope="col">Said by another attribute</th>
                <th scope="col">Last seen</th>
              </tr>
            </thead>
            <tbody>
              {unread.map(({ name, kind, isMissed, seenAt }) => (
                <tr key={name}>
                  <th scope="row">
                    <Text translate="no" as="code" breaks="anywhere">
                      {name}
                    </Text>
                  </th>
                  <td>{likenesses[kind]}</td>
                  <td>{isMissed ? 'No' : 'Yes'}</td>
                  <td>{formatDateTime(seenAt, timeZone)}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </>
      )}
    </Block>
  );
}
