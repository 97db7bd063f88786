import { underTest } from '#testing/search-engines.ts';

// The same tests with Meilisearch as the engine (issue 7).

underTest.engine = 'meilisearch';
await import('./threads.test.ts');
