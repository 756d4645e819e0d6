import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { parseSearchText, parseSortOrder } from './list-address.ts';
import { useOverlayInUrl } from './use-overlay-in-url.ts';
import { useSearchInUrl } from './use-search-in-url.ts';

const parse = (raw: object) => ({ ...parseSearchText(raw), ...parseSortOrder(raw, [{ key: 'name', sort: 'text' }]) });

function Page() {
  const { filter, setText, sortBy, clear } = useSearchInUrl({ parse });
  return (
    <>
      <input type="search" value={filter.search} onChange={(event) => setText(event.currentTarget.value)} />
      <button type="button" onClick={() => sortBy('name')}>
        Name
      </button>
      <button type="button" onClick={clear}>
        Clear
      </button>
    </>
  );
}

async function open(path = '/list') {
  const { router } = renderPage(Page, path);
  const box = await screen.findByRole<HTMLInputElement>('searchbox');
  const getAddress = () => router.state.location.search;
  return { router, box, getAddress, person: userEvent.setup() };
}

test('the text moves into the address after a pause in typing', async () => {
  const { box, getAddress, person } = await open();
  await person.type(box, 'anna');
  expect(getAddress()).toEqual({});
  await waitFor(() => expect(getAddress()).toEqual({ search: 'anna' }));
});

test('letters typed right after a click on a column head are kept', async () => {
  const { box, getAddress, person, router } = await open();
  await person.type(box, 'an');
  await waitFor(() => expect(getAddress()).toEqual({ search: 'an' }));
  const arrival = Promise.withResolvers<void>();
  const { navigate } = router;
  router.navigate = (async (options) => {
    await arrival.promise;
    return navigate(options);
  }) as typeof navigate;
  // The click writes "ann" into the address, which arrives after the next letter.
  fireEvent.change(box, { target: { value: 'ann' } });
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  fireEvent.change(box, { target: { value: 'anna' } });
  await act(async () => arrival.resolve());
  await waitFor(() => expect(getAddress()).toEqual({ search: 'ann', sortBy: 'name' }));
  expect(box.value).toBe('anna');
  await waitFor(() => expect(getAddress()).toEqual({ search: 'anna', sortBy: 'name' }));
});

test('letters typed while the text before them moves into the address are kept', async () => {
  const { box, getAddress, person, router } = await open();
  await person.type(box, 'a');
  await waitFor(() => expect(router.latestLocation.search).toEqual({ search: 'a' }));
  await person.type(box, 'b');
  expect(box.value).toBe('ab');
  await waitFor(() => expect(getAddress()).toEqual({ search: 'ab' }));
  expect(box.value).toBe('ab');
});

function PageWithRecord() {
  const { sortBy } = useSearchInUrl({
    parse: (raw) => ({ ...parse(raw), ...('record' in raw && { record: raw.record }) }),
  });
  const { open: openRecord } = useOverlayInUrl('record');
  return (
    <>
      <button type="button" onClick={() => sortBy('name')}>
        Name
      </button>
      <button type="button" onClick={() => openRecord('7')}>
        Open
      </button>
    </>
  );
}

test.each([
  ['Name', 'Open'],
  ['Open', 'Name'],
])('%s keeps its place in the address when %s follows before it is rendered', async (first, second) => {
  const { router } = renderPage(PageWithRecord, '/list');
  await screen.findByRole('button', { name: first });
  act(() => {
    for (const name of [first, second]) fireEvent.click(screen.getByRole('button', { name }));
  });
  await waitFor(() => expect(router.state.location.search).toEqual({ sortBy: 'name', record: '7' }));
});

test('a change of the address from elsewhere replaces the text', async () => {
  const { box, router } = await open('/list?search=anna');
  expect(box.value).toBe('anna');
  await act(() => router.navigate({ to: '/list', search: { search: 'bo' } as never }));
  expect(box.value).toBe('bo');
});

test('Clear drops the text and keeps the order', async () => {
  const { box, getAddress, person } = await open('/list?search=anna&sortBy=name');
  await person.click(screen.getByRole('button', { name: 'Clear' }));
  expect(box.value).toBe('');
  await waitFor(() => expect(getAddress()).toEqual({ sortBy: 'name' }));
});

test('a text typed right before the list is left is not written into the next address', async () => {
  const { box, getAddress, person, router } = await open();
  await person.type(box, 'anna');
  await act(() => router.navigate({ to: '/form', state: { listSearch: { search: 'anna' } } }));
  // Longer than the pause after which the text would be written.
  await expect(waitFor(() => expect(getAddress()).not.toEqual({}), { timeout: 400 })).rejects.toThrow(
    'expected {} to not deeply equal {}',
  );
  expect(router.state.location.state.listSearch).toEqual({ search: 'anna' });
});
