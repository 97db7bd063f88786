import { onMeilisearch } from '#testing/search-engines.ts';

// The same tests with Meilisearch as the engine: it accepts every filter and query (issue 7).

onMeilisearch();
await import('./random-queries.test.ts?meilisearch');
