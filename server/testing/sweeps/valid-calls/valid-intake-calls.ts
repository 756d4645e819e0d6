import { randomUUID } from 'node:crypto';
import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import { intakeExample } from '#features/intake/contract/intake-example.ts';
import { showAll } from '#domain/conversations/testing/conversation-rows.ts';
import { makeCertificate } from '#features/intake/server/testing/make-certificate.ts';
import { importContent, makeImport } from '#features/intake/server/testing/make-import.ts';
import { runSql } from '../../sql/run-sql.ts';
import { makeIntakeKey } from '../intake-senders.ts';
import type { SweepWorld } from '../sweep-world.ts';
import type { ValidCalls } from './valid-call.ts';

const reason = 'Asked for by the person';

/** One that can be deleted. */
async function makeConversation({ portal }: SweepWorld, companyId: string): Promise<string> {
  const id = randomUUID();
  await portal.database.inCompany(companyId, (tx) =>
    runSql(tx, 'insert into conversation_partitions (id, started_at) values ($1, $2)', [id, portal.clock.now()]),
  );
  const [shown = ''] = await showAll(portal.database, companyId, [id]);
  return shown;
}

async function makeRevokedKey({ portal }: SweepWorld, companyId: string): Promise<string> {
  return (await makeIntakeKey(portal, companyId, { name: randomUUID(), revokedAt: portal.clock.now() })).id;
}

/** A person whom an assistant reports. */
const makePerson = ({ portal }: SweepWorld, companyId: string): Promise<string> =>
  portal.database.inCompany(companyId, async (tx) => {
    const [made] = await runSql<{ id: string }>(
      tx,
      `insert into reported_users (first_name) values ('Mari') returning id`,
    );
    return made?.id ?? '';
  });

/** A mapped attribute with one value. */
async function makeAttribute({ portal }: SweepWorld, companyId: string) {
  const [attributeId, valueId] = [randomUUID(), randomUUID()];
  await portal.database.inCompany(companyId, async (tx) => {
    await runSql(tx, 'insert into mapped_attributes (id, name, created_at) values ($1, $2, $3)', [
      attributeId,
      `a.${attributeId}`,
      portal.clock.now(),
    ]);
    await runSql(tx, `insert into attribute_values (id, attribute_id, digest, shown) values ($1, $2, md5('a'), 'a')`, [
      valueId,
      attributeId,
    ]);
  });
  return { attributeId, valueId };
}

export const erasureCalls: ValidCalls['erasures'] = {
  list: () => ({ input: {} }),
  deleteConversation: async (world, { companyId }) => ({
    input: { params: { id: await makeConversation(world, companyId) }, body: { reason } },
    foreignId: world.other.conversationId,
  }),
  getKeyContents: async (world, { companyId }) => ({
    input: { params: { id: await world.makeKey(companyId) } },
    foreignId: world.other.intakeKeyId,
  }),
  deleteKeyContents: async (world, { companyId }) => ({
    input: { params: { id: await makeRevokedKey(world, companyId) }, body: { reason, deletesRequests: false } },
    foreignId: world.other.intakeKeyId,
  }),
  listPersons: () => ({ input: { query: { search: 'Mari' } } }),
  getPerson: async (world, { companyId }) => ({
    input: { params: { id: await makePerson(world, companyId) } },
    foreignId: world.other.reportedUserId,
  }),
  exportPerson: async (world, { companyId }) => ({
    input: { params: { id: await makePerson(world, companyId) } },
    foreignId: world.other.reportedUserId,
  }),
  erasePerson: async (world, { companyId }) => ({
    input: { params: { id: await makePerson(world, companyId) }, body: { reason } },
    foreignId: world.other.reportedUserId,
  }),
  getCertificate: async (world, { companyId }) => ({
    input: { params: { id: await makeCertificate(world.portal, companyId) } },
    foreignId: world.other.erasureId,
  }),
};

export const retentionCalls: ValidCalls['retention'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: { contentDays: null, sumsDays: null } } }),
  preview: () => ({ input: { body: { contentDays: null, sumsDays: null } } }),
};

export const intakeKeyCalls: ValidCalls['intakeKeys'] = {
  list: () => ({ input: {} }),
  create: () => ({ input: { body: { name: `Key ${randomUUID()}` } } }),
  rename: async (world, { companyId }) => ({
    input: { params: { id: await world.makeKey(companyId) }, body: { name: `Key ${randomUUID()}`, version: 1 } },
    foreignId: world.other.intakeKeyId,
  }),
  rotate: async (world, { companyId }) => ({
    input: { params: { id: await world.makeKey(companyId) }, body: { graceDays: 3 } },
    foreignId: world.other.intakeKeyId,
  }),
  revoke: async (world, { companyId }) => ({
    input: { params: { id: await world.makeKey(companyId) } },
    foreignId: world.other.intakeKeyId,
  }),
  getReports: async (world, { companyId }) => ({
    input: { params: { id: await world.makeKey(companyId) } },
    foreignId: world.other.intakeKeyId,
  }),
  updateAlerts: async (world, { companyId }) => ({
    input: { params: { id: await world.makeKey(companyId) }, body: { silenceHours: 24 } },
    foreignId: world.other.intakeKeyId,
  }),
};

export const dryRunCalls: ValidCalls['dryRuns'] = {
  create: () => ({ input: { body: new Blob([JSON.stringify(intakeExample)]) }, bodyless: [400] }),
};

export const reportedNameCalls: ValidCalls['reportedNames'] = {
  listSkills: () => ({ input: {} }),
  mapSkill: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.reportedSkillId }, body: { skillId: own.skillId } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.reportedSkillId,
  }),
  listAttributes: () => ({ input: {} }),
  // A company has ten at most.
  createAttribute: () => ({ input: { body: { name: `a.${randomUUID()}` } }, answers: [201, 409] }),
  deleteAttribute: async (world, { companyId }) => ({
    input: { params: { id: (await makeAttribute(world, companyId)).attributeId } },
    foreignId: world.other.attributeId,
  }),
  mapValue: async (world, { companyId }) => ({
    input: {
      params: { id: (await makeAttribute(world, companyId)).valueId },
      body: { skillId: null, userId: null, billed: null },
    },
    foreignId: world.other.attributeValueId,
  }),
  listUsers: () => ({ input: {} }),
  mapUser: ({ own, other }, { companyId }) => ({
    input: { params: { id: own.reportedUserId }, body: { userId: null } },
    ...(companyId === own.id ? {} : { answers: [404] }),
    foreignId: other.reportedUserId,
  }),
};

const importSettings: ImportSettings = { format: 'watsonx', encoding: 'utf-8', billed: false };

export const logImportCalls: ValidCalls['logImports'] = {
  list: () => ({ input: {} }),
  get: async (world, { companyId }) => ({
    input: { params: { id: await makeImport(world.portal, companyId) } },
    foreignId: world.other.logImportId,
  }),
  // A company has five at most.
  create: () => ({ input: { body: { fileName: 'chats.csv', bytes: 100 } }, answers: [201, 409] }),
  createChunk: async (world, { companyId }) => ({
    input: {
      params: { id: await makeImport(world.portal, companyId, 'uploading'), index: '0' },
      body: new Blob([importContent]),
    },
    foreignId: world.other.logImportId,
    bodyless: [409],
  }),
  preview: async (world, { companyId }) => ({
    input: { params: { id: await makeImport(world.portal, companyId) }, body: { settings: importSettings } },
    foreignId: world.other.logImportId,
  }),
  // Another call may have started one, and one runs at a time.
  start: async (world, { companyId }) => ({
    input: { params: { id: await makeImport(world.portal, companyId) }, body: { settings: importSettings } },
    answers: [200, 409],
    foreignId: world.other.logImportId,
  }),
  cancel: async (world, { companyId }) => ({
    input: { params: { id: await makeImport(world.portal, companyId) } },
    answers: [409],
    foreignId: world.other.logImportId,
  }),
  undo: async (world, { companyId }) => ({
    input: {
      params: { id: await makeImport(world.portal, companyId, 'finished') },
      body: { reason: 'The wrong columns' },
    },
    foreignId: world.other.logImportId,
  }),
  deleteFile: async (world, { companyId }) => ({
    input: { params: { id: await makeImport(world.portal, companyId) } },
    foreignId: world.other.logImportId,
  }),
};

const otlpExample = (kind: 'Spans' | 'Logs' | 'Metrics') => new Blob([JSON.stringify({ [`resource${kind}`]: [] })]);
const score = { name: 'user-feedback', value: 1, sessionId: 's' };
const scoreEvent = { id: 'e', type: 'score-create', timestamp: '2026-11-01T08:00:00Z', body: score };

export const otlpCalls: ValidCalls['otlp'] = {
  createTraces: () => ({ input: { body: otlpExample('Spans') }, bodyless: [400] }),
  createLangfuseTraces: () => ({ input: { body: otlpExample('Spans') }, bodyless: [400] }),
  createLangfuseScores: () => ({ input: { body: { batch: [scoreEvent] } } }),
  createLangfuseScore: () => ({ input: { body: score } }),
  createLogs: () => ({ input: { body: otlpExample('Logs') }, bodyless: [400] }),
  createMetrics: () => ({ input: { body: otlpExample('Metrics') }, bodyless: [200] }),
};
