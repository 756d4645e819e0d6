import type { DroppedPart, DropReason, DryRun, PayloadKind } from '#features/intake/contract/dry-runs.ts';
import type { UnreadKind } from '#features/intake/contract/unread-names.ts';
import { formatBytes, formatCount, formatCounted } from '#web/lib/numbers.ts';

export const kindLabels: Readonly<Record<PayloadKind, string>> = {
  conversations: 'Conversations (Steward JSON)',
  traces: 'OpenTelemetry traces',
  logs: 'OpenTelemetry logs',
};

const dropLabels: Readonly<Record<DropReason, string>> = {
  'no-assistant': 'Has no attribute of an assistant',
  unknown: 'Not read',
  outranked: 'Another attribute counts',
  unreadable: 'Blank, or not a text or number',
  'not-spoken': 'Input or output of a tool, not a message',
  'no-rating': 'An evaluation, but not by the user or without a known scale',
  open: 'Its outer span has not ended and names no conversation',
};

export function describeDrop({ reason, by, looksLike }: Pick<DroppedPart, 'reason' | 'by' | 'looksLike'>): string {
  if (by !== undefined) return `${by} counts instead`;
  return looksLike === undefined
    ? dropLabels[reason]
    : `${dropLabels[reason]}, but looks like ${likenessNouns[looksLike]}`;
}

const likenessNouns: Readonly<Record<UnreadKind, string>> = {
  conversation: 'the ID of a conversation',
  person: 'a user',
  skill: 'a skill',
  text: 'the text of a message',
};

const encodings = { json: 'JSON', protobuf: 'protobuf' } as const;

/** `OpenTelemetry traces, protobuf, gzip, 12.3 kB`. */
export function describeFormat({ kind, encoding, isCompressed, bytes }: DryRun['format']): string {
  const parts = [kind === 'conversations' ? 'Conversations' : kindLabels[kind], encodings[encoding]];
  return [...parts, ...(isCompressed ? ['gzip'] : []), formatBytes(bytes)].join(', ');
}

const itemNouns = { conversations: 'items', traces: 'spans', logs: 'log records' } as const;

/** Sums up the dry run in one sentence. */
export function describeOutcome({ format, accepted, rejected, totalConversations }: DryRun): string {
  const noun = itemNouns[format.kind];
  const counts = [
    ...(accepted > 0 || rejected === 0 ? [`${formatCounted(accepted, noun)} accepted`] : []),
    ...(rejected > 0 ? [`${accepted > 0 ? formatCount(rejected) : formatCounted(rejected, noun)} rejected`] : []),
  ].join(', ');
  if (totalConversations === 0) return `${counts}. No conversation would be created.`;
  return `${counts}: ${formatCounted(totalConversations, 'conversations')}.`;
}
