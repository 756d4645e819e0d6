import { materials } from '../draws.ts';
import type { Script } from '../script.ts';

const places = ['Tallinn', 'Tartu', 'Pärnu', 'Rotterdam'];

export const stockCheck: Script = {
  skill: 'Stock check',
  weight: 10,
  system: 'SAP EWM',
  apiCalls: [1, 5],
  errorMessages: ['Material is not maintained in this plant.', 'Stock is being counted, please wait.'],
  facts: ({ random }) => ({
    material: random.pick(materials),
    pieces: String(random.int(4, 420)),
    place: random.pick(places),
    bin: `${random.pick(['A', 'B', 'C', 'D'])}-${random.int(1, 28)}-${random.int(1, 6)}`,
  }),
  parts: ({ random }, { material = '' }) => ({
    chart: {
      type: 'chart',
      kind: 'bar',
      title: `${material}, pieces by warehouse`,
      labels: places,
      series: [
        { name: 'Free', values: places.map(() => random.int(0, 420)) },
        { name: 'Reserved', values: places.map(() => random.int(0, 90)) },
      ],
    },
    map: {
      type: 'picture',
      value: '/demo/warehouse.svg',
      title: 'Warehouse plan',
      size: '2 kB',
      downloadink: '/demo/warehouse.svg',
    },
  }),
  lines: {
    en: [
      '> How many {material} do we have in {place}?',
      'In {place} there are <b>{pieces}</b> free pieces, in bin <b>{bin}</b>.',
      '> And in the other warehouses?',
      'This is the stock everywhere: [[chart]]',
      '> Where exactly is {bin}?',
      'Here on the plan: [[map]]',
    ],
    et: [
      '> Mitu tükki on laos {place}: {material}?',
      'Vaba on <b>{pieces}</b> tükki, riiulikoht <b>{bin}</b>.',
      '> Aga teistes ladudes?',
      'Laoseis kõikjal: [[chart]]',
    ],
    de: [
      '> Wie viele {material} haben wir in {place}?',
      'In {place} sind <b>{pieces}</b> Stück frei, auf Lagerplatz <b>{bin}</b>.',
      '> Und in den anderen Lagern?',
      'Der Bestand überall: [[chart]]',
      '> Wo ist {bin} genau?',
      'Hier auf dem Plan: [[map]]',
    ],
    fi: [
      '> Montako kappaletta on varastossa {place}: {material}?',
      'Vapaana on <b>{pieces}</b> kappaletta, hyllypaikka <b>{bin}</b>.',
      '> Entä muissa varastoissa?',
      'Varastotilanne: [[chart]]',
    ],
    nl: [
      '> Hoeveel {material} hebben we in {place}?',
      'In {place} zijn <b>{pieces}</b> stuks vrij, op locatie <b>{bin}</b>.',
      '> En in de andere magazijnen?',
      'De voorraad overal: [[chart]]',
      '> Waar is {bin} precies?',
      'Hier op de plattegrond: [[map]]',
    ],
  },
};
