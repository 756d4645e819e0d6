import type { agreedPricesContract } from '#features/skills/contract/agreed-prices.ts';
import type { skillsContract } from '#features/skills/contract/skills.ts';
import { getStoreFigures } from './figures/store-figures.service.ts';
import { uploadScreenshot } from './screenshots.service.ts';
import { deleteSkill, updateSkill } from './skill-changes.service.ts';
import { createSkill, getSkill, listSkillOptions, listStore } from './skills.service.ts';
import type { standardPricesContract } from '#features/skills/contract/prices/standard-prices.ts';
import { createStandardPrice, listStandardPrices } from './prices/standard-prices.service.ts';
import { agreePrice, listAgreedPrices, listCompanyPrices } from './prices/agreed-prices.service.ts';
import { previewTerms } from './prices/preview-terms.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const skillsOperations: Operations<typeof skillsContract> = {
  list: (portal, { actor }) => listSkillOptions(portal, actor),
  listStore: (portal, { actor }) => listStore(portal, actor),
  getStoreFigures: (portal, { actor }) => getStoreFigures(portal, actor),
  get: (portal, { actor }, { params }) => getSkill(portal, actor, params._id),
  create: (portal, call, { body, headers }) => createSkill(portal, call, body, headers['idempotency-key']),
  update: (portal, call, { params, body }) => updateSkill(portal, call, params._id, body),
  delete: (portal, call, { params, body }) => deleteSkill(portal, call, params._id, body),
  createScreenshot: (portal, call, { body }) => uploadScreenshot(portal, call, body),
};

export const agreedPricesOperations: Operations<typeof agreedPricesContract> = {
  listAll: (portal, { actor }) => listCompanyPrices(portal, actor),
  list: (portal, { actor }, { params }) => listAgreedPrices(portal, actor, params._id),
  create: (portal, call, { params, body }) => agreePrice(portal, call, { id: params._id, ...body }),
  preview: (portal, { actor }, { params, body }) => previewTerms(portal, actor, { id: params._id, ...body }),
};

export const standardPricesOperations: Operations<typeof standardPricesContract> = {
  list: (portal, { actor }, { params }) => listStandardPrices(portal, actor, params._id),
  create: (portal, call, { params, body }) => createStandardPrice(portal, call, { id: params._id, ...body }),
};
