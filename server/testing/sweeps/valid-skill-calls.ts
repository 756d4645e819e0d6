import { randomUUID } from 'node:crypto';
import type { ValidCalls } from './valid-call.ts';
import { skillForm, smallPng } from './valid-bodies.ts';

/** Those of the skill store. */
export const skillCalls: ValidCalls['skills'] = {
  list: () => ({ input: {} }),
  listStore: () => ({ input: {} }),
  get: ({ own, other }, { companyId }) => ({
    input: { params: { _id: own.skillId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.skillId,
  }),
  create: () => ({ input: { body: skillForm(), headers: { 'idempotency-key': randomUUID().replaceAll('-', '') } } }),
  update: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeSkill(companyId) }, body: { ...skillForm(), version: 1 } },
    foreignId: world.other.skillId,
  }),
  delete: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeSkill(companyId) }, body: { version: 1 } },
    foreignId: world.other.skillId,
    bodyless: [204],
  }),
  createScreenshot: () => ({ input: { body: new Blob([smallPng]) } }),
};
