import { mailSignIn } from './request.ts';

export const jobs = [mailSignIn] as const;
