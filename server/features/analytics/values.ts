/** Parameters of one statement, numbered as they are mentioned. */
export class Values {
  readonly list: unknown[];

  constructor(first: readonly unknown[] = []) {
    this.list = [...first];
  }

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
