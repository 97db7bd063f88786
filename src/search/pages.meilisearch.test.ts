import { onMeilisearch } from '#testing/search-engines.ts';

// The same tests with Meilisearch as the engine (issue 7).

onMeilisearch();
await import('./pages.test.ts?meilisearch');
