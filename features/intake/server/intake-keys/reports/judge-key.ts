import type { JudgedKey } from './key-reports.repository.ts';

export type KeyTurn = 'silent' | 'failing' | 'failing-over';

/** Fewer rejected items are no jump. */
const leastRejected = 10;
/** Rejected of all items: from where on a key fails, and below which it does no more. */
const failingShare = 0.2;
const calmShare = 0.1;
/** How many times the share of the day before. */
const jump = 3;

const hourMs = 60 * 60 * 1000;

const isOn = (at: Date | null, overAt: Date | null) => at !== null && (overAt === null || overAt < at);

const toShare = (rejected: number, accepted: number) =>
  rejected + accepted === 0 ? 0 : rejected / (rejected + accepted);

/** Finds the states that a key enters or leaves, by the items of its last two hours and of the day before. */
export function judgeKey(key: JudgedKey, now: Date): KeyTurn[] {
  const turns: KeyTurn[] = [];
  if (isSilent(key, now) && !isOn(key.silentAt, key.silenceOverAt)) turns.push('silent');
  const share = toShare(key.rejected, key.accepted);
  if (isOn(key.failingAt, key.failingOverAt)) {
    if (key.rejected + key.accepted > 0 && share < calmShare) turns.push('failing-over');
  } else if (
    key.rejected >= leastRejected &&
    share >= failingShare &&
    share >= jump * toShare(key.rejectedBefore, key.acceptedBefore)
  ) {
    turns.push('failing');
  }
  return turns;
}

function isSilent({ acceptedAt, silenceHours }: JudgedKey, now: Date): boolean {
  return acceptedAt !== null && silenceHours !== null && now.getTime() - acceptedAt.getTime() > silenceHours * hourMs;
}
