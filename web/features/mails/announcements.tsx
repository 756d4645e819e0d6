import { useQuery } from '@tanstack/react-query';
import type { Announcement } from '#contract/mails/mails.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import styles from './announcements.module.css';
import { LoadError } from '../../records/load-error.tsx';
import { announcementsQuery } from './mails.queries.ts';

/** Below the companies, for the provider's SuperAdmins: a form that mails all companies, and earlier announcements. */
export function Announcements() {
  return (
    <section className={styles.section} aria-labelledby="announcements">
      <div className={styles.head}>
        <h2 id="announcements">Announcements</h2>
        <p>Sent to administrators who subscribed to announcements or maintenance notices.</p>
      </div>
      <div className={styles.columns}>
        <AnnouncementForm />
        <Earlier />
      </div>
    </section>
  );
}

const skeletonRows = ['58%', '44%', '66%'];

function Earlier() {
  const { timeZone } = useCurrentUser();
  const { data, error, isFetching, refetch } = useQuery(announcementsQuery);
  return (
    <div className={styles.earlier}>
      <h3>Earlier announcements</h3>
      {error && !data && <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div aria-busy="true">
          <span className="visually-hidden" role="status">
            Loading announcements
          </span>
          {skeletonRows.map((width) => (
            <div key={width} className={styles.item}>
              <SkeletonLine width={width} />
            </div>
          ))}
        </div>
      )}
      {data?.length === 0 && <p className={styles.none}>No announcements yet.</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((announcement) => (
            <Item key={announcement.id} announcement={announcement} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The text opens on demand, so that the titles can be looked through. */
function Item({ announcement, timeZone }: { announcement: Announcement; timeZone: string }) {
  const { kind, title, body, madeBy, date } = announcement;
  return (
    <li className={styles.item}>
      <details>
        <summary>
          <bdi className={styles.title}>{title}</bdi>
        </summary>
        <p className={styles.body} dir="auto">
          {body}
        </p>
      </details>
      <p className={styles.facts}>
        <span>{`${kind === 'maintenance' ? 'Maintenance' : 'Announcement'} · ${madeBy} · `}</span>
        <time dateTime={date}>{formatDateTime(date, timeZone)}</time>
      </p>
    </li>
  );
}
