import { writeDate } from '../write-date.ts';
import type { Scene, Script } from '../script.ts';

function drawWeek({ random, day }: Scene) {
  return Array.from({ length: 10 }, (_, index) => ({
    day: writeDate(day, index - 9),
    project: random.pick(['P-104 Line 3', 'P-118 Retrofit', 'P-131 Tartu hall', 'Internal']),
    activity: random.pick(['Assembly', 'Design', 'Meeting', 'Testing']),
    hours: random.pick([2, 4, 6, 7.5, 8]),
  }));
}

export const timesheet: Script = {
  skill: 'Timesheet',
  weight: 12,
  system: 'SAP CATS',
  apiCalls: [1, 4],
  errorMessages: ['The project is closed for postings.', 'More than 24 hours on one day.'],
  facts: ({ random }) => ({
    hours: random.pick(['4', '6', '7.5', '8']),
    project: random.pick(['P-104', 'P-118', 'P-131']),
    total: String(random.int(24, 40)),
  }),
  parts: (scene) => ({
    week: {
      type: 'table',
      legend: { day: 'Day', project: 'Project', activity: 'Activity', hours: 'Hours' },
      filters: ['project', 'activity'],
      itemsPerPage: 5,
      sourceData: drawWeek(scene),
    },
  }),
  lines: {
    en: [
      '> Book {hours} hours on {project} for today.',
      'Done: {hours} hours on <b>{project}</b>. You have {total} hours this week.',
      '> What have I booked lately?',
      'These are your last bookings: [[week]]',
    ],
    et: [
      '> Kirjuta tänasesse {hours} tundi projektile {project}.',
      'Tehtud: {hours} tundi projektile <b>{project}</b>. Sel nädalal on kokku {total} tundi.',
      '> Mida ma viimati kirja panin?',
      'Sinu viimased kanded: [[week]]',
    ],
    de: [
      '> Buche heute {hours} Stunden auf {project}.',
      'Erledigt: {hours} Stunden auf <b>{project}</b>. Diese Woche sind es {total} Stunden.',
      '> Was habe ich zuletzt gebucht?',
      'Die letzten Buchungen: [[week]]',
    ],
    fi: [
      '> Kirjaa tälle päivälle {hours} tuntia projektille {project}.',
      'Valmis: {hours} tuntia projektille <b>{project}</b>. Tällä viikolla yhteensä {total} tuntia.',
      '> Mitä olen viimeksi kirjannut?',
      'Viimeiset kirjauksesi: [[week]]',
    ],
    nl: [
      '> Boek vandaag {hours} uur op {project}.',
      'Gedaan: {hours} uur op <b>{project}</b>. Deze week staat er {total} uur.',
      '> Wat heb ik de laatste tijd geboekt?',
      'Je laatste boekingen: [[week]]',
    ],
  },
};
