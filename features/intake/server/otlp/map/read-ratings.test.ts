import { describe, expect, test } from 'vitest';
import { readEventRatings, readSpanRatings } from './read-ratings.ts';

const read = (attributes: Record<string, string | number | boolean>) =>
  readSpanRatings(new Map(Object.entries(attributes)), 5);
const readEvent = (attributes: Record<string, string | number | boolean>) =>
  readEventRatings({ name: 'gen_ai.evaluation.result', atMs: 5, attributes: new Map(Object.entries(attributes)) });
const given = { atMs: 5, isOfConversation: false };

describe('an event of the GenAI conventions', () => {
  const name = { 'gen_ai.evaluation.name': 'user_feedback' };
  const endUser = {
    'gen_ai.evaluation.name': 'task_completion',
    'microsoft.gen_ai.human_evaluation.source': 'end_user',
  };
  test.each([
    [{ ...name, 'gen_ai.evaluation.score.value': 1 }, { value: 'positive' }],
    [{ ...name, 'gen_ai.evaluation.score.value': 0 }, { value: 'negative' }],
    [{ ...name, 'gen_ai.evaluation.score.value': -1 }, { value: 'negative' }],
    [
      { ...name, 'gen_ai.evaluation.score.value': 0.4 },
      { score: 0.4, min: 0, max: 1 },
    ],
    [{ ...name, 'gen_ai.evaluation.score.label': 'thumbs_up' }, { value: 'positive' }],
    [
      { ...endUser, 'gen_ai.evaluation.score.value': 0, 'gen_ai.evaluation.score.label': 'fail' },
      { value: 'negative' },
    ],
    [
      {
        ...endUser,
        'gen_ai.evaluation.score.value': 4,
        internal_properties: '{"gen_ai.evaluation.min_value": 1, "gen_ai.evaluation.max_value": 5}',
        'gen_ai.evaluation.explanation': ' Fine ',
      },
      { score: 4, min: 1, max: 5, comment: 'Fine' },
    ],
  ])('%j', (attributes, rating) => {
    expect(readEvent(attributes)).toEqual([{ ...given, ...rating }]);
  });

  test.each<Record<string, string | number>>([
    // Evaluators judge answers too.
    { 'gen_ai.evaluation.name': 'Relevance', 'gen_ai.evaluation.score.value': 1 },
    { ...endUser, 'microsoft.gen_ai.human_evaluation.source': 'builder', 'gen_ai.evaluation.score.value': 1 },
    // Of three stars or of three points, the best or the worst.
    { ...name, 'gen_ai.evaluation.score.value': 3 },
    { ...name, 'gen_ai.evaluation.score.label': 'relevant' },
    name,
  ])('%j is none', (attributes) => {
    expect(readEvent(attributes)).toEqual([]);
  });
});

test('annotations of OpenInference are read where a person judged', () => {
  const annotation = (prefix: string, kind: string) => ({
    [`${prefix}.name`]: 'helpfulness',
    [`${prefix}.label`]: 'thumbs-down',
    [`${prefix}.explanation`]: 'Too long',
    [`${prefix}.annotator_kind`]: kind,
  });
  expect(read(annotation('annotations.0.annotation', 'LLM'))).toEqual([]);
  const rating = { value: 'negative', comment: 'Too long', atMs: 5 };
  expect(
    read({
      ...annotation('annotations.0.annotation', 'HUMAN'),
      ...annotation('session.evaluations.0.evaluation', 'HUMAN'),
    }),
  ).toEqual([
    { ...rating, isOfConversation: false },
    { ...rating, isOfConversation: true },
  ]);
});

test('feedback of Logfire is read under its own name', () => {
  expect(read({ 'logfire.feedback.name': 'feedback', feedback: true, 'logfire.feedback.comment': 'Good' })).toEqual([
    { ...given, value: 'positive', comment: 'Good' },
  ]);
  expect(read({ 'logfire.feedback.name': 'Annotation', Annotation: 'negative' })).toEqual([
    { ...given, value: 'negative' },
  ]);
  expect(read({ 'logfire.feedback.name': 'factuality', factuality: 0.1 })).toEqual([]);
});
