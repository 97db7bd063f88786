import type { Story } from '../story.ts';
import { deskPlots } from './honest-desk.ts';
import { tradePlots } from './honest-trade.ts';
import { storiesOf } from './scene.ts';

export const LATER_HONEST = 200;

/** 200 stories of honest work: 40 kinds in five languages. */
export const laterHonest = (): Story[] =>
  storiesOf('honest', { ...deskPlots, ...tradePlots }, 5, 32, ['en', 'de', 'fr', 'es', 'it']);
