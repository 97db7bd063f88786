import { afterAll } from 'vitest';
import { sql } from '#kernel/data/database.ts';
import { type MailProduct, openMailProduct } from './mailboxes.ts';
import { openMeilisearch, type TestMeilisearch } from './meilisearch.ts';

/** The engines of the search tests: `search/meilisearch.test.ts` runs all of them again. */
export const underTest: { engine: 'postgres' | 'meilisearch' } = { engine: 'postgres' };

/** Runs the tests that this file imports next on Meilisearch; later files in the same process are on Postgres again. */
export function onMeilisearch(): void {
  underTest.engine = 'meilisearch';
  afterAll(() => {
    underTest.engine = 'postgres';
  });
}

export type SearchProduct = MailProduct & {
  /** Resolves when the engine has indexed all changes of mail. */
  indexed(): Promise<void>;
  /** Null on Postgres. */
  meilisearch: TestMeilisearch | null;
};

export async function openSearchProduct(env: Record<string, string> = {}): Promise<SearchProduct> {
  const meilisearch = underTest.engine === 'meilisearch' ? await openMeilisearch() : null;
  const product = await openMailProduct(
    meilisearch ? { ...env, MEILISEARCH_URL: meilisearch.url, MEILISEARCH_API_KEY: meilisearch.key } : env,
  );
  const isBehind = () =>
    product.services.db.first(sql`
      select exists (select from search_pending) or exists (select from search_mirror_pending)
          or exists (select from search_mirror where not complete) as behind`);
  return {
    ...product,
    meilisearch,
    indexed: async () => {
      await product.eventually(isBehind, (row) => (row as { behind: boolean }).behind === false);
    },
    close: async () => {
      await product.close();
      await meilisearch?.close();
      // Postgres answers searches that Meilisearch refuses, so tests would not notice a refusal.
      const strange = meilisearch?.refused.filter((why) => !/not found|API key/.test(why)) ?? [];
      if (strange.length > 0) throw new Error(`Meilisearch refused: ${strange.slice(0, 3).join(' ')}`);
    },
  };
}
