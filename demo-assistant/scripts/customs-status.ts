import { drawNumber } from '../draws.ts';
import type { Script } from '../script.ts';

export const customsStatus: Script = {
  skill: 'Customs status',
  weight: 10,
  system: 'SAP GTS',
  apiCalls: [1, 4],
  errorMessages: ['The declaration has no commodity code.', 'Customs do not answer.'],
  facts: ({ random }) => ({
    declaration: drawNumber(random, '26NL', 8),
    goods: random.pick(['steel plates', 'pumps', 'coffee', 'cable harnesses']),
  }),
  lines: {
    en: ['> Is declaration {declaration} cleared?', 'Yes, the {goods} were <b>released</b> this morning.'],
    nl: ['> Is aangifte {declaration} al vrijgegeven?', 'Ja, vanochtend is alles <b>vrijgegeven</b>.'],
  },
};
