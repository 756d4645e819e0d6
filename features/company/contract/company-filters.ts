import { ids } from '#contract/filters/filters.ts';

/** Without schemas, because the browser reads it too. */
export const companyStatusWords = { active: 'Active', pending: 'Pending', suspended: 'Suspended' } as const;

/** Filters of a file of companies: the ones that the list shows, where it does not show all. */
export const companyFilters = { companies: ids({ noun: 'companies', most: 5000, maxLength: 36 }) };
