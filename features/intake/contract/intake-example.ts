import type * as z from 'zod';
import type { IntakeBatch } from './intake.ts';

/** Example of the OpenAPI document, which the sweeps send. */
export const intakeExample: z.infer<typeof IntakeBatch> = {
  conversations: [
    {
      id: 'conversation-4711',
      date: '2026-11-02T08:30:00.000Z',
      reportedAt: '2026-11-02T08:31:10.000Z',
      skill: 'Leave requests',
      user: { id: 'u-7', email: 'mari.maasikas@acme.example', firstName: 'Mari', lastName: 'Maasikas' },
      status: 'Completed',
      apiCalls: 2,
      messages: [
        {
          id: 'message-1',
          date: '2026-11-02T08:30:00.000Z',
          isAssistant: false,
          author: 'Mari Maasikas',
          data: [{ type: 'text', value: 'I need a day off on Friday.' }],
        },
        {
          id: 'message-2',
          date: '2026-11-02T08:30:04.000Z',
          isAssistant: true,
          author: 'Assistant',
          data: [
            { type: 'text', value: 'Your leave is <b>booked</b>.' },
            { type: 'table', legend: { day: 'Day', hours: 'Hours' }, sourceData: [{ day: '2026-11-06', hours: 8 }] },
          ],
          rating: { date: '2026-11-02T08:30:40.000Z', value: 'positive' },
        },
      ],
      turns: [
        {
          date: '2026-11-02T08:30:00.000Z',
          durationMs: 4000,
          model: 'gpt-5.1',
          inputTokens: 412,
          outputTokens: 38,
          tools: [{ name: 'book_leave', durationMs: 850 }],
        },
      ],
      requests: [{ id: 'run-1', skill: 'Leave requests', date: '2026-11-02T08:30:02.000Z' }],
    },
  ],
  messages: [
    {
      conversationId: 'conversation-4712',
      id: 'message-3',
      date: '2026-11-02T09:00:00.000Z',
      isAssistant: false,
      data: [{ type: 'text', value: 'Reset my password, please.' }],
    },
  ],
  statuses: [{ conversationId: 'conversation-4712', status: 'Escaped', date: '2026-11-02T09:05:00.000Z' }],
  ratings: [
    {
      conversationId: 'conversation-4712',
      messageId: 'message-3',
      date: '2026-11-02T09:06:00.000Z',
      score: 2,
      min: 1,
      max: 5,
      comment: 'It took too long.',
    },
  ],
};
