export { triagedEvents } from './events.ts';
export { countTriaged, lockAllowance, requestTriage, triageAgain, triageAtFirst } from './request.ts';
