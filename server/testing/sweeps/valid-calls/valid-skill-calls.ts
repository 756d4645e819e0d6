import { randomUUID } from 'node:crypto';
import type { SweepCaller, SweepWorld } from '../sweep-world.ts';
import type { ValidCalls } from './valid-call.ts';
import { skillForm, smallPng } from './valid-bodies.ts';

/** Valid calls of the skill store. */
export const skillCalls: ValidCalls['skills'] = {
  list: () => ({ input: {} }),
  listStore: () => ({ input: {} }),
  getStoreFigures: () => ({ input: {} }),
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

/** A skill of the caller's company in its present state. */
const ownSkill = ({ own, other }: SweepWorld, { companyId }: SweepCaller) => ({
  params: { _id: own.skillId },
  rest: { ...(companyId === own.id ? {} : { answers: [404] }), foreignId: other.skillId },
});

export const agreedPriceCalls: ValidCalls['agreedPrices'] = {
  listAll: () => ({ input: {} }),
  list: (world, caller) => {
    const { params, rest } = ownSkill(world, caller);
    return { input: { params }, ...rest };
  },
  create: async (world, { companyId }) => ({
    input: {
      params: { _id: await world.makeSkill(companyId) },
      body: { price: 0.25, validFrom: '2099-12-31', tiers: null, baseFee: 1 },
    },
    foreignId: world.other.skillId,
  }),
  preview: (world, caller) => {
    const { params, rest } = ownSkill(world, caller);
    const tiers = [
      { from: 1, upTo: 42, price: 0 },
      { from: 43, upTo: null, price: 0.5 },
    ];
    return { input: { params, body: { price: null, tiers, baseFee: 10 } }, ...rest };
  },
};

export const standardPriceCalls: ValidCalls['standardPrices'] = {
  list: (world, caller) => {
    const { params, rest } = ownSkill(world, caller);
    return { input: { params }, ...rest };
  },
  create: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeSkill(companyId) }, body: { price: 0.25, validFrom: '2099-12-31' } },
    foreignId: world.other.skillId,
  }),
};

export const companySkillCalls: ValidCalls['companySkills'] = {
  get: (world, caller) => {
    const { params, rest } = ownSkill(world, caller);
    return { input: { params }, ...rest };
  },
  update: async (world, { companyId }) => ({
    input: {
      params: { _id: await world.makeSkill(companyId) },
      body: {
        approvalWorkflow: true,
        reviewerEmail: 'reviewer@test.example',
        notifyUser: true,
        notifyApprover: false,
        integrationId: null,
        isTransportInstalled: false,
        version: 1,
      },
    },
    foreignId: world.other.skillId,
  }),
  changeState: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeSkill(companyId) }, body: { command: 'deactivate', reason: 'Not used' } },
    foreignId: world.other.skillId,
  }),
  changeStates: async (world, { companyId }) => ({
    input: { body: { skills: [await world.makeSkill(companyId)], command: 'deactivate' } },
    unknown: [200],
  }),
  // The skill of the sweep is active, so that no request is open.
  resendRequest: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeSkill(companyId) } },
    answers: [409],
    foreignId: world.other.skillId,
  }),
  getTransport: (world, caller) => {
    const { params, rest } = ownSkill(world, caller);
    return { input: { params }, ...rest, answers: [404] };
  },
  updateTransport: async (world, { companyId }) => ({
    input: {
      params: { _id: await world.makeSkill(companyId) },
      query: { name: 'K900001.ZIP' },
      body: new Blob(['a transport']),
    },
    foreignId: world.other.skillId,
  }),
  deleteTransport: async (world, { companyId }) => ({
    input: { params: { _id: await world.makeSkill(companyId) } },
    foreignId: world.other.skillId,
  }),
};

/** Names no request. */
const unknownToken = `${randomUUID()}.${randomUUID()}.${'x'.repeat(43)}`;

export const skillApprovalCalls: ValidCalls['skillApprovals'] = {
  find: () => ({ input: { body: { token: unknownToken } }, answers: [404] }),
  decide: () => ({ input: { body: { token: unknownToken, decision: 'approve', reason: 'Fine' } }, answers: [404] }),
};
