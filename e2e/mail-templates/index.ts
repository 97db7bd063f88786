import { odd } from './odd.ts';
import { plain } from './plain.ts';
import { trade } from './trade.ts';

export type { Template } from './parts.ts';
export const templates = [...plain, ...trade, ...odd];
