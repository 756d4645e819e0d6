import { useQuery } from '@tanstack/react-query';
import type { Announcement } from '#features/mail/contract/mails.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { Block, Columns, Text } from '#web/ui/layout/layout.tsx';
import styles from './mails.module.css';
import { LoadError } from '#web/records/load-error.tsx';
import { announcementsQuery } from './mails.queries.ts';

/** Below the companies, for the provider's SuperAdmins: a form that mails all companies, and earlier announcements. */
export function Announcements() {
  return (
    <Block as="section" above={12} aria-labelledby="announcements">
      <Block below={5}>
        <h2 id="announcements">Announcements</h2>
        <Text above={2} size="sm" tone="soft" breaks="pretty" measure={42}>
          Sent to administrators who subscribed to announcements or maintenance notices.
        </Text>
      </Block>
      <Columns
        of={['≤26rem', 1]}
        gap={12}
        rowGap={8}
        align="start"
        collapse="tablet"
        rule="strong-above"
        pad={[6, 0, 0]}
      >
        <AnnouncementForm />
        <Earlier />
      </Columns>
    </Block>
  );
}

const skeletonRows = ['58%', '44%', '66%'];

function Earlier() {
  const { timeZone } = useCurrentUser();
  const { data, error, isFetching, refetch } = useQuery(announcementsQuery);
  return (
    <div>
      <Text as="h3" size="sm" tone="faint" weight="plain">
        Earlier announcements
      </Text>
      {error && !data && <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div aria-busy="true">
          <span className="visually-hidden" role="status">
            Loading announcements
          </span>
          {skeletonRows.map((width) => (
            <Block key={width} pad={[3, 0]} rule="below" className={styles.item}>
              <SkeletonLine width={width} />
            </Block>
          ))}
        </div>
      )}
      {data?.length === 0 && (
        <Text pad={[3, 0]} tone="soft">
          No announcements yet.
        </Text>
      )}
      {data && data.length > 0 && (
        <Block as="ul" className={styles.list}>
          {data.map((announcement) => (
            <Item key={announcement.id} announcement={announcement} timeZone={timeZone} />
          ))}
        </Block>
      )}
    </div>
  );
}

/** The text opens on demand, so that the titles can be looked through. */
function Item({ announcement, timeZone }: { announcement: Announcement; timeZone: string }) {
  const { kind, title, body, madeBy, date } = announcement;
  return (
    <Block as="li" pad={[3, 0]} rule="below" className={styles.item}>
      <details>
        <summary>
          <Block as="bdi" weight="medium" breaks="anywhere">
            {title}
          </Block>
        </summary>
        <Text above={2} below={3} breaks="kept" measure={42} dir="auto">
          {body}
        </Text>
      </details>
      <Text size="sm" tone="faint" number breaks="anywhere">
        <span>{`${kind === 'maintenance' ? 'Maintenance' : 'Announcement'} · ${madeBy} · `}</span>
        <time dateTime={date}>{formatDateTime(date, timeZone)}</time>
      </Text>
    </Block>
  );
}
