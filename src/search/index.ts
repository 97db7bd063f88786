export { eraser } from './erasure.ts';
export { indexBatch, startIndexer } from './indexer.ts';
export { startMirror } from './mirror.ts';
export { searchReindex } from './reindex.ts';
export { measurePending } from './repository/index-writes.ts';
export { measureMirror } from './repository/mirror.ts';
export { embedBatch, startEmbedder } from './semantic/embedder.ts';
