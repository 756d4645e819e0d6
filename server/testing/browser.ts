import { callApi, type ApiAnswer, type ApiCall } from './api-client.ts';

/** An HTTP client with a cookie jar. */
export class Browser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor({ url }: { url: string }) {
    this.#url = url;
  }

  async call(path: string, call: ApiCall = {}): Promise<ApiAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await callApi(this.#url, path, { ...call, headers: { cookie, ...call.headers } });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return answer;
  }

  post(path: string, body?: unknown): Promise<ApiAnswer> {
    return this.call(path, { method: 'POST', body });
  }

  /** Another client with the cookies of this moment, as who has stolen them. */
  copy(): Browser {
    const copy = new Browser({ url: this.#url });
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }

  /** An identity token; undefined where the session has none. */
  async fetchToken(): Promise<string | undefined> {
    const { body } = await this.post('/session/token');
    return (body as { token?: string }).token;
  }

  #keep(line: string): void {
    const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s, 2);
    if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
