export { eraser } from './erasure.ts';
export { startInboundProcessor } from './processor.ts';
export { receiveProviderMail } from './provider/receive.ts';
export { type MailContent, readMail, readSubject } from './read-mail.ts';
export { insertReceipts, measureReceipts, type NewReceipt } from './repository.ts';
export { type SmtpListener, startSmtpListener } from './smtp-listener.ts';
