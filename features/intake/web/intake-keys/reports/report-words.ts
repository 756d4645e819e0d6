import type { KeyReportDay, RejectReason } from '#features/intake/contract/key-reports.ts';

/** Why something was rejected, and what helps. */
export const rejectWords: Readonly<Record<RejectReason, { readonly label: string; readonly help: string }>> = {
  fields: { label: 'Invalid fields', help: 'Items do not fit the format. The answer to the call names each field.' },
  time: { label: 'Time out of range', help: 'A date is missing, more than 10 years ago or more than a day ahead.' },
  repeated: { label: 'ID used twice', help: 'Two messages of a conversation have the same ID and different contents.' },
  ids: { label: 'IDs missing', help: 'A span has no trace ID or span ID, or a log record names no conversation.' },
  full: { label: 'Too many spans', help: 'A trace, or all that name one conversation, can have 10,000 spans.' },
  deleted: {
    label: 'Deleted conversation',
    help: 'Your company has deleted the conversation. Nothing of it is stored again.',
  },
  many: { label: 'Too many records', help: 'One export can have 10,000 spans or log records.' },
  malformed: { label: 'Unreadable', help: 'The body of a call could not be read. The answer says why.' },
  large: { label: 'Too large', help: 'A call can have 8 MB and a million values.' },
  type: { label: 'Wrong type', help: 'The content type or encoding of a call is not supported.' },
  busy: { label: 'Sent again later', help: 'Too much at a time: the sender was asked to repeat the call.' },
  suspended: { label: 'Company suspended', help: 'Reports are denied while your company is suspended.' },
  failed: { label: 'Error of the portal', help: 'The portal could not take the call. Please contact the provider.' },
};

export const countRejected = ({ rejected }: Pick<KeyReportDay, 'rejected'>): number =>
  rejected.reduce((sum, { items }) => sum + items, 0);

/** The reasons of all days, the most frequent first. */
export function sumReasons(days: readonly KeyReportDay[]): { reason: RejectReason; items: number }[] {
  const sums = new Map<RejectReason, number>();
  for (const { reason, items } of days.flatMap(({ rejected }) => rejected)) {
    sums.set(reason, (sums.get(reason) ?? 0) + items);
  }
  return [...sums].map(([reason, items]) => ({ reason, items })).toSorted((one, other) => other.items - one.items);
}

const silenceLabels: Readonly<Record<number, string>> = {
  1: '1 hour',
  6: '6 hours',
  24: '1 day',
  72: '3 days',
  168: '7 days',
};

export const describeSilence = (hours: number): string => silenceLabels[hours] ?? `${hours} hours`;
