import { randomUUID } from 'node:crypto';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';

const skills = 40;
const users = 2000;
const dayMs = 86_400_000;
const statuses = ['Completed', 'Completed', 'Completed', 'Failed', 'Escaped'] as const;

const below = (limit: number) => Math.floor(Math.random() * limit);

/** New conversations of the last days, each with two messages and one billed run. */
export function makeConversations(count: number, days = 1): IntakeConversation[] {
  return Array.from({ length: count }, () => makeConversation(days));
}

function makeConversation(days: number): IntakeConversation {
  const startedAt = Date.now() - below(days * dayMs);
  const at = (seconds: number) => new Date(startedAt + seconds * 1000).toISOString();
  const user = below(users);
  const say = (isAssistant: boolean, seconds: number, value: string) => ({
    id: randomUUID(),
    date: at(seconds),
    isAssistant,
    author: isAssistant ? 'Assistant' : `User ${user}`,
    data: [{ type: 'text' as const, value }],
  });
  return {
    id: randomUUID(),
    date: at(0),
    reportedAt: at(30),
    skill: `Skill ${below(skills)}`,
    user: { id: `user-${user}`, firstName: 'User', lastName: String(user) },
    status: statuses[below(statuses.length)] ?? 'Completed',
    apiCalls: below(5),
    messages: [
      say(false, 1, 'Good morning, what is the status of my invoice 4500017263, please?'),
      say(true, 4, 'The invoice <b>4500017263</b> over 1,240.00 EUR was posted on Monday and will be paid on Friday.'),
    ],
  };
}
