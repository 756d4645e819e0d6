import { allSkillsId } from '#features/money/contract/usage-ids.ts';

/** The billed requests of a skill or of all, of a user or of all, or of a conversation; without days those of the month of the page. */
export interface ShownRequests {
  skill: string;
  from?: string | undefined;
  to?: string | undefined;
  user?: string | undefined;
  conversation?: string | undefined;
}

const joint = '~';

/** The search of the usage page with the list of these requests over it. */
export function toRequestsSearch({
  from,
  to,
  user,
  conversation,
  skill = allSkillsId,
}: Required<Pick<ShownRequests, 'from' | 'to'>> & Partial<ShownRequests>) {
  const narrowing = [user, conversation];
  const parts = [skill, from, to, ...narrowing.slice(0, narrowing.findLastIndex((each) => each !== undefined) + 1)];
  return { period: to?.slice(0, 7), skill: parts.join(joint) };
}

/** The requests of an address such as `<skill>~2026-11-01~2026-11-30`. */
export function parseRequests(id: string): ShownRequests {
  const [skill = '', from, to, user = '', conversation = ''] = id.split(joint);
  return { skill, from, to, user: user || undefined, conversation: conversation || undefined };
}
