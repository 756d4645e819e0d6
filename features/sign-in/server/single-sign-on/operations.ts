import type { singleSignOnContract } from '#features/sign-in/contract/single-sign-on.ts';
import * as providers from './providers.service.ts';
import * as samlAnswers from './saml-answers.service.ts';
import * as signIns from './sign-ins.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const singleSignOnOperations: Operations<typeof singleSignOnContract> = {
  get: (portal, { actor }) => providers.getSingleSignOn(portal, actor),
  update: (portal, call, { body }) => providers.updateSingleSignOn(portal, call, body),
  test: (portal, call) => providers.testSingleSignOn(portal, call),
  delete: (portal, call) => providers.deleteSingleSignOn(portal, call),
  start: (portal, call, { body }) => signIns.startSignIn(portal, call, body.email),
  finish: (portal, call, { body }) => signIns.finishSignIn(portal, call, body),
  parseMetadata: (portal, _call, { body }) => providers.parseMetadata(portal, body.metadata),
  samlMetadata: async (portal, _call, { params }) =>
    new Blob([await portal.singleSignOn.renderSamlMetadata(params.companyId)], {
      type: 'application/samlmetadata+xml',
    }),
  samlAnswer: (portal, { clientAddress }, { params, body }) =>
    samlAnswers.forwardSamlAnswer(portal, {
      companyId: params.companyId,
      clientAddress: clientAddress,
      body: body,
    }),
  signOut: (portal, call, { body }) => signIns.signOutByIssuer(portal, call, body),
};
