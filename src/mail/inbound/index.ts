export { startInboundProcessor } from './processor.ts';
export { receiveProviderMail } from './provider/receive.ts';
export { type MailContent, readMail, readSubject } from './read-mail.ts';
export { type SmtpListener, startSmtpListener } from './smtp-listener.ts';
