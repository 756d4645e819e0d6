import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import {
  AttributeForm,
  AttributeMapping,
  AttributeValue,
  MappedAttribute,
} from '#features/intake/contract/attribute-values.ts';

const endpoint = defineEndpoints('Reported names');

/** A reported skill and the skill of the company or the provider that it is mapped to. */
export const ReportedSkill = z.object({
  id: Id,
  name: z.string(),
  skillId: Id.nullable(),
  skillName: z.string().nullable(),
  conversations: z.int().min(0),
  /** Whether a request of this name costs the company something now. */
  isPriced: z.boolean(),
  /** Whether the caller may map the name to another skill; a priced one only the provider. */
  canMap: z.boolean(),
});
export type ReportedSkill = z.infer<typeof ReportedSkill>;

/** The most reported users that are listed. */
export const maxReportedUsers = 200;

/** A user whom assistants name by an id of their own, and the user of the company it is mapped to. */
export const MappedUser = z.object({
  id: Id,
  /** Reported name, e-mail address or id. */
  name: z.string(),
  /** By which assistants name the user, without their kinds; the first ones. */
  ids: z.array(z.string()),
  userId: Id.nullable(),
  userName: z.string().nullable(),
  conversations: z.int().min(0),
});
export type MappedUser = z.infer<typeof MappedUser>;

const byId = z.object({ id: Id });

export const reportedNamesContract = {
  listSkills: endpoint({
    method: 'GET',
    path: '/intake/skills',
    summary: 'List the reported skills, unmapped ones first',
    access: 'intake.manage',
  }).output(z.array(ReportedSkill)),

  mapSkill: endpoint({
    method: 'PUT',
    path: '/intake/skills/{id}',
    summary: 'Map a reported skill to a skill; null for none',
    access: 'intake.manage',
    missing: 'No reported skill of your company has this ID. Use `id` from GET /api/intake/skills.',
    problems: ['intake.skill-unknown', 'intake.skill-priced'],
  })
    .input(z.object({ params: byId, body: z.strictObject({ skillId: Id.nullable() }) }))
    .output(ReportedSkill),

  listUsers: endpoint({
    method: 'GET',
    path: '/intake/users',
    summary: 'List the reported users that no e-mail address or SAP login ID identifies, unmapped ones first',
    access: 'intake.manage',
  }).output(z.array(MappedUser)),

  mapUser: endpoint({
    method: 'PUT',
    path: '/intake/users/{id}',
    summary: 'Map a reported user to a user; null for none',
    access: 'intake.manage',
    missing: 'No reported user of your company has this ID. Use `id` from GET /api/intake/users.',
    problems: ['intake.user-unknown', 'record.stale'],
  })
    .input(z.object({ params: byId, body: z.strictObject({ userId: Id.nullable() }) }))
    .output(MappedUser),

  listAttributes: endpoint({
    method: 'GET',
    path: '/intake/attributes',
    summary: 'List the attributes that the company maps, with the values that reports had last',
    access: 'intake.manage',
  }).output(z.array(MappedAttribute)),

  createAttribute: endpoint({
    method: 'POST',
    path: '/intake/attributes',
    summary: 'Map an attribute: its values are listed as reports have them',
    access: 'intake.manage',
    successStatus: 201,
    problems: ['intake.attribute-known', 'intake.attribute-limit'],
  })
    .input(z.object({ body: AttributeForm }))
    .output(MappedAttribute),

  deleteAttribute: endpoint({
    method: 'DELETE',
    path: '/intake/attributes/{id}',
    summary: 'Map an attribute no more, and delete its values; past conversations stay as they are',
    access: 'intake.manage',
    missing: 'No mapped attribute of your company has this ID. Use `id` from GET /api/intake/attributes.',
    successStatus: 204,
    problems: ['intake.skill-priced'],
  }).input(z.object({ params: byId })),

  mapValue: endpoint({
    method: 'PUT',
    path: '/intake/attribute-values/{id}',
    summary: 'Say what conversations with a value become; null for what the report says',
    access: 'intake.manage',
    missing: 'No value of a mapped attribute of your company has this ID. Use `id` from GET /api/intake/attributes.',
    problems: ['intake.skill-unknown', 'intake.skill-priced', 'intake.user-unknown', 'record.stale'],
  })
    .input(z.object({ params: byId, body: AttributeMapping }))
    .output(AttributeValue),
};
