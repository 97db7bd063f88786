/** Imports a test file as another module, so that its tests run again on the other search engine. */
declare module '*?meilisearch';
