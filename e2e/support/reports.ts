import { expect, inject } from 'vitest';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { callAs, newWord, type createCompany } from './people.ts';

type Founder = Awaited<ReturnType<typeof createCompany>>;

/** Reports conversations of a company as its assistant does. */
export async function report(
  { email, password }: Founder,
  conversations: readonly IntakeConversation[],
): Promise<void> {
  const send = await callAs(email, password);
  const { secret } = (await send('POST', '/intake/keys', { name: newWord() })) as { secret: string };
  const answer = await fetch(`${inject('productUrl')}/api/intake/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ conversations }),
  });
  expect(await answer.json()).toEqual({ accepted: conversations.length, rejected: [] });
}
