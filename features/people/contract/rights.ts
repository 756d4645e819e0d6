import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Version } from '#contract/fields.ts';
import { listChoices, rightNames, rights, type RightName, type RightsTable } from './role-rights.ts';
import { roles, type Role } from '#contract/roles.ts';

const endpoint = defineEndpoints('Rights');

const toLevel = (right: RightName, role: Role) =>
  z
    .enum(rights[right].levels, { error: `The level must be one of ${listChoices(right, role).join(', ')}.` })
    .refine((level) => listChoices(right, role).includes(level), {
      error: 'A SuperAdmin always keeps this right, so that the company stays manageable.',
    });

const toRoles = (right: RightName) =>
  z.strictObject(Object.fromEntries(roles.map((role) => [role, toLevel(right, role)])));

/** Every right of every role. */
const Levels = z.strictObject(
  Object.fromEntries(rightNames.map((right) => [right, toRoles(right)])),
) as unknown as z.ZodType<RightsTable, RightsTable>;

/** The rights of the company by role. A user with several roles has the highest level of them. */
export const CompanyRights = z.object({ levels: Levels, version: z.int() });
export type CompanyRights = z.infer<typeof CompanyRights>;

export const RightsForm = z.strictObject({ levels: Levels, version: Version.optional() });
export type RightsForm = z.infer<typeof RightsForm>;

export const rightsContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/rights',
    summary: 'Get what each role may do in the company',
    access: 'rights.manage',
  }).output(CompanyRights),

  update: endpoint({
    method: 'PUT',
    path: '/company/rights',
    summary: 'Update what each role may do in the company, from the next request on',
    access: 'rights.manage',
    problems: ['record.stale'],
  })
    .input(z.object({ body: RightsForm }))
    .output(CompanyRights),
};
