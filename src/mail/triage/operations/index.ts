import { rerunTriage } from './rerun.ts';

export const operations = [rerunTriage] as const;
