import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationsPerCall } from '#features/people/contract/user-steps.ts';
import type { InvitationResult } from '#features/people/contract/users.ts';
import { client } from '#web/api/client.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import type { ParsedRow } from './parse-invitations.ts';

/** `ready` can be sent; `failed` can be sent again. */
export type InviteState = 'ready' | 'invalid' | 'failed' | Exclude<InvitationResult['result'], 'waiting'>;

export interface InviteRow extends ParsedRow {
  readonly state: InviteState;
}

/**
 * Sends the rows in calls of twenty and keeps the result of each by its address, so that the rest can be sent again. A
 * lost connection repeats a call under its key, which invites none twice.
 */
export function useInvitations(rows: readonly ParsedRow[]) {
  const queryClient = useQueryClient();
  const call = useIdempotentCall();
  const [results, setResults] = useState<ReadonlyMap<string, InvitationResult['result']>>(new Map());
  const [isSending, setSending] = useState(false);
  const [wait, setWait] = useState<string>();
  const listed = rows.map((row): InviteRow => ({ ...row, state: toState(row, results) }));
  const sendable = listed.filter(({ state }) => state === 'ready' || state === 'failed');
  const count = (state: InviteState) => listed.filter((row) => row.state === state).length;

  async function sendAll() {
    for (let start = 0; start < sendable.length; start += invitationsPerCall) {
      const users = sendable.slice(start, start + invitationsPerCall).map(({ invitation }) => invitation);
      const answer = await call((headers) => client.users.createMany({ body: { users }, headers }));
      setResults((known) => new Map([...known, ...answer.results.map(toEntry)]));
      if (answer.retryAfterSeconds !== undefined) return describeWait(answer.retryAfterSeconds);
    }
    return undefined;
  }

  async function send() {
    if (isSending) return;
    setSending(true);
    setWait(undefined);
    try {
      setWait(await sendAll());
    } catch (error) {
      setWait(`${toErrorWords(error)} Rows without a result can be sent again.`);
    } finally {
      setSending(false);
      void queryClient.invalidateQueries({ queryKey: queries.users.list.key() });
    }
  }

  const counts = {
    ready: sendable.length,
    invited: count('invited'),
    exists: count('exists'),
    invalid: count('invalid'),
    failed: count('refused'),
  };
  return { listed, counts, isSending, wait, send };
}

const toEntry = ({ email, result }: InvitationResult) => [email.toLowerCase(), result] as const;

function toState(
  { invitation, problem }: ParsedRow,
  results: ReadonlyMap<string, InvitationResult['result']>,
): InviteState {
  if (problem !== undefined) return 'invalid';
  const result = results.get(invitation.email.toLowerCase());
  if (result === undefined) return 'ready';
  return result === 'waiting' ? 'failed' : result;
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Your company has sent its invitations for this hour. Send the rest in ${formatCounted(minutes, 'minutes')}.`;
}
