import type { Script } from '../script.ts';

/** Nobody made a skill of this: it shows what a company sees of what its assistant does beside its skills. */
export const canteenMenu: Script = {
  skill: 'Canteen menu',
  weight: 3,
  system: 'the canteen',
  apiCalls: [0, 1],
  refusals: ['The canteen is closed.'],
  facts: ({ random }) => ({
    soup: random.pick(['solyanka', 'pumpkin soup', 'fish soup', 'borscht']),
    dish: random.pick(['meatballs', 'baked salmon', 'vegetable curry', 'schnitzel']),
  }),
  lines: {
    en: ['> What is for lunch?', 'Today there is {soup} | and {dish}.'],
    et: ['> Mis täna lõunaks on?', 'Täna pakutakse: {soup} | ja {dish}.'],
  },
};
