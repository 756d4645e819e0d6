import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ComponentType } from 'react';
import { IntegrationPage } from '#features/integrations/web/form/integration-page.tsx';
import { IntegrationsListPage } from '#features/integrations/web/list/integrations-list-page.tsx';
import { UsersListPage } from '#features/people/web/users/users-list-page.tsx';
import { AuditPage } from '#features/protection/web/audit/audit-page.tsx';
import { SkillPage } from '#features/skills/web/detail/skill-page.tsx';
import { AgreedPricesPage } from '#features/skills/web/prices/agreed-prices-page.tsx';
import { SkillStorePage } from '#features/skills/web/store/skill-store-page.tsx';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';

interface FailedLoad {
  readonly Page: ComponentType;
  readonly path: string;
  /** The route's own path, where it has parameters. */
  readonly pattern?: string;
  readonly endpoints: MockedEndpoints;
}

const failed = new MockedProblem('internal');
const id = '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22';

/** Pages of which nothing is left where this load fails; a page with parts that stay says so at the part. */
const loads: Readonly<Record<string, FailedLoad>> = {
  users: { Page: UsersListPage, path: '/users', endpoints: { users: { list: failed } } },
  integrations: {
    Page: IntegrationsListPage,
    path: '/connections',
    endpoints: { integrations: { list: failed } },
  },
  'an integration': {
    Page: IntegrationPage,
    path: `/connections/sap/erp/${id}`,
    pattern: '/connections/$provider/$service/$id',
    endpoints: { integrations: { listGrants: [], get: failed } },
  },
  'the store': {
    Page: SkillStorePage,
    path: '/skills',
    endpoints: { skills: { listStore: failed } },
  },
  'a skill': { Page: SkillPage, path: `/skills/${id}`, pattern: '/skills/$id', endpoints: { skills: { get: failed } } },
  'agreed prices': {
    Page: AgreedPricesPage,
    path: '/skills/prices',
    endpoints: { agreedPrices: { listAll: failed } },
  },
  'the audit log': {
    Page: AuditPage,
    path: '/settings/audit',
    endpoints: { audit: { list: failed, getChain: failed } },
  },
};

/** Texts of pages for a load without records. */
const emptyTexts = ['No users to display.', "You don't have any active integrations yet.", 'No skills to display.'];

test.each(Object.entries(loads))(
  'a failed load of %s is the error boundary’s, and no empty page',
  async (_, { Page, path, pattern, endpoints }) => {
    const user = makeCurrentUser({ roles: ['SuperAdmin'], companyName: 'Acme' });
    mockApi({ session: { createToken: makeToken, getUser: user }, ...endpoints });
    renderPage(Page, path, pattern);
    await screen.findByText('Something went wrong on our side. Please try again.');
    expect(emptyTexts.filter((text) => screen.queryByText(text))).toEqual([]);
  },
);
