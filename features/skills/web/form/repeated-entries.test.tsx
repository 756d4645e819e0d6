import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeSkill } from '../testing/make-skill.ts';
import { field, openEdit, press, rows } from '../testing/open-skill-form.tsx';

const picture = 'https://pictures.example/1.png';

test('a screenshot that is in the list is not added once more', async () => {
  const { person } = await openEdit(makeSkill({ screenShots: [picture] }));
  await person.type(field('Screenshot URL'), `${picture}{Enter}`);
  screen.getByText('This screenshot is already in the list.');
  expect(rows('Added screenshots')).toHaveLength(1);
});

test('an old skill with a command twice takes others, and is saved once one of the two is out', async () => {
  const skill = makeSkill({ conversationInfo: ['Hi', 'Hi'] });
  const { api, person } = await openEdit(skill, { skills: { update: { ...skill, version: 4 } } });
  await person.type(field('Commands'), 'Hello{Enter}');
  expect(rows('Added commands')).toEqual(['Hi', 'Hi', 'Hello']);
  await person.click(press('Update skill'));
  screen.getByText('This command is already in the list.');
  expect(api.getCalls('skills.update')).toHaveLength(0);
  await person.click(screen.getAllByRole('button', { name: 'Remove command Hi' })[0]!);
  await person.click(press('Update skill'));
  await waitFor(() =>
    expect(api.getCalls('skills.update')[0]?.body).toMatchObject({ conversationInfo: ['Hi', 'Hello'] }),
  );
});
