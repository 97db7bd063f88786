import { listDomainTestMails } from './list.ts';
import { sendDomainTestMail } from './send.ts';

export const consoleOperations = [sendDomainTestMail, listDomainTestMails] as const;
