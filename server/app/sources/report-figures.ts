import type { Uses } from '../../portal/portal.ts';
import { getAnswerStats } from '#features/dashboard/server/answers/answer-stats.service.ts';
import { getStats, listSkillRequests } from '#features/dashboard/server/stats.service.ts';
import { listAttention } from '#features/dashboard/server/attention/attention.service.ts';
import type { ReadReportFigures } from '#features/mail/server/reports/report-facts.ts';
import { openAttentionSources } from './attention-sources.ts';

/** The figures of reports are those of the pages, with the rights and masking of their reader. */
export const createReadReportFigures =
  ({ provider, ...dependencies }: Uses<'database' | 'workers' | 'clock' | 'provider'>): ReadReportFigures =>
  async (reader, query) => ({
    stats: await getStats(dependencies, reader, query),
    answers: await getAnswerStats(dependencies, reader, query),
    skills: await listSkillRequests(dependencies, reader, query),
    attention: await listAttention({ ...dependencies, attentionSources: openAttentionSources(provider) }, reader),
  });
