import { randomUUID } from 'node:crypto';
import type { SweepWorld } from '../sweep-world.ts';
import { integrationForm } from './valid-bodies.ts';
import type { ValidCalls } from './valid-call.ts';

const nothing = () => ({ input: {} });
/** Is no id, so that it is not taken for one. */
const newWord = () => randomUUID().replaceAll('-', '');

const makeGrantParams = async (world: SweepWorld, companyId: string) => ({
  id: (await world.makeIntegration(companyId)).id,
  keyId: await world.makeKey(companyId),
});

export const integrationCalls: ValidCalls['integrations'] = {
  list: nothing,
  get: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.integrationId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.integrationId,
  }),
  create: () => ({ input: { body: integrationForm(), headers: { 'idempotency-key': newWord() } } }),
  update: async (world, { companyId }) => {
    const { id, uniqueId } = await world.makeIntegration(companyId);
    return {
      input: { params: { id }, body: { ...integrationForm(), uniqueId, version: 1 } },
      foreignId: world.other.integrationId,
    };
  },
  delete: async (world, { companyId }) => ({
    input: { params: { id: (await world.makeIntegration(companyId)).id } },
    foreignId: world.other.integrationId,
  }),
  deleteMany: async (world, { companyId }) => ({
    input: { body: [(await world.makeIntegration(companyId)).id] },
  }),
  test: () => ({ input: { body: integrationForm() } }),
  testStored: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.integrationId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.integrationId,
  }),
  listGrants: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.integrationId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.integrationId,
  }),
  createGrant: async (world, { companyId }) => ({
    input: { params: await makeGrantParams(world, companyId), body: {} },
    foreignId: world.other.integrationId,
    bodyless: [200],
  }),
  deleteGrant: async (world, { companyId }) => ({
    input: { params: await makeGrantParams(world, companyId) },
    foreignId: world.other.integrationId,
  }),
};
