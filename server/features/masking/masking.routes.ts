import { implement } from '@orpc/server';
import { maskingContract } from '#contract/masking.ts';
import { createKeyedLimiter } from '../../lib/concurrency/limiter.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { previewMasking } from './masking-preview.service.ts';
import { getMasking, tryMasking, updateMasking, type MaskingDependencies } from './masking.service.ts';

export function maskingRoutes(parts: Omit<MaskingDependencies, 'trials' | 'previews'>) {
  const dependencies = { ...parts, trials: createKeyedLimiter(1), previews: createKeyedLimiter(1) };
  const os = implement(maskingContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => getMasking(dependencies, getActor(context))),
    update: os.update.handler(({ context, input }) => updateMasking(dependencies, toCallContext(context), input.body)),
    try: os.try.handler(({ context, input }) => tryMasking(dependencies, getActor(context), input.body)),
    preview: os.preview.handler(({ context, input }) =>
      previewMasking(dependencies, getActor(context), input.body.settings),
    ),
  });
}
