import { act, render } from '@testing-library/react';
import { Fragment, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { translations, translateTexts } from '../../testing/translate-texts.ts';
import { guardDom } from './guard-dom.ts';

let stop: () => void;
beforeEach(() => {
  stop = guardDom(document);
});
afterEach(() => stop());

/** Lets observers run, which follow a change before anything else happens. */
const settle = () => act(async () => {});

/** Shows texts and elements beside each other: a name is a text, `*name` an element with it. */
const showPieces = (pieces: readonly string[]) =>
  pieces.map((piece) => <Fragment key={piece}>{piece.startsWith('*') ? <b>{piece.slice(1)}</b> : piece}</Fragment>);

/** Changes of a page with bare texts of every kind, before and after. */
const changes: readonly (readonly [name: string, before: ReactNode, after: ReactNode])[] = [
  ['two texts beside each other change', ['1', ' of ', '2'], ['3', ' of ', '4']],
  ['a text goes', ['a', false], [false, false]],
  ['a text comes before a text', [false, 'b'], ['a', 'b']],
  ['an element comes before a text', showPieces(['a']), showPieces(['*b', 'a'])],
  ['an element goes before a text', showPieces(['*b', 'a']), showPieces(['a'])],
  ['a text becomes an element', showPieces(['a']), showPieces(['*a'])],
  ['texts among elements are replaced', showPieces(['*1', 'a', '*2']), showPieces(['*1', '*c', 'd', '*2'])],
  ['texts change their order', showPieces(['a', 'b', '*c', 'd']), showPieces(['d', '*c', 'a', 'b'])],
  ['the only text of an element changes', <b key="b">1</b>, <b key="b">2</b>],
  ['all goes', showPieces(['a', '*b', 'c']), null],
];

for (const [kind, translation] of Object.entries(translations)) {
  for (const [name, before, after] of changes) {
    test(`${name} on a page that is ${kind}`, async () => {
      const read = (shown: ReactNode) => render(<div>{shown}</div>).container.textContent;
      const { container, rerender } = render(<div>{before}</div>);
      const texts: string[] = [];
      for (const next of [after, before, after]) {
        translateTexts(container, translation);
        await settle();
        rerender(<div>{next}</div>);
        await settle();
        texts.push(container.textContent);
      }
      expect(texts).toEqual([after, before, after].map(read));
    });
  }
}

test('a sentence whose pieces were translated as one shows each of them as it is now', async () => {
  const { container, rerender } = render(<p>{['You have ', '3', ' of ', '5']}</p>);
  container.querySelector('p')?.replaceChildren('Sul on 3/5');
  await settle();
  rerender(<p>{['You have ', '4', ' of ', '5']}</p>);
  await settle();
  expect(container.textContent).toBe('You have 4 of 5');
});

test('what is translated into another language, and back, goes on', async () => {
  const { container, rerender } = render(<p>{['1', ' user']}</p>);
  for (const { before } of [{ before: '1' }, { before: '2' }]) {
    rerender(<p>{[before, ' user']}</p>);
    await settle();
    translateTexts(container, translations['translated as Chrome does, with new texts']);
    await settle();
    for (const font of container.querySelectorAll('p > font')) font.replaceWith(font.cloneNode(true));
    await settle();
  }
  rerender(<p>{['3', ' users']}</p>);
  await settle();
  expect(container.textContent).toBe('3 users');
});

test('elements that an extension adds stay, and a page without those that it removes goes on', async () => {
  const { container, rerender } = render(<div>{showPieces(['*a', '*b', '*c'])}</div>);
  const [first, second] = container.querySelectorAll('b');
  first?.before(document.createElement('x-extension'));
  second?.remove();
  await settle();
  rerender(<div>{showPieces(['*new', '*b', '*c'])}</div>);
  expect(container.textContent).toBe('newc');
  rerender(<div>{showPieces(['*new', '*before', '*b', '*c'])}</div>);
  expect(container.textContent).toBe('newbeforec');
  expect(container.querySelectorAll('x-extension')).toHaveLength(1);
});

test('the page puts an element that it replaced itself beside its replacement', () => {
  const { container } = render(<div />);
  const [parent, one, other] = ['p', 'i', 'b'].map((name) => document.createElement(name));
  if (!parent || !one || !other) throw new Error('No elements.');
  container.append(parent);
  parent.append(one);
  one.replaceWith(other);
  parent.insertBefore(one, other);
  expect(parent.innerHTML).toBe('<i></i><b></b>');
});
