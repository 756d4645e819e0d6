import type { AuditVerification, auditFaults } from '#features/protection/contract/audit.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';

type Fault = NonNullable<AuditVerification['fault']>;

export const faultWords: Readonly<Record<(typeof auditFaults)[number], string>> = {
  changed: 'an entry was changed, moved or forged',
  missing: 'an entry was deleted',
  gap: 'the seal of an entry was deleted',
  inserted: 'an entry was added outside the portal',
  cut: 'the end of the log is missing',
  replaced: 'the log is not the one that was signed',
  forged: 'a checkpoint was changed',
  key: 'the key of the seals was lost',
};

/** 'broken: an entry was deleted', from the stored result of a verification. */
export function describeVerdict(verdict: string | null): string {
  const words = verdict === null ? undefined : new Map<string, string>(Object.entries(faultWords)).get(verdict);
  return words === undefined ? 'broken' : `broken, ${words}`;
}

/** Names the first broken entry by its number and time, as far as they are known. */
export function describeFault({ kind, position, entryId, date }: Fault, timeZone: string): string {
  const entry = entryId === null ? '' : `, entry ${entryId}`;
  const time = date === null ? '' : ` of ${formatDateTime(date, timeZone)}`;
  return `The log is broken at place ${position}${entry}${time}: ${faultWords[kind]}.`;
}
