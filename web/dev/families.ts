import { buttons } from './families/buttons.tsx';
import { charts } from './families/charts.tsx';
import { dialogs } from './families/dialogs.tsx';
import { drawings } from './families/drawings.tsx';
import { feedback } from './families/feedback.tsx';
import { fields } from './families/fields.tsx';
import { figures } from './families/figures.tsx';
import { filters } from './families/filters.tsx';
import { forms } from './families/forms.tsx';
import { layout } from './families/layout.tsx';
import { menus } from './families/menus.tsx';
import { pageParts } from './families/page-parts.tsx';
import { marks } from './families/marks.tsx';
import { recordKit } from './families/record-kit.tsx';
import { tables } from './families/tables.tsx';
import { words } from './families/words.tsx';
import type { Family } from './samples.ts';

export const families: readonly Family[] = [
  layout,
  pageParts,
  words,
  drawings,
  buttons,
  menus,
  fields,
  forms,
  dialogs,
  filters,
  marks,
  tables,
  figures,
  charts,
  feedback,
  recordKit,
];
