import * as z from 'zod';
import { LogQuery } from '../analytics/log-query.ts';
import { Month, SkillId } from '../billing/usage.ts';

/** The log's filters, so that a file has the same rows as the log. */
export const ConversationsFilter = LogQuery.omit({ page: true, limit: true, place: true, totals: true });
export const UsageFilter = z.strictObject({ period: Month.optional() });
/** Requests of all skills, or of one row of the usage. */
export const RequestsFilter = UsageFilter.extend({ skill: SkillId.optional() });
export const InvoicesFilter = z.strictObject({});
export const TopUsersFilter = LogQuery.pick({ from: true, to: true, technicalUsers: true });
