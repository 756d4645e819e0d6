import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can } from '#contract/capabilities.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import { toRequestsSearch } from '../requests-address.ts';
import { look } from '../../ui/layout/layout.tsx';

interface RequestsLinkProps {
  range: { readonly from: string; readonly to: string };
  /** All skills without it. */
  skill?: string;
  /** Narrows the list down to one conversation. */
  conversation?: string;
  children: ReactNode;
}

/** From a number of billed requests to their list; words alone for who may not see billing. */
export function RequestsLink({ range: { from, to }, skill, conversation, children }: RequestsLinkProps) {
  const user = useCurrentUser();
  if (!can(user, 'billing.read')) return children;
  const toDay = (instant: string) => getDay(Date.parse(instant), user.timeZone);
  const search = toRequestsSearch({
    from: toDay(from),
    to: toDay(to),
    conversation,
    ...(skill !== undefined && { skill }),
  });
  return (
    <Link to={paths.usage()} search={search} {...look({ tone: 'quiet' })}>
      {children}
    </Link>
  );
}
