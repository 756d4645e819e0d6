import type { Script } from '../script.ts';

/** A reported skill without a skill of the company. */
export const canteenMenu: Script = {
  skill: 'Canteen menu',
  weight: 3,
  system: 'the canteen',
  apiCalls: [0, 1],
  errorMessages: ['The canteen is closed.'],
  facts: ({ random }) => ({
    soup: random.pick(['solyanka', 'pumpkin soup', 'fish soup', 'borscht']),
    dish: random.pick(['meatballs', 'baked salmon', 'vegetable curry', 'schnitzel']),
  }),
  lines: {
    en: ['> What is for lunch?', 'Today there is {soup} | and {dish}.'],
    et: ['> Mis täna lõunaks on?', 'Täna pakutakse: {soup} | ja {dish}.'],
  },
};
