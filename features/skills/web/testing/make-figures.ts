import type { SkillFigures } from '#features/dashboard/contract/skill-figures.ts';
import { addDays } from '#contract/calendar/zones.ts';

/** Figures of 1 to 21 November 2026 in Tallinn, with the given differences. */
export function makeFigures(different: Partial<SkillFigures> = {}): SkillFigures {
  return {
    from: '2026-10-31T22:00:00.000Z',
    to: '2026-11-21T21:59:59.999Z',
    timeZone: 'Europe/Tallinn',
    date: '2026-11-21T10:00:05.000Z',
    conversations: 1394,
    requests: 892,
    cost: 401.405,
    successRate: 92.4,
    previous: {
      from: '2026-10-10T21:00:00.000Z',
      to: '2026-10-31T21:59:59.999Z',
      conversations: 2788,
      requests: 446,
      cost: 401.405,
      successRate: 90.1,
    },
    topUsers: [
      { _id: 'u1', firstName: 'Maarja', lastName: 'Kask', total: 259 },
      { _id: 'u2', firstName: 'Ada', lastName: '', total: 1 },
    ],
    days: Array.from({ length: 21 }, (_, index) => ({
      date: addDays('2026-11-01', index),
      conversations: index,
      requests: index * 2,
      cost: 0.45,
    })),
    ...different,
  };
}

const nothing = { conversations: 0, requests: 0, cost: 0, successRate: null };

/** A skill without usage in the range and in the previous period. */
export function makeEmptyFigures(): SkillFigures {
  const figures = makeFigures();
  return { ...figures, ...nothing, previous: { ...figures.previous, ...nothing }, topUsers: [], days: [] };
}
