import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { limitPlaces } from '#contract/attention/attention-kinds.ts';
import { can } from '#contract/capabilities.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { unsuccessfulStatuses } from '#contract/conversations/conversations.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { LogLink } from '#web/records/range/log-link.tsx';
import { RequestsLink } from '#web/records/range/requests-link.tsx';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { look } from '#web/ui/layout/layout.tsx';
import type { Figures } from './managed-skills.ts';

interface Month {
  readonly from: string;
  readonly to: string;
}

interface FigureCellProps {
  /** Undefined while they are loading, null where they could not be loaded. */
  figures: Figures | null | undefined;
  children: (figures: Figures) => ReactNode;
}

/** A figure of the month. Everything has its place while it is loading. */
export function FigureCell({ figures, children }: FigureCellProps) {
  if (figures === undefined) return <SkeletonLine width="3rem" />;
  return figures === null ? '–' : children(figures);
}

interface RequestsOfProps {
  id: string;
  count: number;
  month: Month | undefined;
  children: string;
}

/** To the billed requests of the skill in the month, where there are some. */
export function RequestsOf({ id, count, month, children }: RequestsOfProps) {
  if (count === 0 || !month) return children;
  return (
    <RequestsLink range={month} skill={id}>
      {children}
    </RequestsLink>
  );
}

interface SuccessLinkProps {
  id: string;
  /** Whether all were successful. */
  isWhole: boolean;
  month: Month | undefined;
  children: string;
}

/** To the conversations of the month that were not successful, or to all where all were. */
export function SuccessLink({ id, isWhole, month, children }: SuccessLinkProps) {
  const user = useCurrentUser();
  if (!month || !can(user, 'transcripts.read-own')) return children;
  const toDay = (instant: string) => getDay(Date.parse(instant), user.timeZone);
  const status = isWhole ? {} : { status: unsuccessfulStatuses.join(',') };
  return (
    <LogLink
      search={{ skills: id, from: toDay(month.from), to: toDay(month.to), ...status }}
      explanation={isWhole ? 'Conversations of this month' : 'Conversations that were not successful'}
    >
      {children}
    </LogLink>
  );
}

/** To the limits of skills. */
export const LimitLink = ({ children }: { children: string }) => (
  <Link to={paths.usage()} hash={limitPlaces.skill} {...look({ tone: 'quiet' })}>
    {children}
  </Link>
);
