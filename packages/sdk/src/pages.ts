/**
 * A list in pages. Await it for its first page; iterate over it for every item of every page.
 *
 * const page = await client.threads.list(id); for await (const thread of client.threads.list(id)) …
 */
export class Pages<Item, Page extends { data: Item[]; next_cursor: string | null }>
  implements PromiseLike<Page>, AsyncIterable<Item>
{
  readonly #read: (cursor: string | null) => Promise<Page>;
  #first: Promise<Page> | null = null;

  constructor(read: (cursor: string | null) => Promise<Page>) {
    this.#read = read;
  }

  // biome-ignore lint/suspicious/noThenProperty: it stands for its first page
  then<A = Page, B = never>(
    fulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#firstPage().then(fulfilled, rejected);
  }

  /** All pages, each fetched when it is needed. */
  async *pages(): AsyncGenerator<Page> {
    let page = await this.#firstPage();
    for (;;) {
      yield page;
      if (page.next_cursor === null) return;
      page = await this.#read(page.next_cursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** The first items, at most `limit`. */
  async take(limit: number): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }

  #firstPage(): Promise<Page> {
    this.#first ??= this.#read(null);
    return this.#first;
  }
}
