import { drawNumber } from '../draws.ts';
import type { Scene, Script } from '../script.ts';

function drawSlots({ random }: Scene) {
  return Array.from({ length: 10 }, (_, index) => ({
    time: `${String(6 + index).padStart(2, '0')}:30`,
    dock: `D${random.int(1, 9)}`,
    truck: drawNumber(random, 'BX-', 3),
    carrier: random.pick(['Jansen Transport', 'Van Dam', 'DSV', 'Girteka']),
    state: random.pick(['Planned', 'At the gate', 'Loading', 'Left']),
  }));
}

export const dockSchedule: Script = {
  skill: 'Dock schedule',
  weight: 12,
  system: 'SAP YL',
  apiCalls: [1, 3],
  errorMessages: ['The yard is closed on this day.'],
  facts: ({ random }) => ({ dock: `D${random.int(1, 9)}` }),
  parts: (scene) => ({
    slots: {
      type: 'table',
      legend: { time: 'Time', dock: 'Dock', truck: 'Truck', carrier: 'Carrier', state: 'State' },
      filters: ['dock', 'state'],
      sourceData: drawSlots(scene),
    },
  }),
  lines: {
    en: [
      '> Which trucks come today?',
      'These are today’s slots: [[slots]]',
      '> Is {dock} free at noon?',
      'Yes, it is.',
    ],
    nl: [
      '> Welke vrachtwagens komen vandaag?',
      'De tijden van vandaag: [[slots]]',
      '> Is {dock} vrij om twaalf uur?',
      'Ja.',
    ],
  },
};
