import { Link } from '@tanstack/react-router';
import { formatShortDay, formatTime } from '#contract/calendar/formats.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { settings } from '../../lib/settings.ts';
import { paths } from '../../paths.ts';
import { NoticeBar } from '../../ui/feedback/notice-bar.tsx';

/** The line above every page of a company that is suspended or will be. */
export function SuspensionBar({ companyName, timeZone, suspension }: CurrentUser) {
  if (!suspension) return null;
  const { from, reason, isInForce } = suspension;
  const instant = Date.parse(from);
  const time = (
    <time dateTime={from}>{`${formatShortDay(getDay(instant, timeZone))}, ${formatTime(instant, timeZone)}`}</time>
  );
  return (
    <NoticeBar tone={isInForce ? 'red' : 'amber'} action={<Link to={paths.contacts()}>Contact us</Link>}>
      <strong>
        {isInForce ? (
          <>
            <span>{`${companyName} was suspended on `}</span>
            {time}
            <span>: all paid features are disabled.</span>
          </>
        ) : (
          <>
            <span>{`${companyName} will be suspended from `}</span>
            {time}
            <span>{` (${getZoneName(timeZone, instant)}): all paid features will be disabled.`}</span>
          </>
        )}
      </strong>
      <span>{` Reason: ${reason}${/[.!?]$/.test(reason) ? '' : '.'} Questions: ${settings.brand.supportEmail}`}</span>
    </NoticeBar>
  );
}
