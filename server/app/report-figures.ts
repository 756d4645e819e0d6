import type { Uses } from '../portal/portal.ts';
import { getAnswerStats } from '../features/analytics/answers/answer-stats.service.ts';
import { getStats, listSkillRequests } from '../features/analytics/stats.service.ts';
import type { ReadReportFigures } from '../features/mails/reports/report-facts.ts';

/** The figures of reports are those of the pages, with the rights and masking of their reader. */
export const createReadReportFigures =
  (dependencies: Uses<'database' | 'workers' | 'clock'>): ReadReportFigures =>
  async (reader, query) => ({
    stats: await getStats(dependencies, reader, query),
    answers: await getAnswerStats(dependencies, reader, query),
    skills: await listSkillRequests(dependencies, reader, query),
  });
