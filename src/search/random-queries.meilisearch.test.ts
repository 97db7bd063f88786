import { onMeilisearch } from '#testing/search-engines.ts';

// The same with Meilisearch as the engine: no filter or query is made that it refuses (issue 7).

onMeilisearch();
await import('./random-queries.test.ts?meilisearch');
