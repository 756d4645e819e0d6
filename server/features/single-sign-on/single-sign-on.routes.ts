import { implement } from '@orpc/server';
import { singleSignOnContract } from '#contract/single-sign-on.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import * as providers from './providers.service.ts';
import type { SingleSignOnDependencies } from './providers.service.ts';
import * as samlAnswers from './saml-answers.service.ts';
import * as signIns from './sign-ins.service.ts';

export function singleSignOnRoutes(dependencies: SingleSignOnDependencies) {
  const os = implement(singleSignOnContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => providers.getSingleSignOn(dependencies, getActor(context))),
    update: os.update.handler(({ context, input }) =>
      providers.updateSingleSignOn(dependencies, toCallContext(context), input.body),
    ),
    test: os.test.handler(({ context }) => providers.testSingleSignOn(dependencies, toCallContext(context))),
    delete: os.delete.handler(({ context }) => providers.deleteSingleSignOn(dependencies, toCallContext(context))),
    start: os.start.handler(({ context, input }) => signIns.startSignIn(dependencies, context, input.body.email)),
    finish: os.finish.handler(({ context, input }) => signIns.finishSignIn(dependencies, context, input.body)),
    parseMetadata: os.parseMetadata.handler(({ input }) => providers.parseMetadata(dependencies, input.body.metadata)),
    samlMetadata: os.samlMetadata.handler(
      async ({ input }) =>
        new Blob([await dependencies.singleSignOn.renderSamlMetadata(input.params.companyId)], {
          type: 'application/samlmetadata+xml',
        }),
    ),
    samlAnswer: os.samlAnswer.handler(({ context, input }) =>
      samlAnswers.forwardSamlAnswer(dependencies, {
        companyId: input.params.companyId,
        clientAddress: context.clientAddress,
        body: input.body,
      }),
    ),
    signOut: os.signOut.handler(({ context, input }) => signIns.signOutByIssuer(dependencies, context, input.body)),
  });
}
