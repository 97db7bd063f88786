/** A file of tests once more, as a module of its own: they run again on the other search engine. */
declare module '*?meilisearch';
