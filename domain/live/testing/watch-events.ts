import type { TestPortal, TestUser } from '#server/testing/test-portal.ts';

/** Collects the events of a stream until the test is over. */
export async function watch<Value>(at: TestPortal, path: string, as: TestUser, body?: object) {
  const leave = new AbortController();
  const response = await fetch(`${at.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${as.token}`, ...(body && { 'content-type': 'application/json' }) },
    signal: leave.signal,
    ...(body && { body: JSON.stringify(body) }),
  });
  const values: Value[] = [];
  const state = { isOver: false };
  const read = async () => {
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString();
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (event.startsWith('data: ')) values.push(JSON.parse(event.slice('data: '.length)) as Value);
      }
    }
  };
  const reading = read()
    .catch(() => undefined)
    .finally(() => (state.isOver = true));
  const close = async () => {
    leave.abort();
    await reading;
  };
  return { response, values, state, close };
}
