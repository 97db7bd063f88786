import { watchFetch } from './reached-codes.ts';

// Runs before each test file (vitest.config.ts).
watchFetch();
